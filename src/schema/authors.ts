import { f } from './fields.ts';

/** Name of the record's author. */
export const authorName = f.text({ label: { ru: 'Кто', en: 'Author' }, required: true });

/** Account id of the record's author, for `authorOnly`. The list does not offer this field as a column. */
export const authorId = f.number({
  label: { ru: 'Номер автора', en: 'Author no.' },
  required: true,
  identifier: true,
  unlisted: true,
});
