import { resources } from '../../resources/index.ts';
import { yesNo } from '../../schema/kinds/cell.ts';
import { comparisonTexts, emptyTexts, originTexts, periodTexts } from '../../schema/listWords.ts';
import { pageTitles, resourceTexts, textsInLocale, unitTexts } from '../../schema/texts.ts';
import { ruFirst } from './first.ts';

/**
 * Texts of lists that are generated from descriptions: controls, states, exports. `%{noun}` is a resource's name in its
 * plural form.
 */
const lists = {
  found: 'Найдено: %{count}',
  search: 'Поиск',
  searchIn: 'Искать: %{fields}',
  clearSearch: 'Очистить поиск',
  unselected: 'не выбрано',
  unselectedBut: 'не выбрано (%{applied})',
  sortBy: 'Сортировать по',
  direction: 'Направление',
  asc: 'по возрастанию',
  desc: 'по убыванию',
  display: 'Отображение',
  table: 'таблица',
  cards: 'карточки',
  density: 'Плотность',
  compact: 'плотно',
  usual: 'обычно',
  spacious: 'просторно',
  columns: 'Столбцы',
  columnWidth: 'Ширина, знаков: %{label}',
  defaultColumns: 'Столбцы по умолчанию',
  refresh: 'Обновить',
  /** Below an input for a date and time. */
  timeOf: 'Время: %{zone}',
  controls: 'Настройки списка',
  apply: 'Показать: %{count}',
  close: 'Закрыть',
  ...textsInLocale('ru', yesNo),
  units: unitTexts('ru'),
  open: 'Открыть: %{title}',
  filters: {
    title: 'Фильтры',
    others: 'Другое',
    from: 'От',
    to: 'До',
    any: 'не важно',
    operator: 'Условие: %{label}',
    operators: {
      contains: 'содержит',
      equals: 'равно',
      isNot: 'не равно',
      begins: 'начинается с',
      oneOf: 'одно из',
      noneOf: 'кроме',
      between: 'в пределах',
      within: 'период',
      is: 'равно',
      empty: 'не указано',
      notEmpty: 'указано',
    },
    comparisons: textsInLocale('ru', comparisonTexts),
    presence: textsInLocale('ru', emptyTexts),
    periods: textsInLocale('ru', periodTexts),
    reset: 'Сбросить фильтры',
    remove: 'Убрать фильтр: %{label}',
  },
  views: {
    title: 'Виды',
    missing: 'Такого вида нет, или он вам не открыт. Показан обычный список.',
  },
  pages: {
    size: 'На странице',
    range: '%{from}–%{to} из %{total}',
    previous: 'Предыдущая страница',
    next: 'Следующая страница',
    label: 'Страницы списка',
  },
  loading: 'Список загружается',
  empty: { title: 'Здесь пока нет %{noun}', text: 'Они появятся здесь.' },
  nothing: { title: 'Ничего не найдено', text: 'Нет %{noun}, подходящих под поиск и фильтры.' },
  failed: {
    title: 'Список не загрузился',
    costly: 'Такой поиск занимает слишком много времени',
    offline: 'Сервер не отвечает. Проверьте соединение и попробуйте ещё раз.',
    unknown: 'Что-то пошло не так. Попробуйте ещё раз.',
    trace: 'Код для поддержки: %{id}',
    retry: 'Повторить',
  },
  form: {
    save: 'Сохранить',
    editing: 'Изменить: %{title}',
    staleTitle: 'Запись изменилась, пока вы её правили',
    staleHelp: 'Пока ничего не сохранено, ваш ввод остался в форме. Сохраните ещё раз.',
    staleReplaced: 'Ваш ввод заменит эти изменения:',
    staleShown: 'Эти изменения уже в форме:',
    staleElsewhere: 'В полях этой формы ничего не изменилось.',
    discardInput: 'Отменить мой ввод',
    searchFailed: 'Поиск не удался',
    searching: 'Ищем…',
    next: 'Дальше',
    back: 'Назад',
    step: 'Шаг %{n} из %{count}: %{title}',
    draftKept: 'Черновик сохраняется в этом браузере',
    draftTaken: 'Продолжаем черновик от %{at}.',
    draftAnew: 'Начать заново',
    taken: 'Такой номер уже есть',
    alike: 'Почти такой номер уже есть: %{number}. Отличаются только похожие буквы (латинские и русские) или знаки.',
    doubt: '%{text}. Проверьте.',
  },
  record: {
    missing: 'Такой записи нет',
    missingHelp: 'Возможно, её удалили, или адрес набран с ошибкой.',
    failed: 'Запись не загрузилась',
    removed: 'Удалено: %{title}',
    acted: '%{action}: %{title}. Готово',
    data: 'Данные',
    edit: 'Изменить',
    history: 'История',
    historyLoading: 'История загружается…',
    historyEmpty: 'Изменений пока нет.',
    system: 'Система',
    reason: 'Причина: %{reason}',
    actions: 'Действия',
    effects: 'Что изменится',
    noRelated: 'Пока ничего нет.',
    goneReference: '#%{id}, записи больше нет',
    allRelated: 'Показать все: %{total}',
  },
  selection: {
    row: 'Выбрать: %{title}',
    page: 'Выбрать все на странице',
    count: 'Выбрано: %{count}',
    clear: 'Снять выбор',
    full: 'Выбрать можно не больше %{n} записей. Выгрузите выбранные или снимите выбор с лишних.',
    noRoom: 'В браузере кончилось место: запись не выбрана.',
  },
  export: {
    origin: textsInLocale('ru', originTexts),
    title: 'Выгрузить',
  },
} as const;

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
    imports: 'Ваучеры из файлов CSV и XLSX',
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
