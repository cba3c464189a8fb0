import { columnText, joinColumns, type SearchIndex } from '../../engine/table/searchIndex.ts';

/**
 * Search index of vouchers. Its SQL expressions must equal those of the database indexes, because PostgreSQL uses an
 * index only for the same expression.
 */
export const voucherSearch: SearchIndex = {
  id: 'id',
  columns: `id, object_id, number, reg_number, client_name, client_phone, coalesce(imei, '') as imei, vin,
    vehicle_brand, vehicle_model, city`,
  keys: [
    { keyKind: 'key', expression: 'search_plain(number)' },
    { keyKind: 'key', expression: 'search_plain(reg_number)' },
    { keyKind: 'name', expression: 'search_words(client_name)' },
    { keyKind: 'tail', expression: 'reverse(imei)' },
    { keyKind: 'tail', expression: 'reverse(search_plain(vin))' },
    { keyKind: 'phoneTail', expression: 'reverse(search_phone(client_phone))' },
  ],
  lexemes: 'search_words',
  text: 'search',
  columnRoles: {
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
  display: row => ({
    Title: columnText(row, 'number'),
    about: [
      columnText(row, 'client_name'),
      columnText(row, 'reg_number'),
      joinColumns(row, 'vehicle_brand', 'vehicle_model'),
    ],
  }),
};
