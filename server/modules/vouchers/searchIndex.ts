import { joined, type SearchIndex, textOf } from '../../engine/table/searchIndex.ts';

/**
 * The expressions must equal those of the database indexes, because PostgreSQL uses an index only for the same
 * expression.
 */
export const voucherFound: SearchIndex = {
  id: 'id',
  columns: `id, object_id, number, reg_number, client_name, client_phone, coalesce(imei, '') as imei, vin,
    vehicle_brand, vehicle_model, city`,
  keys: [
    { ask: 'key', expression: 'search_plain(number)' },
    { ask: 'key', expression: 'search_plain(reg_number)' },
    { ask: 'name', expression: 'search_words(client_name)' },
    { ask: 'tail', expression: 'reverse(imei)' },
    { ask: 'tail', expression: 'reverse(search_plain(vin))' },
    { ask: 'phoneTail', expression: 'reverse(search_phone(client_phone))' },
  ],
  lexemes: 'search_words',
  text: 'search',
  matched: {
    number: 'key',
    reg_number: 'key',
    client_name: 'name',
    imei: 'key',
    client_phone: 'phone',
    vin: 'key',
    vehicle_brand: 'text',
    vehicle_model: 'text',
    city: 'text',
  },
  shown: row => ({
    Title: textOf(row, 'number'),
    about: [textOf(row, 'client_name'), textOf(row, 'reg_number'), joined(row, 'vehicle_brand', 'vehicle_model')],
  }),
};
