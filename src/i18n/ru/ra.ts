/**
 * Texts of the parts of react-admin that the application uses. tests/e2e/first-load.test.ts compares the keys with the
 * built application.
 */
export const reactAdmin = {
  action: {
    clear_input_value: 'Очистить',
    close: 'Закрыть',
    create: 'Создать',
    create_item: 'Создать %{item}',
    delete: 'Удалить',
    open: 'Открыть',
  },
  auth: { auth_check_error: 'Пожалуйста, авторизуйтесь для продолжения работы' },
  message: {
    invalid_form: 'Форма заполнена неверно. Проверьте, пожалуйста, ошибки.',
    loading: 'Идёт загрузка, пожалуйста, подождите...',
    select_all_limit_reached: 'Элементов слишком много, чтобы выбрать их все. Были выбраны только первые %{max} шт.',
    unsaved_changes: 'Некоторые из ваших изменений не были сохранены. Вы уверены, что хотите их игнорировать?',
  },
  notification: {
    created: 'Запись создана',
    http_error: 'Ошибка сервера',
    i18n_error: 'Не удалось загрузить тексты выбранного языка',
    item_doesnt_exist: 'Запись не существует',
    logged_out: 'Ваша сессия завершена, войдите снова',
    not_authorized: 'У вас нет доступа к этому разделу',
    offline: 'Проблема с сетью: не удалось получить данные.',
    updated: 'Изменена %{smart_count} запись |||| Изменено %{smart_count} записи |||| Изменено %{smart_count} записей',
  },
  page: {
    create: 'Создать %{name}',
    edit: '%{name} "%{recordRepresentation}"',
    list: '%{name}',
    show: '%{name} "%{recordRepresentation}"',
  },
  validation: {
    email: 'Некорректный email',
    maxLength: 'Максимальное кол-во символов %{max}',
    maxValue: 'Значение может быть %{max} или меньше',
    minLength: 'Минимальное кол-во символов %{min}',
    minValue: 'Минимальное значение %{min}',
    number: 'Должно быть цифрой',
    oneOf: 'Должно быть одним из: %{options}',
    regex: 'Должно быть в формате (regexp): %{pattern}',
    required: 'Обязательно для заполнения',
  },
};
