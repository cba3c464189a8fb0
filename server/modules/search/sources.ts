import type { SearchKind } from '../../../src/contract/shapes/search.ts';
import type { Field } from '../../domain/search/rank.ts';

/** What is looked up in a B-tree: a key, a name prefix, a reversed suffix, a phone. */
export type Ask = 'key' | 'name' | 'tail' | 'phone' | 'phoneTail' | 'number';

/** A row as read; columns are named as in the fields below. */
export type Row = Readonly<Record<string, string | number | null>> & { readonly id: string | number };

/** Where records of a kind are searched. The expressions must equal those of the indexes in migration 008. */
export interface Source {
  readonly kind: SearchKind;
  readonly table: string;
  readonly id: string;
  readonly columns: string;
  /** Of equal matches the newest comes first, not the oldest. */
  readonly newestFirst?: true;
  readonly where?: string;
  readonly keys: readonly { readonly ask: Ask; readonly expression: string; readonly where?: string }[];
  /** Words in one GIN index, and a folded text in another as trigrams. */
  readonly lexemes?: string;
  readonly fold?: string;
  readonly fields: (row: Row) => readonly Field[];
}

const personName = "last_name || ' ' || first_name || ' ' || middle_name";

const fieldsOf =
  (roles: Readonly<Record<string, Field['role']>>) =>
  (row: Row): Field[] =>
    Object.entries(roles).map(([column, role]) => ({ role, value: String(row[column] ?? '') }));

export const vouchers: Source = {
  kind: 'voucher',
  table: 'voucher',
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
  lexemes: 'words',
  fold: 'search_fold(search)',
  fields: fieldsOf({
    number: 'key',
    reg_number: 'key',
    client_name: 'name',
    imei: 'key',
    client_phone: 'phone',
    vin: 'key',
    vehicle_brand: 'text',
    vehicle_model: 'text',
    city: 'text',
  }),
};

export const accidents: Source = {
  kind: 'accident',
  table: 'accident',
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
  fold: 'search_fold(search)',
  fields: fieldsOf({
    id: 'key',
    voucher_number: 'key',
    reg_number: 'key',
    client_name: 'name',
    client_phone: 'phone',
    vehicle_brand: 'text',
    vehicle_model: 'text',
    city: 'text',
  }),
};

export const clients: Source = {
  kind: 'client',
  table: 'client',
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
  fields: fieldsOf({ name: 'name', phone: 'phone', second_phone: 'phone', email: 'key', city: 'text' }),
};

/** A company has tens of them, so they are read and compared one by one. */
export const operators: Source = {
  kind: 'operator',
  table: 'account',
  id: 'id',
  columns: 'id, full_name, email, phone, occupation',
  keys: [],
  fields: fieldsOf({ full_name: 'name', email: 'key', phone: 'phone', occupation: 'text' }),
};

export const devices: Source = {
  kind: 'device',
  table: 'device',
  id: 'imei',
  columns: 'imei as id, id as device_id, imei, sim_number, obu_brand, obu_model',
  keys: [
    { ask: 'key', expression: 'imei' },
    { ask: 'tail', expression: 'reverse(imei)' },
    { ask: 'phoneTail', expression: 'reverse(search_phone(sim_number))' },
  ],
  fields: fieldsOf({ imei: 'key', sim_number: 'phone', obu_brand: 'text', obu_model: 'text' }),
};
