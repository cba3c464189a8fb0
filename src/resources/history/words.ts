import type { Bilingual } from '../../schema/kinds/field.ts';

/** Words for the actions in the history of records. A move of a life cycle uses the words of its button instead. */
export const auditActions = {
  create: { ru: 'запись создана', en: 'created' },
  read: { ru: 'прочитан заново', en: 'read again' },
  revoke: { ru: 'отозван', en: 'revoked' },
  drop: { ru: 'отброшено', en: 'dropped' },
  map: { ru: 'привязано к устройству', en: 'mapped to a device' },
  unmap: { ru: 'имена отвязаны', en: 'names unmapped' },
  update: { ru: 'изменены данные', en: 'data changed' },
  move: { ru: 'перенос в другой раздел', en: 'moved to another section' },
  merge: { ru: 'закрыта как дубль', en: 'closed as a duplicate' },
  laterFinding: {
    ru: 'новые данные после решения',
    en: 'new data after the decision',
  },
  refine: { ru: 'уточнено по данным устройства', en: 'refined by device data' },
  unlock: { ru: 'освобождена', en: 'released' },
  lock: { ru: 'взята в работу', en: 'claimed' },
  takeOver: { ru: 'забрана у другого', en: 'taken over' },
  note: { ru: 'добавлена заметка', en: 'note added' },
  noteChange: { ru: 'изменена заметка', en: 'note changed' },
  noteDelete: { ru: 'удалена заметка', en: 'note deleted' },
  image: { ru: 'добавлено фото', en: 'photo added' },
  imageDelete: { ru: 'удалено фото', en: 'photo deleted' },
  approve: { ru: 'одобрено', en: 'approved' },
  decline: { ru: 'отклонено', en: 'declined' },
  passwordChange: { ru: 'изменён пароль', en: 'password changed' },
  passwordLink: { ru: 'послана ссылка для пароля', en: 'password link sent' },
  passwordReset: { ru: 'пароль задан по ссылке', en: 'password set by link' },
  picture: { ru: 'изменено фото', en: 'photo changed' },
  pictureDelete: { ru: 'удалено фото', en: 'photo deleted' },
  sessionEnd: { ru: 'завершён сеанс', en: 'session ended' },
  sessionCopied: { ru: 'сеанс завершён: его ключ скопирован', en: 'session ended: its token was copied' },
  settings: { ru: 'изменены настройки', en: 'settings changed' },
  block: { ru: 'заблокирован', en: 'blocked' },
  unblock: { ru: 'разблокирован', en: 'unblocked' },
  remove: { ru: 'запись удалена', en: 'removed' },
  resend: { ru: 'послана ссылка для входа', en: 'a link to sign in was sent' },
  linkSignIn: { ru: 'вход по ссылке', en: 'signed in by link' },
  handOver: { ru: 'передана', en: 'handed over' },
  run: { ru: 'массовое изменение выполнено', en: 'bulk change done' },
  undo: { ru: 'изменения отменены', en: 'undone' },
  cancel: { ru: 'прервано', en: 'stopped' },
  assign: { ru: 'назначен оператор', en: 'assigned' },
  toMini: { ru: 'перенос в мини-убытки', en: 'moved to mini-losses' },
  setNextCall: { ru: 'запланирован звонок', en: 'call scheduled' },
  whereabouts: { ru: 'просмотр поездок', en: 'trips viewed' },
  sighting: { ru: 'вопрос «был ли там?»', en: 'asked whether it was there' },
  excludeTrip: { ru: 'поездка не учитывается в балле', en: 'trip excluded from the score' },
  restoreTrip: { ru: 'поездка снова учитывается в балле', en: 'trip counts again' },
  recompute: { ru: 'оценки пересчитаны', en: 'scores recomputed' },
  pause: { ru: 'приостановлен', en: 'paused' },
  resume: { ru: 'возобновлён', en: 'resumed' },
  off: { ru: 'отключён после сбоев', en: 'off after failures' },
  rotate: { ru: 'сменён секрет', en: 'secret changed' },
  replay: { ru: 'отправлено ещё раз', en: 'sent again' },
  call: { ru: 'записан звонок', en: 'call logged' },
  imageChange: { ru: 'изменено фото', en: 'photo changed' },
  dossier: { ru: 'составлено досье', en: 'dossier made' },
  handout: { ru: 'страница передана клиенту', en: 'page handed over to the client' },
  handoutWithdraw: { ru: 'страница для клиента отозвана', en: 'page for the client withdrawn' },
  dossierFetch: { ru: 'скачано досье', en: 'dossier downloaded' },
  export: { ru: 'выгрузка', en: 'exported' },
  import: { ru: 'импорт', en: 'imported' },
  upload: { ru: 'загружен файл', en: 'file uploaded' },
} as const satisfies Readonly<Record<string, Bilingual>>;

/**
 * Labels in the history of records for names that are no fields of a description, such as changes of a trip and
 * sessions.
 */
export const auditFields = {
  TripNotes: { ru: 'Заметки к поездке', en: 'Notes on a trip' },
  TripExcluded: { ru: 'Поездка не учтена в балле', en: 'Trip excluded from the score' },
  Session: { ru: 'Сеанс', en: 'Session' },
  Address: { ru: 'Сетевой адрес', en: 'Network address' },
  HandoutTitle: { ru: 'О чём страница', en: 'Subject of the page' },
  HandoutExpiresAt: { ru: 'Страница действует до', en: 'Page valid until' },
  Whereabouts: { ru: 'Что смотрели', en: 'What was looked at' },
} as const satisfies Readonly<Record<string, Bilingual>>;

export const auditTexts = (
  words: Readonly<Record<string, Bilingual>>,
  locale: keyof Bilingual,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).map(([name, word]) => [name, word[locale]]));
