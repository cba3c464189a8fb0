import { f } from './fields.ts';

/** Name of who made a record, for people. */
export const authorName = f.text({ label: { ru: 'Кто', en: 'Author' }, required: true });

/** Account of who made a record: what `authorOnly` compares, and no column. */
export const authorId = f.number({
  label: { ru: 'Номер автора', en: 'Author no.' },
  required: true,
  identifier: true,
  unlisted: true,
});
