import { resources } from '../../resources/index.ts';
import { pageTitles, resourceTexts } from '../../schema/texts.ts';
import { ruFirst } from './first.ts';
import { lists } from './lists.ts';

/**
 * Texts of the parts of react-admin that the application uses. tests/e2e/first-load.test.ts compares the keys with the
 * built application.
 */
const reactAdmin = {
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

const dashboard = {
  loading: 'Загрузка рабочего стола',
  urgent: 'Требует внимания',
  tiles: {
    cardsList: 'Договоры, автомобили и устройства',
    cardsCreate: 'Клиент, автомобиль и устройство',
    accidentsOpened: 'Ждут звонка и решения',
    accidentsCreate: 'Звонок клиента, полиции или партнёра',
    accidentsClosed: 'Решение принято',
    accidentsNotvalid: 'Слабые удары, оставлены для поиска',
    scoring: 'Как водят и почему',
    createOperator: 'Доступ для нового сотрудника',
    operators: 'Кто работает в компании',
    clients: 'Страхователи и водители',
    clientsCreate: 'Страхователь или водитель, пока без ваучера',
    billing: 'Сколько ваучеров действовало и сколько дней',
    texts: 'Тексты интерфейса на каждом языке',
    registrations: 'Кто просит учётную запись',
    screener: 'Условия по портфелю и вопрос «был ли там?»',
    imports: 'Ваучеры из файлов CSV и XLSX: проверка, импорт, отмена',
    exports: 'Готовые файлы CSV, XLSX и PDF',
    settings: 'Язык, тема, уведомления',
  },
} as const;

const errors = {
  notFound: {
    title: 'Страница не найдена',
    about: 'Адрес «%{path}» никуда не ведёт: возможно, в ссылке опечатка или страница переехала.',
    back: 'На рабочий стол',
  },
  noPermission: {
    title: 'Недостаточно прав',
    about: 'Раздел «%{page}» доступен роли «%{roles}». Ваша роль: «%{own}».',
    hint: 'Если раздел нужен вам для работы, обратитесь к руководителю вашей компании.',
    back: 'На рабочий стол',
  },
  roles: { OPERATOR: 'оператор', MANAGER: 'руководитель', SUPERUSER: 'администратор' },
  noRole: 'не назначена',
} as const;

/** Texts of panels and tools of the frame, loaded on demand. */
const frame = {
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

export const ru = {
  ...ruFirst,
  ra: reactAdmin,
  dashboard,
  errors,
  frame,
  lists,
  resources: resourceTexts(resources, 'ru'),
  routes: { ...ruFirst.routes, ...pageTitles(resources, 'ru') },
};
