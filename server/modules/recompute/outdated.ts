import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Scheduled } from '../../jobs/define.ts';
import { type OneTrip, recomputeTrip } from './object.ts';

type Acting = Pick<Context, 'db' | 'now' | 'log' | 'workers'>;

/** It works for a third of each minute at most: its place is others' as well. */
const forMs = 20_000;

const nextDue = async ({ db }: Pick<Context, 'db'>, failed: readonly number[]): Promise<OneTrip | undefined> => {
  const { rows } = await sql<OneTrip>`
    select id as "tripId", object_id as "objectId"
    from trip where outdated and not id = any(${failed}::bigint[]) order by object_id, start_at limit 1`.execute(db);
  return rows[0];
};

const recount = async (context: Acting, trip: OneTrip): Promise<void> => {
  // Trips and objects lie apart in a cluster.
  const { companyId } = await context.db
    .selectFrom('monitored_object')
    .select('company_id as companyId')
    .where('object_id', '=', trip.objectId)
    .executeTakeFirstOrThrow();
  const author = { companyId, accountId: null, name: '', requestId: null, at: context.now() };
  await recomputeTrip(context, author, trip);
};

/**
 * Works trips out anew that an upgrade has marked: nobody has to know that it changed what is found in them. Figures are the
 * old ones until then. What fails is logged and tried again in the next minute; it holds up none of the rest.
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
