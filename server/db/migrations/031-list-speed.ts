import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * A sort order of a list: company, the split column, the sort column, the number. `nullable`: one index for each
 * direction.
 */
const orders: readonly (readonly [table: string, before: string, column: string, nullable?: 'nullable'])[] = [
  ['voucher', '', 'number'],
  ['voucher', '', 'activated_at', 'nullable'],
  ['voucher', '', 'client_name'],
  ['voucher', '', 'vehicle_brand'],
  ['voucher', '', 'vehicle_model'],
  ['voucher', '', 'reg_number'],
  ['voucher', '', 'crashes'],
  ['voucher', '', 'contract_end', 'nullable'],
  ['accident', 'status, ', 'crash_unique_identifier'],
  ['accident', 'status, ', 'client_name'],
  ['accident', 'status, ', 'maximum_acceleration_g', 'nullable'],
  ['accident', 'status, ', 'reg_number'],
  ['accident', 'status, ', 'voucher_number'],
  ['accident', 'status, ', 'status_of_road_accident_id', 'nullable'],
  ['accident', 'status, ', 'next_call_at', 'nullable'],
  ['client', '', 'full_name'],
  ['client', '', 'city'],
  ['device', '', 'imei'],
];

const wanted = orders.flatMap(([table, before, column, nullable]) => {
  const name = `${table}_by_${column}`;
  const upwards = { table, name, columns: `(company_id, ${before}${column}, id)` };
  const downwards = {
    table,
    name: `${name}_down`,
    columns: `(company_id, ${before}${column} DESC NULLS LAST, id DESC)`,
  };
  return nullable ? [upwards, downwards] : [upwards];
});

/**
 * Indexes for lists of a million rows in any order and at any page, and for searches for two letters.
 * A sort column that may be null has an index for each direction, because such rows come last in both.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<{ table: string; definition: string }>`
    select indrelid::regclass::text as table, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any(${[...new Set(wanted.map(({ table }) => table))]}::regclass[])
      and indpred is null and indisvalid`.execute(db);
  for (const { table, name, columns } of wanted) {
    const exists = rows.some(row => row.table === table && row.definition.endsWith(` USING btree ${columns}`));
    if (!exists) await sql.raw(`create index ${name} on ${table} ${columns}`).execute(db);
  }
  await sql`
    -- Letters of a text two by two, each pair as a number. Pairs may share one, so matches are verified. Not pairs of
    -- digits: every second row has any of them, in a phone or an IMEI, and to read all rows takes no longer.
    create function search_pairs(value text) returns integer[]
      language sql immutable parallel safe strict
      return (select array_agg((ascii(one) & 32767) * 65536 + (ascii(next) & 65535))
        from unnest(string_to_array(value, null), string_to_array(substr(value, 2), null)) as pair(one, next)
        where next is not null and greatest(ascii(one), ascii(next)) > 57);
    create index voucher_pairs on voucher using gin (search_pairs(search));
    create index accident_pairs on accident using gin (search_pairs(search));
    create index client_pairs on client using gin (search_pairs(search));
    create index device_pairs on device using gin (search_pairs(search));

    -- Number of the company's changes, of those too that are no news: what is remembered of a list holds until the next.
    alter table event_head add column changes bigint not null default 0;
  `.execute(db);
};
