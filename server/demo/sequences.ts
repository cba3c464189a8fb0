import type { PoolClient } from 'pg';
import type { Counters } from './accidentRows.ts';

const tables = [
  'company',
  'account',
  'client',
  'vehicle',
  'voucher',
  'accident',
  'installation_center',
  'trip',
] as const;

/** Highest number in use or handed out. A rolled back insert uses one up too. */
const lastOf = async (client: PoolClient, table: string, column: string, sequence: string): Promise<number> => {
  const { rows } = await client.query<{ last: string }>(
    `select greatest((select coalesce(max(${column}), 0) from ${table}),
       (select case when is_called then last_value else last_value - 1 end from ${sequence})) as last`,
  );
  return Number(rows[0]!.last);
};

const sequenceOf = async (client: PoolClient, table: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>('select pg_get_serial_sequence($1, $2) as name', [table, 'id']);
  return rows[0]!.name;
};

export const lastIds = async (client: PoolClient): Promise<Counters> => {
  const last = {} as Counters['last'];
  for (const table of tables) last[table] = await lastOf(client, table, 'id', await sequenceOf(client, table));
  return { last };
};

/** Advances sequences past the ids written by COPY. */
export const moveSequences = async (client: PoolClient): Promise<void> => {
  const { last } = await lastIds(client);
  for (const table of tables)
    if (last[table] > 0) await client.query('select setval($1, $2)', [await sequenceOf(client, table), last[table]]);
};
