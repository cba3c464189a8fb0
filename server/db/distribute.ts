import { sql, type Transaction } from 'kysely';
import type { Db } from './connect.ts';
import { lockWaitMs, retryWhileLocked } from './locks.ts';
import { distributionColumn, tablePlacements } from './placement.ts';
import type { TablePlacement, TablePlacements } from './tablePlacement.ts';
import type { Database } from './types.ts';

type Tx = Transaction<Database>;

const distributionLockKey = 5_217_004;

interface ForeignKey {
  readonly owner: string;
  readonly name: string;
  readonly definition: string;
}

export const isCluster = async (db: Db): Promise<boolean> =>
  (await sql`select from pg_extension where extname = 'citus'`.execute(db)).rows.length > 0;

const readPlacedTables = async (db: Db): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from citus_tables where citus_table_type in ('distributed', 'reference')`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
};

export const isDistributed = async (db: Db): Promise<boolean> =>
  (await isCluster(db)) && (await readPlacedTables(db)).size > 0;

/**
 * By distribution column: the table with which the others are colocated. So the rows of one company or object are on
 * one node.
 */
const colocationTables: Readonly<Record<string, string>> = { company_id: 'client', object_id: 'position_block' };

/**
 * Order in which tables are placed. A table comes after the tables that it references, so replicated tables come first.
 */
const placementOrder: readonly TablePlacement[] = ['reference', 'company', 'object'];

/** Tables that exist but are not yet placed in the cluster as the program prescribes. */
const readUnplacedTables = async (
  db: Db,
  placements: TablePlacements,
): Promise<readonly { readonly table: string; readonly placement: TablePlacement }[]> => {
  const placedTables = await readPlacedTables(db);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(db);
  const existing = new Set(rows.map(({ name }) => name));
  const isColocationTable = (table: string) => Object.values(colocationTables).includes(table);
  return placementOrder.flatMap(placement =>
    Object.entries(placements)
      .filter(
        ([table, wantedPlacement]) => wantedPlacement === placement && existing.has(table) && !placedTables.has(table),
      )
      .map(([table]) => ({ table, placement }))
      .sort((one, other) => Number(isColocationTable(other.table)) - Number(isColocationTable(one.table))),
  );
};

interface IdentityCounter {
  readonly owner: string;
  readonly column: string;
  readonly nextId: bigint;
}

const readIdentityCounters = async (db: Tx): Promise<readonly IdentityCounter[]> => {
  const { rows } = await sql<{ owner: string; column: string; sequence: string }>`
    select attrelid::regclass::text as owner, attname as column,
      pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute join pg_class c on c.oid = attrelid
    where attidentity <> '' and relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`.execute(db);
  const counters: IdentityCounter[] = [];
  for (const { owner, column, sequence } of rows) {
    const { rows: read } = await sql<{ next: string }>`
      select (last_value + case when is_called then 1 else 0 end)::text as next from ${sql.raw(sequence)}`.execute(db);
    counters.push({ owner, column, nextId: BigInt(read[0]?.next ?? 1) });
  }
  return counters;
};

/** Returns one more than the largest number in the column. */
const readNextIdOfRows = async (db: Tx, owner: string, column: string): Promise<bigint> => {
  const { rows } = await sql<{ next: string }>`
    select (coalesce(max(${sql.ref(column)}), 0) + 1)::text as next from ${sql.table(owner)}`.execute(db);
  return BigInt(rows[0]?.next ?? 1);
};

/**
 * Continues the sequences of identity columns. Citus recreates a table that references a replicated one, with a
 * sequence that begins at 1, so ids would repeat.
 * Only a sequence that is behind is set, because other transactions may use the others.
 */
const continueIdentityCounters = async (
  db: Tx,
  countersBefore: readonly IdentityCounter[],
  placements: TablePlacements,
): Promise<void> => {
  const nextIdNow = new Map(
    (await readIdentityCounters(db)).map(({ owner, column, nextId }) => [`${owner}.${column}`, nextId]),
  );
  for (const { owner, column, nextId } of countersBefore) {
    // An earlier release restarted the sequences of local tables at 1, so the largest number in the rows counts too.
    const nextOfRows = placements[owner] === 'local' ? await readNextIdOfRows(db, owner, column) : 1n;
    const wantedNext = nextOfRows > nextId ? nextOfRows : nextId;
    if ((nextIdNow.get(`${owner}.${column}`) ?? wantedNext) < wantedNext)
      await sql`select setval(pg_get_serial_sequence(${owner}, ${column}), ${String(wantedNext)}::bigint, false)`.execute(
        db,
      );
  }
};

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

const distributeTable = async (db: Tx, table: string, column: string | undefined): Promise<void> => {
  if (!column) await sql`select create_reference_table(${table})`.execute(db);
  else
    await sql`select create_distributed_table(${table}, ${column}, colocate_with => ${
      table === colocationTables[column] ? 'none' : colocationTables[column]
    })`.execute(db);
};

/**
 * Distributes the tables over a cluster's nodes as `placements` says. Returns the moved tables.
 * Atomic, and idempotent so that it can run after every release.
 */
export const distribute = async (
  db: Db,
  placements: TablePlacements = tablePlacements,
  log: (text: string) => void = () => {},
): Promise<readonly string[]> => {
  if (!(await isCluster(db)))
    throw new Error('This database has no Citus: "create extension citus" and name its machines first.');
  return retryWhileLocked('Distributing the tables', db, log, () =>
    db.transaction().execute(async tx => {
      await sql`set local statement_timeout = 0`.execute(tx);
      // When several servers start with a new release, one moves the tables and the others wait.
      await sql`set local lock_timeout = 0`.execute(tx);
      await sql`select pg_advisory_xact_lock(${distributionLockKey})`.execute(tx);
      await sql`set local lock_timeout = ${sql.lit(lockWaitMs)}`.execute(tx);
      const unplaced = await readUnplacedTables(tx, placements);
      const counters = await readIdentityCounters(tx);
      const tables = unplaced.map(({ table }) => table);
      if (unplaced.length > 0) {
        // Foreign keys between distributed and reference tables are created in the same transaction.
        await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx);
        // Citus refuses a foreign key to a table that is not yet moved, so all foreign keys are dropped and recreated.
        const keys = await dropForeignKeys(tx, tables);
        for (const { table, placement: wanted } of unplaced)
          await distributeTable(tx, table, distributionColumn[wanted]);
        for (const { owner, name, definition } of keys)
          await sql`alter table ${sql.table(owner)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx);
      }
      await continueIdentityCounters(tx, counters, placements);
      return tables;
    }),
  );
};
