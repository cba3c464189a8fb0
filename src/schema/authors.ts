import { f } from './fields.ts';

/** Name of the record's author. */
export const authorName = f.text({ label: { ru: 'Кто', en: 'Author' }, required: true });

/** Account of the record's author. `authorOnly` compares it, and it is no column. */
export const authorId = f.number({
  label: { ru: 'Номер автора', en: 'Author no.' },
  required: true,
  identifier: true,
  unlisted: true,
});
