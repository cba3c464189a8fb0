import { sql } from 'kysely';
import Type from 'typebox';
import { errorMessage } from '../../../src/contract/messages/index.ts';
import { RecomputeOrder } from '../../../src/contract/shapes/recompute.ts';
import { formatDay } from '../../../src/kinds/format.ts';
import type { Context, Tx } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import { currentFormula, type Priors } from '../../domain/score/formula.ts';
import { type Doing, defineJob, type JobAtWork } from '../../jobs/define.ts';
import { holdObject, recutTrips } from '../ingest/service.ts';
import { tellOfJob } from '../notifications/service.ts';
import { addDays, drawScores, keepFigures } from '../statistics/service.ts';
import { measurePriors } from './priors.ts';

interface Monitored {
  readonly objectId: string;
  readonly voucherId: number;
  /** The period in the object's zone; nothing is from the day after tomorrow, and PostgreSQL's days go further than ours. */
  readonly fromAt: string;
  readonly toAt: string;
}

interface Measured {
  readonly priors: Priors;
  readonly drivers: number;
}

const authorOf = ({ companyId, authorId, authorName }: JobAtWork, at: Date) => ({
  companyId,
  accountId: authorId,
  name: authorName,
  requestId: null,
  at,
});

const readObjects = async ({ db, now }: Context, companyId: number, { From, To, ObjectId }: RecomputeOrder) => {
  const latest = addDays(now().toISOString().slice(0, 10), 2);
  const [from, to] = [From, To].map(day => (day < latest ? day : latest));
  const { rows } = await sql<Monitored>`
    select object.object_id as "objectId", object.voucher_id as "voucherId",
      (${from}::date)::timestamp at time zone company.time_zone as "fromAt",
      (${to}::date + 1)::timestamp at time zone company.time_zone as "toAt"
    from monitored_object object join company on company.id = object.company_id
    where object.company_id = ${companyId} ${ObjectId === undefined ? sql`` : sql`and object.object_id = ${ObjectId}`}
    order by object.object_id`.execute(db);
  return rows;
};

/** Trips that were cut before anybody looked for circumstances or manoeuvres, as far as their track is there. */
const unknownTrips = async (context: Context, { objectId, fromAt, toAt }: Monitored) => {
  const { rows } = await sql<{ fromMs: number; toMs: number }>`
    select (extract(epoch from start_at) * 1000)::bigint as "fromMs", (extract(epoch from end_at) * 1000)::bigint as "toMs"
    from trip where object_id = ${objectId} and start_at >= ${fromAt} and start_at < ${toAt}
      and (night_ms is null or watched_by is null)
      and exists (select from position_block block where block.object_id = ${objectId}
        and block.start_at between trip.start_at - interval '1 day' and trip.end_at and block.end_at >= trip.start_at)
  `.execute(context.db);
  return rows;
};

/** One object, in a transaction of its own: what was worked out stays when the rest is cancelled. */
const recompute = async (context: Context, job: JobAtWork, object: Monitored): Promise<void> => {
  const { objectId, voucherId, fromAt, toAt } = object;
  const whose = { companyId: job.companyId, objectId, voucherId };
  await inTransaction(context.db, authorOf(job, context.now()), async tx => {
    await holdObject(tx, objectId);
    const unknown = await unknownTrips({ ...context, db: tx.db }, object);
    if (unknown.length > 0) await recutTrips(tx.db, context.workers, whose, unknown);
    await keepFigures(tx.db, whose, {
      fromMs: Date.parse(fromAt),
      beforeMs: Math.max(Date.parse(toAt), Date.parse(fromAt) + 1),
    });
  });
};

/** Made at the job's end, with all scores: cancelled before, it has changed neither means nor what is drawn to them. */
const keepPriors = async ({ db }: Pick<Tx, 'db'>, companyId: number, measured: Measured, at: Date): Promise<void> => {
  await db
    .insertInto('score_prior')
    .values({
      company_id: companyId,
      formula: currentFormula.version,
      made_at: at,
      drivers: measured.drivers,
      priors: JSON.stringify(measured.priors),
    })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  await drawScores(db, companyId);
};

/** Without an object the company's means are measured anew. */
const run = async (context: Context, order: RecomputeOrder, { job, signal, progress }: Doing) => {
  const objects = await readObjects(context, job.companyId, order);
  for (const [done, object] of objects.entries()) {
    signal.throwIfAborted();
    progress(done, objects.length);
    await recompute(context, job, object);
  }
  progress(objects.length, objects.length);
  if (order.ObjectId !== undefined) return { objects: objects.length, measured: null };
  const priors = await measurePriors(context.db, job.companyId);
  return { objects: objects.length, measured: { priors, drivers: objects.length } };
};

export const recomputeJob = defineJob({
  kind: 'recompute',
  input: Type.Object({ ...RecomputeOrder.properties, Locale: Type.Enum(['ru', 'en']) }),
  tellAuthor: (tx, job, { From, To, Locale }, { outcome, at }) => {
    const period = `${formatDay(From, Locale)} – ${formatDay(To, Locale)}`;
    const Path = '/cabinet/scoring/';
    if ('result' in outcome) return tellOfJob(tx, job, { Kind: 'recompute', Text: period, Path }, at);
    const { Code, Values } = outcome.error;
    const Text = `${period}: ${errorMessage(Locale, Code, Values)}`;
    return tellOfJob(tx, job, { Kind: 'recomputeFailed', Text, Path }, at);
  },
  run: async (context, { Locale: _, ...order }, doing) => {
    const { objects, measured } = await run(context, order, doing);
    const result = { Objects: objects, Formula: currentFormula.version };
    return async tx => {
      if (measured) await keepPriors(tx, doing.job.companyId, measured, context.now());
      const changes = Object.entries({ ...order, ...result }).map(([field, after]) => ({ field, before: null, after }));
      await tx.audit({ entity: 'recompute', entityId: doing.job.id, action: 'recompute', changes });
      return result;
    };
  },
});
