import type { Locale } from '../../src/contract/messages/index.ts';

/** Subject, paragraphs, label of the link, footer. `{name}` is filled in. */
interface LetterTexts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: string;
  readonly after?: string;
}

const scheduleFooterRu =
  'Письмо приходит регулярно, потому что так настроил(а) {owner}. Приостановить рассылку можно в кабинете, на странице «Выгрузки».';
const scheduleFooterEn =
  'This e-mail comes regularly, as {owner} has set it up. It can be paused in Drivedesk, on the page “Exports”.';

const ru = {
  reset: {
    subject: 'Новый пароль для Drivedesk',
    paragraphs: ['{name}, для вашей учётной записи {email} попросили задать новый пароль.'],
    link: 'Задать новый пароль',
    after:
      'Ссылка действует один час и срабатывает один раз. Если вы об этом не просили, ничего делать не нужно: пароль останется прежним.',
  },
  invite: {
    subject: 'Ваша учётная запись в Drivedesk готова',
    paragraphs: ['{name}, вам открыт доступ в кабинет компании «{company}». Логин: {email}.'],
    link: 'Задать пароль',
    after: 'Ссылка действует трое суток и срабатывает один раз.',
  },
  access: {
    subject: 'Ссылка для входа в Drivedesk',
    paragraphs: ['{name}, руководитель отправил вам ссылку для входа в кабинет компании «{company}». Логин: {email}.'],
    link: 'Задать пароль и войти',
    after: 'Ссылка действует трое суток и срабатывает один раз. Прежние ссылки больше не действуют.',
  },
  declined: {
    subject: 'Заявка на доступ в Drivedesk отклонена',
    paragraphs: ['{name}, заявка на учётную запись в компании «{company}» отклонена. Уточните у своего руководителя.'],
  },
  alreadyThere: {
    subject: 'У вас уже есть учётная запись в Drivedesk',
    paragraphs: [
      'На адрес {email} попросили создать учётную запись, но она уже есть. Если забыли пароль, задайте новый.',
    ],
    link: 'Восстановить доступ',
    after: 'Если вы об этом не просили, ничего делать не нужно.',
  },
  registration: {
    subject: 'Заявка на доступ: {applicant}',
    paragraphs: ['{applicant} ({email}) просит учётную запись в компании «{company}».'],
    link: 'Рассмотреть заявку',
    after: 'Такие письма отключаются в настройках кабинета.',
  },
  passwordChanged: {
    subject: 'Пароль Drivedesk изменён',
    paragraphs: ['{name}, пароль вашей учётной записи {email} изменён, остальные сеансы завершены.'],
    after: 'Если это сделали не вы, сразу задайте новый пароль и сообщите руководителю.',
  },
  webhookOff: {
    subject: 'Вебхук отключён',
    paragraphs: ['Вебхук {url} не принял 50 сообщений подряд и отключён. События продолжают записываться.'],
    link: 'Открыть вебхук',
    after: 'Почините получателя и нажмите «Возобновить». Недоставленное можно отправить ещё раз за любой срок.',
  },
  newDevice: {
    subject: 'Вход в Drivedesk с нового устройства',
    paragraphs: ['{name}, в вашу учётную запись {email} вошли с нового устройства: {device}.'],
    link: 'Посмотреть сеансы',
    after: 'Если это были не вы, завершите этот сеанс и смените пароль. Такие письма отключаются в настройках.',
  },
  copiedSession: {
    subject: 'Сеанс Drivedesk завершён: его ключ скопирован',
    paragraphs: [
      '{name}, сеанс вашей учётной записи {email} ({device}) завершён: {when} с адреса {address} к нам обратились с ключом этого сеанса, который уже заменён. Значит, ключ есть у кого-то ещё.',
    ],
    link: 'Посмотреть сеансы',
    after: 'Войдите заново и смените пароль. Если вы не узнаёте адрес, сообщите руководителю.',
  },
  scheduledExport: {
    subject: '{name}, {when}',
    paragraphs: ['«{list}»: {filter}. Строк: {rows}. Данные на {when}.', 'Файл {file} приложен к письму.'],
    after: scheduleFooterRu,
  },
  scheduledExportEmpty: {
    subject: '{name}, {when}: ничего нет',
    paragraphs: [
      '«{list}»: {filter}. На {when} под этот отбор не подходит ни одна запись.',
      'В приложенном файле {file} только заголовки.',
    ],
    after: scheduleFooterRu,
  },
  scheduledExportLink: {
    subject: '{name}, {when}',
    paragraphs: [
      '«{list}»: {filter}. Строк: {rows}. Данные на {when}.',
      'Файл {file} больше 10 МБ, поэтому он не приложен. Он хранится в кабинете до {until}. Скачать его могут {owner} и руководители.',
    ],
    link: 'Открыть выгрузки',
    after: scheduleFooterRu,
  },
  weeklySummary: {
    subject: '{name}, {period}',
    paragraphs: [
      '{company}: неделя {period}. Данные на {when}. Число со ссылкой открывает записи, которые оно считает.',
    ],
    link: 'Открыть рабочий стол',
    after: scheduleFooterRu,
  },
  clientPage: {
    subject: '{title}',
    paragraphs: ['Здравствуйте! {company} подготовила для вас страницу: {title}.'],
    link: 'Открыть страницу',
    after: 'Ссылка действует до {until}. Она только для вас: не пересылайте её.',
  },
} satisfies Record<string, LetterTexts>;

