import { type SearchIndex, textOf } from '../../engine/table/searchIndex.ts';

const personName = "last_name || ' ' || first_name || ' ' || middle_name";

/** The expressions equal those of the indexes in migration 008. */
export const clientFound: SearchIndex = {
  id: 'id',
  columns: `id, ${personName} as name, phone, second_phone, email, city`,
  keys: [
    { ask: 'name', expression: `search_words(${personName})` },
    { ask: 'phone', expression: 'search_phone(phone)' },
    { ask: 'phoneTail', expression: 'reverse(search_phone(phone))' },
    { ask: 'phoneTail', expression: 'reverse(search_phone(second_phone))', where: "second_phone <> ''" },
    { ask: 'key', expression: 'search_plain(email)', where: "email <> ''" },
  ],
  lexemes: 'words',
  matched: { name: 'name', phone: 'phone', second_phone: 'phone', email: 'key', city: 'text' },
  shown: row => ({ Title: textOf(row, 'name'), about: [textOf(row, 'phone'), textOf(row, 'city')] }),
};
