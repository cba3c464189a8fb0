/** Texts of panels and tools of the frame, loaded on demand. */
import { auditActions, auditFields, auditTexts } from '../../resources/history/words.ts';

export const frame = {
  again: {
    title: 'Сеанс завершён',
    about: 'Войдите ещё раз. Введённое на странице осталось на месте.',
    other: 'Войти под другим именем',
  },
  user: {
    title: 'Профиль',
    data: 'Личные данные',
    messages: 'Сообщения',
    activity: 'Мои действия',
    calls: 'Мои звонки',
    settings: 'Настройки',
    failed: 'Сервер не ответил, какие разделы вам открыты. Повторите или перезагрузите страницу.',
  },
  close: 'Закрыть',
  cancel: 'Отмена',
  audit: {
    empty: 'Изменений пока нет.',
    failed: 'Журнал не загрузился.',
    entity: {
      accident: 'Авария',
      filterTemplate: 'Вид списка',
      account: 'Учётная запись',
      voucher: 'Ваучер',
      bulkChange: 'Массовое изменение',
      recompute: 'Скоринг',
      registration: 'Заявка',
    },
    action: auditTexts(auditActions, 'ru'),
    field: auditTexts(auditFields, 'ru'),
  },
  basket: {
    title: 'Отложено для выгрузки',
    format: 'Выгрузить %{format}',
  },
  leave: {
    title: 'Уйти со страницы?',
    about: 'Введённое не сохранено и пропадёт.',
    leave: 'Уйти',
    stay: 'Остаться',
  },
  actions: {
    open: 'Быстрые действия',

    next: 'Следующая авария',
    none: 'Свободных аварий нет',
  },
  cart: { open: 'Корзина: %{n}' },
  tools: {
    link: 'Скопировать ссылку',
    linkCopied: 'Ссылка скопирована',
    linkNotCopied: 'Скопировать не удалось',
    full: 'Во весь экран',
    print: 'Печать',
  },
} as const;
