import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { ScheduledTask } from '../../engine/jobs/define.ts';
import { recomputeTrip, type TripKey } from './object.ts';

type RecomputeContext = Pick<Context, 'db' | 'now' | 'log' | 'workers'>;

/** Maximum working time of one run, ms. It is a third of a minute, because other recurring tasks use the same slot. */
const maxRunMs = 20_000;

const readNextOutdated = async (
  { db }: Pick<Context, 'db'>,
  failedTripIds: readonly number[],
): Promise<TripKey | undefined> => {
  const { rows } = await sql<TripKey>`
    select id as "tripId", object_id as "objectId"
    from trip where outdated and not id = any(${failedTripIds}::bigint[]) order by object_id, start_at limit 1`.execute(
    db,
  );
  return rows[0];
};

const recomputeOne = async (context: RecomputeContext, trip: TripKey): Promise<void> => {
  // Reads the company in a separate query, because a cluster stores trips and objects on different nodes.
  const { companyId } = await context.db
    .selectFrom('monitored_object')
    .select('company_id as companyId')
    .where('object_id', '=', trip.objectId)
    .executeTakeFirstOrThrow();
  const author = { companyId, accountId: null, name: '', requestId: null, at: context.now() };
  await recomputeTrip(context, author, trip);
};

/**
 * Recomputes the trips that an upgrade has marked as outdated, without any action by an administrator. Outdated trips
 * show their old figures. A trip that fails is logged and retried in the next minute, and does not stop the others.
 */
export const recomputeOutdatedTrips = async (context: RecomputeContext): Promise<void> => {
  const endMs = performance.now() + maxRunMs;
  const failedTripIds: number[] = [];
  for (
    let trip = await readNextOutdated(context, failedTripIds);
    trip;
    trip = await readNextOutdated(context, failedTripIds)
  ) {
    const { tripId, objectId } = trip;
    await recomputeOne(context, trip).catch((error: unknown) => {
      failedTripIds.push(tripId);
      context.log.error({ err: error, objectId, tripId }, 'clock: a trip could not be worked out anew');
    });
    if (performance.now() > endMs) return;
  }
};

export const outdatedCheck: ScheduledTask = { task: 'outdated_check', cron: '* * * * *', run: recomputeOutdatedTrips };
