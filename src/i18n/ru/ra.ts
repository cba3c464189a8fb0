import type { TranslationMessages } from 'ra-core';
import russian from 'ra-language-russian';

const { ra } = russian;

/** react-admin's texts; the package's plurals say «1» for 21 and 31, or are missing. */
export const reactAdmin: TranslationMessages['ra'] = {
  ...ra,
  action: {
    ...ra.action,
    bulk_actions: 'Выбрана %{smart_count} |||| Выбрано %{smart_count} |||| Выбрано %{smart_count}',
  },
  guesser: { empty: { title: 'Нет данных', message: 'Проверьте поставщика данных' } },
  message: {
    ...ra.message,
    bulk_delete_content:
      'Удалить %{smart_count} запись? |||| Удалить %{smart_count} записи? |||| Удалить %{smart_count} записей?',
    bulk_delete_title:
      'Удаление %{smart_count} записи |||| Удаление %{smart_count} записей |||| Удаление %{smart_count} записей',
    bulk_update_content:
      'Изменить %{smart_count} запись? |||| Изменить %{smart_count} записи? |||| Изменить %{smart_count} записей?',
    bulk_update_title:
      'Изменение %{smart_count} записи |||| Изменение %{smart_count} записей |||| Изменение %{smart_count} записей',
  },
  notification: {
    ...ra.notification,
    created: 'Запись создана',
    updated: 'Изменена %{smart_count} запись |||| Изменено %{smart_count} записи |||| Изменено %{smart_count} записей',
    deleted: 'Удалена %{smart_count} запись |||| Удалено %{smart_count} записи |||| Удалено %{smart_count} записей',
  },
};
