import { resources } from '../../resources/index.ts';
import { pageTitles, resourceTexts } from '../../schema/texts.ts';
import { ruFirst } from './first.ts';
import { lists } from './lists.ts';
import { reactAdmin } from './ra.ts';

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
