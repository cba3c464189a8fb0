import { f } from './fields.ts';

/** Field with the name of the person who made the record. */
export const authorName = f.text({ label: { ru: 'Кто', en: 'Author' }, required: true });

/** Field with the account id of the person who made the record, for `authorOnly`. Lists do not offer it as a column. */
export const authorId = f.number({
  label: { ru: 'Номер автора', en: 'Author no.' },
  required: true,
  identifier: true,
  unlisted: true,
});