export type LetterName = keyof typeof ru;

const en: { readonly [Name in LetterName]: LetterTexts } = {
  reset: {
    subject: 'A new password for Drivedesk',
    paragraphs: ['{name}, somebody asked to set a new password for your account {email}.'],
    link: 'Set a new password',
    after:
      'The link works once, within one hour. If it was not you, you need not do anything: the password stays as it is.',
  },
  invite: {
    subject: 'Your Drivedesk account is ready',
    paragraphs: ['{name}, you now have access to Drivedesk for “{company}”. Your login: {email}.'],
    link: 'Choose a password',
    after: 'The link is valid for three days and works once.',
  },
  access: {
    subject: 'A link to sign in to Drivedesk',
    paragraphs: ['{name}, your manager sent you a link to sign in to Drivedesk for “{company}”. Your login: {email}.'],
    link: 'Choose a password and sign in',
    after: 'The link is valid for three days and works once. Earlier links no longer work.',
  },
  declined: {
    subject: 'Your request for Drivedesk was declined',
    paragraphs: ['{name}, the request for an account of “{company}” was declined. Your manager can tell you more.'],
  },
  alreadyThere: {
    subject: 'You already have a Drivedesk account',
    paragraphs: [
      'Somebody asked for an account for {email}, but it already exists. If you forgot the password, set a new one.',
    ],
    link: 'Restore access',
    after: 'If it was not you, you need not do anything.',
  },
  registration: {
    subject: 'Access request: {applicant}',
    paragraphs: ['{applicant} ({email}) requests an account of “{company}”.'],
    link: 'Review the request',
    after: 'These e-mails can be turned off in the settings.',
  },
  passwordChanged: {
    subject: 'Your Drivedesk password was changed',
    paragraphs: ['{name}, the password of your account {email} was changed, and its other sessions were ended.'],
    after: 'If it was not you, set a new password at once and tell your manager.',
  },
  webhookOff: {
    subject: 'A webhook was turned off',
    paragraphs: [
      'The webhook {url} accepted none of 50 messages in a row and was turned off. Events are still recorded.',
    ],
    link: 'Open the webhook',
    after: 'Fix the receiver and press “Resume”. What was not delivered can be sent again for any period.',
  },
  newDevice: {
    subject: 'Signed in to Drivedesk from a new device',
    paragraphs: ['{name}, somebody signed in to your account {email} from a new device: {device}.'],
    link: 'See the sessions',
    after:
      'If it was not you, end that session and change the password. These e-mails can be turned off in the settings.',
  },
  copiedSession: {
    subject: 'A Drivedesk session was ended: its token was copied',
    paragraphs: [
      '{name}, a session of your account {email} ({device}) was ended: at {when} somebody at the address {address} used a token of it that had already been replaced. So somebody else has a copy.',
    ],
    link: 'See the sessions',
    after: 'Sign in again and change the password. If you do not know the address, tell your manager.',
  },
  scheduledExport: {
    subject: '{name}, {when}',
    paragraphs: ['“{list}”: {filter}. Rows: {rows}. Data as of {when}.', 'The file {file} is attached.'],
    after: scheduleFooterEn,
  },
  scheduledExportEmpty: {
    subject: '{name}, {when}: nothing found',
    paragraphs: [
      '“{list}”: {filter}. As of {when} no record matches.',
      'The attached file {file} has only the headings.',
    ],
    after: scheduleFooterEn,
  },
  scheduledExportLink: {
    subject: '{name}, {when}',
    paragraphs: [
      '“{list}”: {filter}. Rows: {rows}. Data as of {when}.',
      'The file {file} is larger than 10 MB, so it is not attached. It is kept in Drivedesk until {until}. {owner} and managers can download it.',
    ],
    link: 'Open the exports',
    after: scheduleFooterEn,
  },
  weeklySummary: {
    subject: '{name}, {period}',
    paragraphs: [
      '{company}: week of {period}. Data as of {when}. A number with a link opens the records that it counts.',
    ],
    link: 'Open the work desk',
    after: scheduleFooterEn,
  },
  clientPage: {
    subject: '{title}',
    paragraphs: ['Good day. {company} has made a page for you: {title}.'],
    link: 'Open the page',
    after: 'The link is valid until {until}. It is for you only: do not forward it.',
  },
};

export const letterTexts: { readonly [L in Locale]: { readonly [Name in LetterName]: LetterTexts } } = { ru, en };
