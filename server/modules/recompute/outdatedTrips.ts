import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Scheduled } from '../../engine/jobs/define.ts';
import { type OneTrip, recomputeTrip } from './object.ts';

type Acting = Pick<Context, 'db' | 'now' | 'log' | 'workers'>;

/** Maximum working time of one run, ms. It is a third of a minute, because other recurring tasks use the same slot. */
const forMs = 20_000;

const nextDue = async ({ db }: Pick<Context, 'db'>, failed: readonly number[]): Promise<OneTrip | undefined> => {
  const { rows } = await sql<OneTrip>`
    select id as "tripId", object_id as "objectId"
    from trip where outdated and not id = any(${failed}::bigint[]) order by object_id, start_at limit 1`.execute(db);
  return rows[0];
};

const recount = async (context: Acting, trip: OneTrip): Promise<void> => {
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
 * Recomputes the trips that an upgrade has marked, without any action by an administrator. Until then the old figures
 * stay.
 * A trip that fails is logged and retried in the next minute, and does not stop the others.
 */
export const recountOutdated = async (context: Acting): Promise<void> => {
  const endMs = performance.now() + forMs;
  const failed: number[] = [];
  for (let due = await nextDue(context, failed); due; due = await nextDue(context, failed)) {
    const { tripId, objectId } = due;
    await recount(context, due).catch((error: unknown) => {
      failed.push(tripId);
      context.log.error({ err: error, objectId, tripId }, 'clock: a trip could not be worked out anew');
    });
    if (performance.now() > endMs) return;
  }
};

export const outdatedCheck: Scheduled = { task: 'outdated_check', cron: '* * * * *', run: recountOutdated };
