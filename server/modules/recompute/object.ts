import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type Author, inTransaction } from '../../db/change.ts';
import { holdObject, recutTrips } from '../ingest/service.ts';
import { keepFigures } from '../statistics/service.ts';

/** An object and the time whose trips are worked out anew. */
export interface ObjectSpan {
  readonly objectId: string;
  readonly voucherId: number;
  readonly fromAt: string;
  readonly toAt: string;
}

/**
 * Trips that were cut before anybody looked for circumstances or manoeuvres, or by an engine that found others, as far as
 * their track is there.
 */
const tripsToCut = async ({ db }: Pick<Context, 'db'>, { objectId, fromAt, toAt }: ObjectSpan) => {
  const { rows } = await sql<{ fromMs: number; toMs: number }>`
    select (extract(epoch from start_at) * 1000)::bigint as "fromMs", (extract(epoch from end_at) * 1000)::bigint as "toMs"
    from trip where object_id = ${objectId} and start_at >= ${fromAt} and start_at < ${toAt}
      and (night_ms is null or watched_by is null or outdated)
      and exists (select from position_block block where block.object_id = ${objectId}
        and block.start_at between trip.start_at - interval '1 day' and trip.end_at and block.end_at >= trip.start_at)
  `.execute(db);
  return rows;
};

/** One object, in a transaction of its own: what was worked out stays when the rest is not. */
export const recomputeObject = async (
  { db, workers }: Pick<Context, 'db' | 'workers'>,
  author: Author,
  span: ObjectSpan,
): Promise<void> => {
  const { objectId, voucherId, fromAt, toAt } = span;
  const whose = { companyId: author.companyId, objectId, voucherId };
  await inTransaction(db, author, async tx => {
    await holdObject(tx, objectId);
    const trips = await tripsToCut(tx, span);
    if (trips.length > 0) await recutTrips(tx.db, workers, whose, trips);
    await keepFigures(tx.db, whose, {
      fromMs: Date.parse(fromAt),
      beforeMs: Math.max(Date.parse(toAt), Date.parse(fromAt) + 1),
    });
    await sql`update trip set outdated = false
      where object_id = ${objectId} and outdated and start_at >= ${fromAt} and start_at < ${toAt}`.execute(tx.db);
  });
};
