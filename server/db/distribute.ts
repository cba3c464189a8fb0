import { sql, type Transaction } from 'kysely';
import type { Db } from './connect.ts';
import type { Place } from './place.ts';
import { distributionColumn, placement } from './placement.ts';
import type { Database } from './types.ts';

type Tx = Transaction<Database>;

/** Key of the advisory lock; unique in the project. */
const distributeLock = 5_217_004;

interface ForeignKey {
  readonly owner: string;
  readonly name: string;
  readonly definition: string;
}

const isCluster = async (db: Db): Promise<boolean> =>
  (await sql`select from pg_extension where extname = 'citus'`.execute(db)).rows.length > 0;

/** Tables already distributed or replicated. */
const readPlaced = async (db: Db): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from citus_tables where citus_table_type in ('distributed', 'reference')`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
};

export const isSpread = async (db: Db): Promise<boolean> => (await isCluster(db)) && (await readPlaced(db)).size > 0;

/** Referenced tables before those that reference them, replicated before distributed ones. */
const order: readonly Place[] = ['reference', 'company', 'object'];
const wanted = order.flatMap(place =>
  Object.entries(placement)
    .filter(([, its]) => its === place)
    .map(([table]) => ({ table, place })),
);

const dropForeignKeys = async (db: Tx, tables: readonly string[]): Promise<readonly ForeignKey[]> => {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
      and (conrelid = any(${tables}::regclass[]) or confrelid = any(${tables}::regclass[]))
    order by 1, 2`.execute(db);
  for (const { owner, name } of rows)
    await sql`alter table ${sql.table(owner)} drop constraint ${sql.ref(name)}`.execute(db);
  return rows;
};

/** Other tables are colocated with these, so that rows of one company or object are on one node. */
const leader: Readonly<Record<string, string>> = { company_id: 'client', object_id: 'position_block' };

const place = async (db: Tx, table: string, column: string | undefined): Promise<void> => {
  if (!column) await sql`select create_reference_table(${table})`.execute(db);
  else
    await sql`select create_distributed_table(${table}, ${column}, colocate_with => ${
      table === leader[column] ? 'none' : leader[column]
    })`.execute(db);
};

/**
 * Distributes the tables over a cluster's nodes as `placement` says; returns those that were moved. Atomic, and
 * idempotent so that it can run after every release.
 */
export const distribute = async (db: Db): Promise<readonly string[]> => {
  if (!(await isCluster(db)))
    throw new Error('This database has no Citus: "create extension citus" and name its machines first.');
  return db.transaction().execute(async tx => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = 0`.execute(tx);
    // When several servers start with a new release, one moves the tables and the others wait.
    await sql`select pg_advisory_xact_lock(${distributeLock})`.execute(tx);
    const placed = await readPlaced(tx);
    const missing = wanted.filter(({ table }) => !placed.has(table));
    if (missing.length === 0) return [];
    const tables = missing.map(({ table }) => table);

    // Foreign keys between distributed and reference tables are created in the same transaction.
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx);
    // A foreign key to a table not yet moved is refused, so all are dropped and recreated.
    const keys = await dropForeignKeys(tx, tables);
    for (const { table, place: its } of missing) await place(tx, table, distributionColumn[its]);
    for (const { owner, name, definition } of keys)
      await sql`alter table ${sql.table(owner)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx);
    return tables;
  });
};
