import { sql } from 'kysely';
import type { RecomputeProgress } from '../../../src/contract/shapes/recompute.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../transaction.ts';

/** Kind of the job and of its live events. Events of the automatic recomputing have it too. */
export const recomputeKind = 'recompute';

const readOutdatedCounts = async (db: Db): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ objectId: string; trips: number }>`
    select object_id as "objectId", count(*)::int as trips from trip where outdated group by object_id`.execute(db);
  if (rows.length === 0) return new Map();
  const objectIds = rows.map(({ objectId }) => objectId);
  const objects = await sql<{ objectId: string; companyId: number }>`
    select object_id as "objectId", company_id as "companyId" from monitored_object
    where object_id = any(${objectIds}::text[])`.execute(db);
  const companyIds = new Map(objects.rows.map(({ objectId, companyId }) => [objectId, companyId]));
  const counts = new Map<number, number>();
  for (const { objectId, trips } of rows) {
    const companyId = companyIds.get(objectId);
    if (companyId !== undefined) counts.set(companyId, (counts.get(companyId) ?? 0) + trips);
  }
  return counts;
};

/**
 * Stores for each company how many trips are outdated, so that the progress of recomputing them can be shown. A company
 * without outdated trips has no row, and its open pages learn that the work has ended.
 */
export const noteOutdatedTrips = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const counts = await readOutdatedCounts(db);
  const known = await db.selectFrom('recompute_progress').select('company_id as companyId').execute();
  for (const companyId of new Set([...counts.keys(), ...known.map(row => row.companyId)])) {
    const left = counts.get(companyId) ?? 0;
    const at = now();
    await inTransaction(db, { companyId, accountId: null, name: '', requestId: null, at }, async tx => {
      if (left > 0) {
        await sql`insert into recompute_progress as known (company_id, done, total, started_at) values (${companyId}, 0, ${left}, ${at})
          on conflict (company_id) do update set total = known.done + ${left}`.execute(tx.db);
        return;
      }
      const { numDeletedRows } = await tx.db
        .deleteFrom('recompute_progress')
        .where('company_id', '=', companyId)
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) emitProgress(tx, { done: 0, total: 0 });
    });
  }
};

const emitProgress = (tx: Tx, { done, total }: { readonly done: number; readonly total: number }): void =>
  tx.emit('job', { Id: 0, Kind: recomputeKind, State: 'running', Done: done, Total: total });

/** Minimum interval of the live events about the progress of a company, ms. */
const eventIntervalMs = 3000;

/**
 * Returns a function that counts recomputed trips of a company in the transaction that recomputed them. Open pages learn
 * of the progress every few seconds.
 */
export const createProgressNotifier = () => {
  const lastEventMs = new Map<number, number>();
  return async (tx: Tx, companyId: number, tripCount: number): Promise<void> => {
    const { rows } = await sql<{ done: number; total: number }>`
      update recompute_progress set done = least(total, done + ${tripCount}) where company_id = ${companyId}
      returning done, total`.execute(tx.db);
    const nowMs = performance.now();
    if (!rows[0] || nowMs - (lastEventMs.get(companyId) ?? Number.NEGATIVE_INFINITY) < eventIntervalMs) return;
    lastEventMs.set(companyId, nowMs);
    emitProgress(tx, rows[0]);
  };
};

interface Progress {
  readonly done: number;
  /** Null: not counted yet. */
  readonly total: number | null;
  readonly startedAt: string | null;
}

/** Returns the progress of a company's recomputing: of an open job, or of the trips that an upgrade marked. */
export const readProgress = async (db: Db, companyId: number): Promise<Progress | undefined> => {
  const job = await db
    .selectFrom('job')
    .select(['done', 'total', 'started_at as startedAt'])
    .where('company_id', '=', companyId)
    .where('kind', '=', recomputeKind)
    .where('state', 'in', ['queued', 'running'])
    .orderBy('id')
    .executeTakeFirst();
  if (job) return job;
  return db
    .selectFrom('recompute_progress')
    .select(['done', 'total', 'started_at as startedAt'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
};

/** Returns the progress as the API states it, with the time left at the speed so far. */
export const describeProgress = (progress: Progress | undefined, now: Date): RecomputeProgress => {
  if (!progress) return { Done: 0, Total: null, SecondsLeft: null };
  const { done, total, startedAt } = progress;
  const elapsedS = startedAt === null ? 0 : (now.getTime() - Date.parse(startedAt)) / 1000;
  const isKnown = total !== null && done > 0 && elapsedS > 0;
  const SecondsLeft = isKnown ? Math.round((elapsedS / done) * Math.max(0, total - done)) : null;
  return { Done: done, Total: total, SecondsLeft };
};
