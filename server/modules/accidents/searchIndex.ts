import { joined, type SearchIndex, textOf } from '../../engine/table/searchIndex.ts';

/** The expressions equal those of the indexes in migration 008. */
export const accidentFound: SearchIndex = {
  id: 'id',
  newestFirst: true,
  columns: `id, object_id, status, crash_at, voucher_number, reg_number, client_name, client_phone, vehicle_brand,
    vehicle_model, city`,
  keys: [
    { ask: 'number', expression: 'id' },
    { ask: 'key', expression: 'search_plain(reg_number)' },
    { ask: 'key', expression: 'search_plain(voucher_number)' },
    { ask: 'name', expression: 'search_words(client_name)' },
    { ask: 'phoneTail', expression: 'reverse(search_phone(client_phone))' },
  ],
  lexemes: 'words',
  text: 'search',
  matched: {
    id: 'key',
    voucher_number: 'key',
    reg_number: 'key',
    client_name: 'name',
    client_phone: 'phone',
    vehicle_brand: 'text',
    vehicle_model: 'text',
    city: 'text',
  },
  shown: row => ({
    Title: textOf(row, 'id'),
    about: [textOf(row, 'client_name'), textOf(row, 'reg_number'), joined(row, 'vehicle_brand', 'vehicle_model')],
    At: textOf(row, 'crash_at'),
  }),
};
