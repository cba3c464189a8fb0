import { type SearchIndex, textOf } from '../../engine/table/searchIndex.ts';

/** The expressions equal those of the indexes in migration 008. */
export const operatorFound: SearchIndex = {
  id: 'id',
  columns: 'id, full_name, email, phone, occupation',
  few: true,
  keys: [],
  matched: { full_name: 'name', email: 'key', phone: 'phone', occupation: 'text' },
  shown: row => ({ Title: textOf(row, 'full_name'), about: [textOf(row, 'occupation'), textOf(row, 'email')] }),
};
