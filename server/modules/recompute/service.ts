import { type Kysely, sql } from 'kysely';
import Type from 'typebox';
import { errorMessage, fillPlaceholders, messages } from '../../../src/contract/messages/index.ts';
import { RecomputeOrder } from '../../../src/contract/shapes/recompute.ts';
import { formatDay, formatNumber } from '../../../src/schema/kinds/format.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/types.ts';
import { type CountedPart, currentFormula } from '../../domain/score/formula.ts';
import { type MeasuredPriors, measurePriors, type SourcedDriverDays } from '../../domain/score/priors.ts';
import { defineJob, type JobControls, type RunningJob } from '../../engine/jobs/define.ts';
import { notifyOfJob } from '../../engine/notifications/service.ts';
import type { Tx } from '../../transaction.ts';
import { addDays, driverDaysSql, recomputeScores } from '../statistics/service.ts';
import { type ObjectSpan, recomputeObject } from './object.ts';
import { recomputeKind } from './progress.ts';

/**
 * Measures the company's means of each part of the score from the drivers' days, for each source of measurement. The
 * means stay fixed until the next measurement, so that the driving of others does not change a score.
 */
const readMeasuredPriors = async (db: Kysely<Database>, companyId: number): Promise<MeasuredPriors> => {
  const driversByPart = new Map<CountedPart, SourcedDriverDays[]>();
  for (const { part, sql: text } of driverDaysSql) {
    const companySql = String(Number(companyId));
    const { rows } = await sql<SourcedDriverDays>`${sql.raw(text.replaceAll('$1', companySql))}`.execute(db);
    driversByPart.set(part, rows);
  }
  return measurePriors(driversByPart, currentFormula);
};

export { recomputeOutdatedTrips } from './outdatedTrips.ts';

const toAuthor = ({ companyId, authorId, authorName }: RunningJob, at: Date) => ({
  companyId,
  accountId: authorId,
  name: authorName,
  requestId: null,
  at,
});

interface ObjectTrips extends ObjectSpan {
  /** Number of the object's trips in the time range, counted at the start of the job. */
  readonly trips: number;
}

/**
 * Objects with the time range that contains the days by any local clock. The range ends at the day after tomorrow,
 * because no data is later and PostgreSQL's dates exceed those of JavaScript.
 */
const readObjects = async (
  { db, now }: Context,
  companyId: number,
  { From, To, ObjectId }: RecomputeOrder,
): Promise<ObjectTrips[]> => {
  const maxDay = addDays(now().toISOString().slice(0, 10), 2);
  const [from, to] = [From, To].map(day => (day < maxDay ? day : maxDay));
  const { rows } = await sql<ObjectSpan>`
    select object.object_id as "objectId",
      (${from}::date - interval '14 hours') at time zone 'UTC' as "fromAt",
      (${to}::date + interval '36 hours') at time zone 'UTC' as "toAt"
    from monitored_object object
    where object.company_id = ${companyId} ${ObjectId === undefined ? sql`` : sql`and object.object_id = ${ObjectId}`}
    order by object.object_id`.execute(db);
  const [firstSpan] = rows;
  if (!firstSpan) return [];
  const tripCounts = await sql<Pick<ObjectTrips, 'objectId' | 'trips'>>`
    select object_id as "objectId", count(*)::int as trips from trip
    where object_id = any(${rows.map(({ objectId }) => objectId)}::text[])
      and start_at >= ${firstSpan.fromAt} and start_at < ${firstSpan.toAt} group by object_id`.execute(db);
  const trips = new Map(tripCounts.rows.map(row => [row.objectId, row.trips]));
  return rows.map(row => ({ ...row, trips: trips.get(row.objectId) ?? 0 }));
};

/** Stores the company means at the end of the job, together with all scores. A cancelled job changes neither. */
const savePriors = async (
  { db }: Pick<Tx, 'db'>,
  companyId: number,
  priors: MeasuredPriors,
  at: Date,
): Promise<void> => {
  await db
    .insertInto('score_prior')
    .values({
      company_id: companyId,
      formula: currentFormula.version,
      made_at: at,
      // The previous release, which may run beside this one, reads the means of all drivers together.
      priors: JSON.stringify(priors.all),
      priors_by_source: JSON.stringify(priors.bySource),
    })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  await recomputeScores(db, companyId);
};

/** Runs the recomputing job. If the job names no object, the company's means are measured again too. */
const recomputeObjects = async (context: Context, order: RecomputeOrder, { job, signal, progress }: JobControls) => {
  const objects = await readObjects(context, job.companyId, order);
  const totalTrips = objects.reduce((sum, { trips }) => sum + trips, 0);
  let doneTrips = 0;
  let failedTrips = 0;
  for (const object of objects) {
    await recomputeObject(context, toAuthor(job, context.now()), object, {
      onProgress: cutCount => {
        progress(doneTrips + Math.min(cutCount, object.trips), totalTrips);
        signal.throwIfAborted();
      },
      onFailed: (error, trip) => {
        failedTrips += 1;
        context.log.error({ err: error, job: job.id, ...trip }, 'a trip could not be worked out anew');
      },
    });
    doneTrips += object.trips;
  }
  progress(doneTrips, totalTrips);
  if (order.ObjectId !== undefined) return { objects: objects.length, failedTrips, priors: null };
  return { objects: objects.length, failedTrips, priors: await readMeasuredPriors(context.db, job.companyId) };
};

export const recomputeJob = defineJob({
  kind: recomputeKind,
  input: Type.Object({ ...RecomputeOrder.properties, Locale: Type.Enum(['ru', 'en']) }),
  notifyAuthor: (tx, job, { From, To, Locale }, { outcome, at }) => {
    const period = `${formatDay(From, Locale)} – ${formatDay(To, Locale)}`;
    const Path = '/cabinet/scoring/';
    if ('result' in outcome) {
      const { NotCut } = outcome.result as { readonly NotCut?: number };
      const Text = NotCut
        ? `${period}: ${fillPlaceholders(messages[Locale].tripsNotCut, { count: formatNumber(NotCut, 0, Locale) })}`
        : period;
      return notifyOfJob(tx, job, { Kind: 'recompute', Text, Path }, at);
    }
    const { Code, Values } = outcome.error;
    const Text = `${period}: ${errorMessage(Locale, Code, Values)}`;
    return notifyOfJob(tx, job, { Kind: 'recomputeFailed', Text, Path }, at);
  },
  run: async (context, { Locale: _, ...order }, controls) => {
    const { objects, failedTrips, priors } = await recomputeObjects(context, order, controls);
    const result = {
      Objects: objects,
      Formula: currentFormula.version,
      ...(failedTrips > 0 && { NotCut: failedTrips }),
    };
    return async tx => {
      if (priors) await savePriors(tx, controls.job.companyId, priors, context.now());
      const changes = Object.entries({ ...order, ...result }).map(([field, after]) => ({ field, before: null, after }));
      await tx.audit({ entity: 'recompute', entityId: controls.job.id, action: 'recompute', changes });
      return result;
    };
  },
});
