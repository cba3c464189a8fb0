import type { PoolClient } from 'pg';

const tables = ['client', 'vehicle', 'device', 'voucher', 'monitored_object', 'device_period', 'accident'] as const;

/**
 * Drops the indexes of large tables around a bulk load and recreates them. Primary keys stay.
 * Foreign keys are dropped too, because a check of all rows at once is a join and not a lookup per row.
 */
export const withoutIndexes = async (
  client: PoolClient,
  work: () => Promise<void>,
  log: (message: string) => void,
): Promise<void> => {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
       from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = any($1::regclass[])
        and not exists (select from pg_constraint k where k.conindid = x.indexrelid)`,
    [tables],
  );
  const { rows: keys } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [tables],
  );
  for (const { owner, name } of keys) await client.query(`alter table ${owner} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  log('demo: rows written, building indexes');
  for (const { definition } of indexes) await client.query(definition);
  for (const { owner, name, definition } of keys)
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`);
};
