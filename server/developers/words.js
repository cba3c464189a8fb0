/** Language and theme are those of the cabinet, which keeps them under these names. */
const kept = name => {
  try {
    return localStorage.getItem(name);
  } catch {
    // Storage may be blocked: the defaults hold.
    return null;
  }
};

export const locale = kept('applocale') === 'en' ? 'en' : 'ru';
document.documentElement.lang = locale;
document.documentElement.dataset.theme = kept('apptheme') === 'dark' ? 'dark' : 'light';

const texts = {
  ru: {
    search: 'Найти вызов',
    key: 'Ключ или токен',
    keyHelp: 'Хранится в этой вкладке до её закрытия',
    file: 'Описание OpenAPI',
    cabinet: 'Кабинет',
    none: 'Таких вызовов нет',
    parameters: 'Параметры',
    name: 'Имя',
    type: 'Тип',
    meaning: 'Значение',
    required: 'обязательно',
    body: 'Тело запроса',
    answer: 'Ответ',
    example: 'Пример',
    shape: 'Схема',
    open: 'Без ключа',
    platformKey: 'Ключ платформы устройств',
    token: 'Токен пользователя',
    attempt: 'Попробовать',
    send: 'Отправить',
    sending: 'Отправляется…',
    changes: 'Вызов изменит данные. Отправить?',
    unreadable: 'Тело должно быть в формате JSON',
    unreached: 'Сервер не отвечает',
    bytes: 'байт, тип',
    file_: 'Файл',
  },
  en: {
    search: 'Find a call',
    key: 'Key or token',
    keyHelp: 'Kept in this tab until it is closed',
    file: 'OpenAPI document',
    cabinet: 'Cabinet',
    none: 'No such calls',
    parameters: 'Parameters',
    name: 'Name',
    type: 'Type',
    meaning: 'Meaning',
    required: 'required',
    body: 'Request body',
    answer: 'Answer',
    example: 'Example',
    shape: 'Schema',
    open: 'No key',
    platformKey: 'Key of a device platform',
    token: 'Token of a user',
    attempt: 'Try it',
    send: 'Send',
    sending: 'Sending…',
    changes: 'This call changes data. Send it?',
    unreadable: 'The body must be JSON',
    unreached: 'The server does not answer',
    bytes: 'bytes of type',
    file_: 'File',
  },
};

export const word = name => texts[locale][name];

/** An element with attributes and children; text is never read as markup. */
export const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  element.append(...children.filter(child => child !== undefined && child !== ''));
  return element;
};
