import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Scheduled } from '../../jobs/define.ts';
import { type ObjectSpan, recomputeObject } from './object.ts';

type Acting = Pick<Context, 'db' | 'now' | 'log' | 'workers'>;

/** So many trips are found at once: their object is held, and its messages wait, no longer than these take. */
const atOnce = 20;
/** It works for a third of each minute at most: its place is others' as well. */
const forMs = 20_000;

/** The objects of the next trips, each with the time they lie in; without those whose turn has failed. */
const nextSpans = async ({ db }: Pick<Context, 'db'>, failed: readonly string[]) => {
  const { rows } = await sql<Omit<ObjectSpan, 'voucherId'>>`
    select object_id as "objectId", min(start_at) as "fromAt", max(start_at) + interval '1 millisecond' as "toAt"
    from (select object_id, start_at from trip where outdated and not object_id = any(${failed}::text[])
      order by object_id, start_at limit ${atOnce}) due group by object_id`.execute(db);
  return rows;
};

const recount = async (context: Acting, span: Omit<ObjectSpan, 'voucherId'>): Promise<void> => {
  const { db, now } = context;
  // Trips and objects lie apart in a cluster.
  const owner = await db
    .selectFrom('monitored_object')
    .select(['company_id as companyId', 'voucher_id as voucherId'])
    .where('object_id', '=', span.objectId)
    .executeTakeFirstOrThrow();
  const author = { companyId: owner.companyId, accountId: null, name: '', requestId: null, at: now() };
  await recomputeObject(context, author, { ...span, voucherId: owner.voucherId });
};

/**
 * Works trips out anew that an upgrade has marked: nobody has to know that it changed what is found in them. Figures are the
 * old ones until then. What fails is logged and tried again in the next minute; it holds up none of the rest.
 */
export const recountOutdated = async (context: Acting): Promise<void> => {
  const endMs = performance.now() + forMs;
  const failed: string[] = [];
  for (let spans = await nextSpans(context, failed); spans.length > 0; spans = await nextSpans(context, failed))
    for (const span of spans) {
      await recount(context, span).catch((error: unknown) => {
        failed.push(span.objectId);
        context.log.error({ err: error, objectId: span.objectId }, 'clock: trips could not be worked out anew');
      });
      if (performance.now() > endMs) return;
    }
};

export const outdatedCheck: Scheduled = { task: 'outdated_check', cron: '* * * * *', run: recountOutdated };
