import { type Selectable, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { queryRunnerOf } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import type { BulkChange } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { RunningJob } from '../jobs/define.ts';
import type { Row } from '../table/define.ts';
import type { TableListQuery } from '../table/statement.ts';
import type { Counts, ItemState } from './figures.ts';
import type { Reason } from './reasons.ts';

export interface BulkKey {
  readonly companyId: number;
  readonly id: number;
}
export type BulkRow = Selectable<BulkChange>;

export const readBulk = (db: Db, { companyId, id }: BulkKey): Promise<BulkRow> =>
  db
    .selectFrom('bulk_change')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);

export const lockBulk = async (tx: Tx, { companyId, id }: BulkKey): Promise<BulkRow> => {
  await sql`select id from bulk_change where company_id = ${companyId} and id = ${id} for update`.execute(tx.db);
  return readBulk(tx.db, { companyId, id });
};

/**
 * Stores the records that match the list, at most `maxItems` + 1. The additional record shows that there are too many.
 * If an earlier attempt of the job has stored records, keeps those. Returns the number of stored records.
 */
export const collectItems = async (
  db: Db,
  { companyId, id }: BulkKey,
  { from, where, order }: TableListQuery,
  maxItems: number,
): Promise<number> => {
  const storedCount = await countItems(db, { companyId, id }, ['waiting', 'can', 'cannot']);
  if (storedCount > 0) return storedCount;
  const values = new Values();
  const conditions = where.map(condition => condition(values)).join(' and ');
  const [company, bulk, limit] = [values.add(companyId), values.add(id), values.add(maxItems + 1)];
  await queryRunnerOf(db)({
    text: `insert into bulk_item (company_id, bulk_id, record_id, ordinal)
      select ${company}::bigint, ${bulk}::bigint, id, row_number() over (order by ${order})
      from ${from}${conditions && ` where ${conditions}`} order by ${order} limit ${limit}`,
    values: values.list,
  });
  return countItems(db, { companyId, id }, ['waiting']);
};

export const countItems = async (db: Db, { companyId, id }: BulkKey, states: readonly ItemState[]): Promise<number> => {
  const { count } = await db
    .selectFrom('bulk_item')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('bulk_id', '=', id)
    .where('state', 'in', states)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const countByState = async (db: Db, { companyId, id }: BulkKey): Promise<Counts> => {
  const rows = await db
    .selectFrom('bulk_item')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('company_id', '=', companyId)
    .where('bulk_id', '=', id)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
};

export interface BulkItem {
  readonly recordId: number;
  readonly undoValues: Row | null;
}

/**
 * Returns the next records in a state, in the order of the list. Changed records come in reverse order, because they
 * are read for an undo.
 */
export const nextItems = async (
  db: Db,
  { companyId, id }: BulkKey,
  state: ItemState,
  maxItems: number,
): Promise<readonly BulkItem[]> =>
  (await db
    .selectFrom('bulk_item')
    .select(['record_id as recordId', 'undo_values as undoValues'])
    .where('company_id', '=', companyId)
    .where('bulk_id', '=', id)
    .where('state', '=', state)
    .orderBy('ordinal', state === 'done' ? 'desc' : 'asc')
    .limit(maxItems)
    .execute()) as BulkItem[];

/** Returns the ids of the first records that the check found possible, in the order of the list. */
export const readFirstPossible = async (db: Db, { companyId, id }: BulkKey, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('bulk_item')
    .select('record_id')
    .where('company_id', '=', companyId)
    .where('bulk_id', '=', id)
    .where('state', '=', 'can')
    .orderBy('ordinal')
    .limit(limit)
    .execute();
  return rows.map(row => row.record_id);
};

export const filterMatchingIds = async (
  db: Db,
  { from, where }: TableListQuery,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const values = new Values();
  const conditions = where.map(condition => condition(values));
  const idCondition = `id = any(${values.add([...ids])}::bigint[])`;
  const rows = await queryRunnerOf(db)<{ id: number }>({
    text: `select id from ${from} where ${[...conditions, idCondition].join(' and ')}`,
    values: values.list,
  });
  return new Set(rows.map(row => row.id));
};

export interface ItemOutcome {
  readonly recordId: number;
  readonly state: ItemState;
  readonly reason?: Reason;
}

export const writeOutcomes = async (
  db: Db,
  { companyId, id }: BulkKey,
  outcomes: readonly ItemOutcome[],
): Promise<void> => {
  if (outcomes.length === 0) return;
  await sql`
    update bulk_item set state = found.state, reason = found.reason
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as found("recordId" bigint, state text, reason jsonb)
    where company_id = ${companyId} and bulk_id = ${id} and record_id = found."recordId"`.execute(db);
};

/**
 * Key of the advisory lock of a bulk change. Transactions that change records share the lock. Stopping the bulk change
 * takes it exclusively.
 */
const stopKey = (companyId: number, id: number) => sql`hashtextextended(${`bulk-${companyId}-${id}`}, 0)`;

/**
 * Waits until no record is being changed, and prevents further changes until the transaction ends. So the numbers of
 * records stay as they were counted.
 */
export const pauseBulk = async ({ db }: Tx, { companyId, id }: BulkKey): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${stopKey(companyId, id)})`.execute(db);
};

/**
 * Marks records as done, in the transaction that changes them. False: a record was done before, or another process owns
 * the job. The caller must then roll back.
 */
export const claimItems = async (
  { db }: Tx,
  { companyId, id }: BulkKey,
  job: RunningJob,
  { from, to }: { readonly from: ItemState; readonly to: ItemState },
  items: readonly { readonly recordId: number; readonly undoValues?: Row }[],
): Promise<boolean> => {
  // The commit does not wait for the disk. A crash of the database may lose the commits of the last second.
  // The change of a record and its mark as done are in one commit. So both are lost together, and the next attempt of
  // the job repeats both.
  // The commit that ends the job waits for all earlier commits.
  await sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock_shared(${stopKey(companyId, id)})`.execute(
    db,
  );
  const { numAffectedRows } = await sql`
    update bulk_item set state = ${to}, undo_values = claimed."undoValues"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as claimed("recordId" bigint, "undoValues" jsonb)
    where company_id = ${companyId} and bulk_id = ${id} and record_id = claimed."recordId" and state = ${from}
      and exists (select 1 from job where company_id = ${companyId} and id = ${job.id} and attempt = ${job.attempt}
        and state = 'running')`.execute(db);
  return numAffectedRows === BigInt(items.length);
};

/** Returns the reasons why records were left out, with some of the records for each reason. */
export const readReasons = async ({ db }: Pick<Context, 'db'>, { companyId, id }: BulkKey) => {
  const { rows } = await sql<{ reason: Reason; count: number; ids: number[] }>`
    select reason, count(*)::integer as count, (array_agg(record_id order by ordinal))[1:3] as ids from bulk_item
    where company_id = ${companyId} and bulk_id = ${id} and state in ('cannot', 'refused', 'left') and reason is not null
    group by reason order by count(*) desc, min(ordinal) limit 50`.execute(db);
  return rows;
};
