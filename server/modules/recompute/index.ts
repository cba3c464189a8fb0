import type { Recompute } from '../../../src/contract/shapes/recompute.ts';
import type { Context, HandlersOf } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { cancelJob, countOpenJobs, startJob } from '../../engine/jobs/service.ts';
import { DomainError, notFound } from '../../errors.ts';
import { defineModule } from '../../module.ts';
import { periodOf, readSubject } from '../statistics/service.ts';
import { outdatedDispatcher } from './outdatedTrips.ts';
import { describeProgress, readProgress } from './progress.ts';
import { recomputeJob } from './service.ts';

type CallName =
  | 'POST /api/v3/scoring/recompute'
  | 'GET /api/v3/scoring/recompute'
  | 'GET /api/v3/scoring/recompute/{id}'
  | 'POST /api/v3/scoring/recompute/{id}/cancel';

const jobRetentionMs = 7 * 86_400_000;
/** Maximum number of open jobs per user, because all these jobs recompute the same objects. */
const maxOpenJobs = 1;

const readRecomputeJob = async (db: Db, companyId: number, id: number): Promise<Recompute> => {
  const row = await db
    .selectFrom('job')
    .select(['id as Id', 'state as State', 'done as Done', 'total as Total'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('kind', '=', recomputeJob.kind)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
};

const recomputeHandlers = ({ db, now }: Context): HandlersOf<CallName> => ({
  'POST /api/v3/scoring/recompute': async ({ caller, body, locale, change }) => {
    periodOf({ from: body.From, to: body.To }, body.To);
    if (body.ObjectId !== undefined) await readSubject(db, caller, { objectId: body.ObjectId }, now());
    return change(async tx => {
      if ((await countOpenJobs(tx, caller, recomputeJob.kind)) >= maxOpenJobs)
        throw new DomainError('RECOMPUTE_UNDER_WAY', { retryAfterS: 60 });
      const at = now();
      const expiresAt = new Date(at.getTime() + jobRetentionMs);
      const id = await startJob(tx, caller, { kind: recomputeJob, input: { ...body, Locale: locale }, at, expiresAt });
      return readRecomputeJob(tx.db, caller.companyId, id);
    });
  },
  'GET /api/v3/scoring/recompute': async ({ caller }) =>
    describeProgress(await readProgress(db, caller.companyId), now()),
  'GET /api/v3/scoring/recompute/{id}': ({ caller, params }) => readRecomputeJob(db, caller.companyId, params.id),
  'POST /api/v3/scoring/recompute/{id}/cancel': ({ caller, params, change }) =>
    change(async tx => {
      await readRecomputeJob(tx.db, caller.companyId, params.id);
      const jobKey = { companyId: caller.companyId, id: params.id };
      if (!(await cancelJob(tx, jobKey, now()))) throw new DomainError('ALREADY_SO');
      return readRecomputeJob(tx.db, caller.companyId, params.id);
    }),
});

export const recompute = defineModule({
  calls: ({ context }) => recomputeHandlers(context),
  jobs: () => [recomputeJob],
  dispatchers: [outdatedDispatcher],
});
