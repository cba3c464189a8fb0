import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { type Author, inTransaction } from '../../db/change.ts';
import { outageFault } from '../../db/outage.ts';
import { holdObject, recutTrips } from '../ingest/service.ts';
import { keepFigures } from '../statistics/service.ts';

type Acting = Pick<Context, 'db' | 'workers'>;

export interface OneTrip {
  readonly tripId: number;
  readonly objectId: string;
}

/** An object and the time whose trips are worked out anew. */
export interface ObjectSpan {
  readonly objectId: string;
  readonly fromAt: string;
  readonly toAt: string;
}

/** SQL over `trip`: it was cut before anybody looked for circumstances or manoeuvres, or by an engine that found others. */
const isDue = sql`(night_ms is null or watched_by is null or outdated)`;

const hasTrack = (objectId: string) => sql`exists (select from position_block block where block.object_id = ${objectId}
  and block.start_at between trip.start_at - interval '1 day' and trip.end_at and block.end_at >= trip.start_at)`;

/** Nobody waits for this work, so it waits: for a message that takes long, too. */
const patience = sql`set local lock_timeout = '30s'`;

/**
 * Works at an object that nobody else changes meanwhile, under the voucher it has by then. Messages of its device wait, and are
 * refused after 3 s: one such piece of work is to be short.
 */
const holding = (
  { db }: Acting,
  author: Author,
  objectId: string,
  work: (tx: Tx, whose: { companyId: number; objectId: string; voucherId: number }) => Promise<void>,
): Promise<void> =>
  inTransaction(db, author, async tx => {
    await patience.execute(tx.db);
    await holdObject(tx, objectId);
    const { companyId } = author;
    const owner = await tx.db
      .selectFrom('monitored_object')
      .select('voucher_id as voucherId')
      .where('company_id', '=', companyId)
      .where('object_id', '=', objectId)
      .executeTakeFirst();
    // It has gone with an import that was undone.
    if (owner) await work(tx, { companyId, objectId, ...owner });
  });

/** One trip, unless late data or another process has done it meanwhile; without a track it is counted as it is. */
export const recomputeTrip = (acting: Acting, author: Author, { objectId, tripId }: OneTrip): Promise<void> =>
  holding(acting, author, objectId, async (tx, whose) => {
    const { rows } = await sql<{ fromMs: number; toMs: number; hasTrack: boolean }>`
      select (extract(epoch from start_at) * 1000)::bigint as "fromMs",
        (extract(epoch from end_at) * 1000)::bigint as "toMs", ${hasTrack(objectId)} as "hasTrack"
      from trip where object_id = ${objectId} and id = ${tripId} and ${isDue}`.execute(tx.db);
    const [trip] = rows;
    if (!trip) return;
    if (trip.hasTrack) await recutTrips(tx.db, acting.workers, whose, [trip]);
    else await keepFigures(tx.db, whose, { fromMs: trip.fromMs, beforeMs: trip.fromMs + 1 });
    await sql`update trip set outdated = false where object_id = ${objectId} and id = ${tripId}`.execute(tx.db);
  });

/** So many are read and added up at once: tens of milliseconds. */
const tripsAtOnce = 200;

/** Times that a span falls into, of so many trips at most; each ends where the next begins. */
const piecesOf = async ({ db }: Pick<Context, 'db'>, { objectId, fromAt, toAt }: ObjectSpan) => {
  const { rows } = await sql<{ fromMs: number }>`
    select (extract(epoch from min(start_at)) * 1000)::bigint as "fromMs"
    from (select start_at, (row_number() over (order by start_at) - 1) / ${tripsAtOnce}::integer as piece from trip
      where object_id = ${objectId} and start_at >= ${fromAt} and start_at < ${toAt}) ordered
    group by piece order by piece offset 1`.execute(db);
  const startsMs = [Date.parse(fromAt), ...rows.map(row => row.fromMs)];
  const endMs = Math.max(Date.parse(toAt), Date.parse(fromAt) + 1);
  return startsMs.map((fromMs, n) => ({ fromMs, beforeMs: startsMs[n + 1] ?? endMs }));
};

/**
 * What of an object's trips can be cut anew, each in a transaction of its own, then its figures: what was worked out stays when
 * the rest is not, and messages of its device get between. `step` is called before each, with the trips that were cut so far.
 * One that cannot be cut holds up none of the others: it keeps its figures and its mark, and is told to `failed`.
 */
export const recomputeObject = async (
  acting: Acting,
  author: Author,
  span: ObjectSpan,
  { step, failed }: { step: (cut: number) => void; failed: (error: unknown, trip: OneTrip) => void },
): Promise<void> => {
  const { objectId, fromAt, toAt } = span;
  const { rows } = await sql<OneTrip>`select id as "tripId", object_id as "objectId" from trip
    where object_id = ${objectId} and start_at >= ${fromAt} and start_at < ${toAt} and ${isDue} and ${hasTrack(objectId)}
    order by start_at`.execute(acting.db);
  const left: number[] = [];
  for (const [cut, trip] of rows.entries()) {
    step(cut);
    await recomputeTrip(acting, author, trip).catch((error: unknown) => {
      // Without its database none can be: the job begins anew.
      if (outageFault(error)) throw error;
      left.push(trip.tripId);
      failed(error, trip);
    });
  }
  for (const { fromMs, beforeMs } of await piecesOf(acting, span)) {
    step(rows.length);
    await holding(acting, author, objectId, async (tx, whose) => {
      await keepFigures(tx.db, whose, { fromMs, beforeMs });
      await sql`update trip set outdated = false where object_id = ${objectId} and outdated and not id = any(${left}::bigint[])
        and start_at >= ${new Date(fromMs)} and start_at < ${new Date(beforeMs)}`.execute(tx.db);
    });
  }
};
