import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { JobError, JobNotice } from '../../../src/contract/shapes/jobs.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../transaction.ts';
import type { AnyJobKind, JobOutcome, RunningJob } from './define.ts';
import { enqueueJob } from './service.ts';

const processId = randomUUID();
/**
 * Number of lost processes after which a job is given up. Such a job probably makes its processes crash. A process that
 * an outage ended does not count.
 */
const lostProcessesUsualMax = 5;
/**
 * Number of lost processes after which a job is given up if there are signs of an outage. An outage may end processes
 * of any job, but a job may also crash the whole machine or container.
 */
const lostProcessesMax = 10;
/**
 * Maximum number of attempts of a job. It also ends a job that breaks its database connection each time. With the
 * pauses, a hundred attempts take eight hours.
 */
const attemptsMax = 100;
/** Two processes count as lost at the same time if their last reports are at most this share of `deadAfterMs` apart. */
const outageGapShare = 1 / 3;
/**
 * Jobs whose process was lost are restarted one at a time. A job without a report for this time is restarted without
 * waiting for its turn, ms.
 */
const trialWaitMaxMs = 60_000;
/** Time after which a queued job that has not started is queued again, ms. Its task may have been lost. */
const forgottenAfterMs = 60_000;
const silentJobsMax = 50;

interface JobKey {
  readonly companyId: number;
  readonly id: number;
}

export interface ClaimedJob extends RunningJob {
  readonly kind: string;
  readonly input: object;
  readonly done: number;
  readonly total: number | null;
  /** Numbers of the attempts that count as failures of the job. Attempts that an outage ended do not count. */
  readonly failedAttempts: readonly number[];
}

const columns = [
  'id',
  'company_id as companyId',
  'kind',
  'author_id as authorId',
  'author_name as authorName',
  'input',
  'attempt',
  'done',
  'total',
  'failed_attempts as failedAttempts',
] as const;

/** Claims a queued job for this process. Undefined: another process has claimed the job, or it was cancelled. */
export const claimJob = (db: Db, { companyId, id }: JobKey, at: Date): Promise<ClaimedJob | undefined> =>
  db
    .updateTable('job')
    .set(({ eb }) => ({
      state: 'running',
      attempt: eb('attempt', '+', 1),
      process: processId,
      done: 0,
      heartbeat_at: sql<string>`now()`,
      started_at: at,
      version: eb('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning(columns)
    .executeTakeFirst();

/**
 * Returns a job to the queue that this process may have claimed. The answer to `claimJob` was lost with the database
 * connection.
 */
export const releaseJob = ({ db }: Pick<Context, 'db'>, { companyId, id }: JobKey): Promise<void> =>
  db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('job')
      .set({ state: 'queued', heartbeat_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('process', '=', processId)
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await enqueueJob({ db: trx }, { companyId, id });
  });

export const dropEarlierChunks = async (db: Db, { companyId, id, attempt }: RunningJob): Promise<void> => {
  await db
    .deleteFrom('job_chunk')
    .where('company_id', '=', companyId)
    .where('job_id', '=', id)
    .where('attempt', '<', attempt)
    .execute();
};

/** Update of the job's row that changes nothing unless this attempt still owns the job. */
const updateOwnedJob = (db: Db, { companyId, id, attempt }: RunningJob) =>
  db
    .updateTable('job')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running');

export const authorOfJob = ({ companyId, authorId, authorName }: RunningJob, at: Date) => ({
  companyId,
  accountId: authorId,
  name: authorName,
  requestId: null,
  at,
});

/** Reports that the job is running, and its progress. False: another process owns the job, or the job was cancelled. */
export const writeHeartbeat = (
  { db, now }: Context,
  job: ClaimedJob,
  { done, total, emitsEvent }: { readonly done: number; readonly total: number | null; readonly emitsEvent: boolean },
): Promise<boolean> =>
  inTransaction(db, authorOfJob(job, now()), async tx => {
    const { numUpdatedRows } = await updateOwnedJob(tx.db, job)
      .set({ heartbeat_at: sql<string>`now()`, done, total })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    if (emitsEvent)
      tx.emit('job', { Id: job.id, Kind: job.kind, State: 'running', Done: done, Total: total }, job.authorId);
    return true;
  });

/** Thrown if another process owns the job, or the job was cancelled. */
class JobTakenOver extends Error {}

/**
 * Runs the last step of a job and ends the job. False: this attempt no longer owns the job, and nothing was changed.
 * The step may take minutes. The job's row is updated after the step, so that the job can report progress and be
 * cancelled meanwhile.
 */
export const endJob = (
  { db, now }: Context,
  job: ClaimedJob,
  state: 'done' | 'failed',
  finish: (tx: Tx) => Promise<{
    readonly done: number;
    readonly total: number | null;
    readonly result?: object;
    readonly error?: JobError;
    readonly notice: JobNotice | undefined;
  }>,
): Promise<boolean> =>
  inTransaction(db, authorOfJob(job, now()), async tx => {
    const { done, total, result, error, notice } = await finish(tx);
    const { numUpdatedRows } = await updateOwnedJob(tx.db, job)
      .set(({ eb }) => ({
        state,
        finished_at: now(),
        version: eb('version', '+', 1),
        done,
        total,
        result: result ? JSON.stringify(result) : null,
        error: error ? JSON.stringify(error) : null,
      }))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new JobTakenOver();
    if (state === 'failed') await dropChunks(tx, job);
    const event = { Id: job.id, Kind: job.kind, State: state, Done: done, Total: total };
    tx.emit('job', { ...event, ...(notice && { Notice: notice }) }, job.authorId);
    return true;
  }).catch((error: unknown) => {
    if (error instanceof JobTakenOver) return false;
    throw error;
  });

const dropChunks = (tx: Tx, { companyId, id }: JobKey) =>
  tx.db.deleteFrom('job_chunk').where('company_id', '=', companyId).where('job_id', '=', id).execute();

export const notifyAuthorOfEnd = async (
  { now }: Context,
  kinds: readonly AnyJobKind[],
  tx: Tx,
  job: ClaimedJob,
  outcome: JobOutcome,
): Promise<JobNotice | undefined> =>
  kinds.find(({ kind }) => kind === job.kind)?.notifyAuthor(tx, job, job.input as never, { outcome, at: now() });

interface RequeueOptions {
  readonly isFailure?: boolean;
  /** Whether the process of the attempt vanished. */
  readonly isProcessLost?: boolean;
  /** Whether the next attempt begins only after a pause, because the cause of the error may last. */
  readonly isDelayed?: boolean;
}

/**
 * Pause before the next attempt, ms. It grows with each attempt to five minutes. It is partly random, so that jobs do
 * not all return at once.
 */
const requeueDelayMs = ({ attempt }: RunningJob): number =>
  Math.min(300, 2 ** (attempt - 1)) * (500 + 500 * Math.random());

/** Returns an unfinished job to the queue. False: this attempt no longer owns the job. */
export const requeueJob = (
  { db, now }: Context,
  job: ClaimedJob,
  { isFailure = false, isProcessLost = false, isDelayed = false }: RequeueOptions = {},
): Promise<boolean> =>
  inTransaction(db, authorOfJob(job, now()), async tx => {
    const { numUpdatedRows } = await updateOwnedJob(tx.db, job)
      .set({
        state: 'queued',
        heartbeat_at: sql<string>`now()`,
        // Another attempt may have been removed from `failed_attempts` meanwhile. So the number is appended in SQL.
        ...(isFailure && { failed_attempts: sql<number[]>`failed_attempts || ${job.attempt}::integer` }),
        ...(isProcessLost && { lost_processes: sql<number>`lost_processes + 1` }),
      })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await enqueueJob(tx, job, isDelayed ? requeueDelayMs(job) : 0);
    return true;
  });

/** Whether the job has used its maximum number of attempts. */
export const hasNoAttemptsLeft = ({ attempt }: RunningJob): boolean => attempt >= attemptsMax;

/**
 * Undoes the count of an attempt as one with a lost process. The process is alive. It could not report in time, because
 * it was busy or its database was unreachable.
 */
export const clearLostAttempt = async (
  { db }: Pick<Context, 'db'>,
  { companyId, id, attempt }: RunningJob,
): Promise<void> => {
  await db
    .updateTable('job')
    .set({
      failed_attempts: sql<number[]>`array_remove(failed_attempts, ${attempt}::integer)`,
      lost_processes: sql<number>`greatest(lost_processes - 1, 0)`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute();
};

/**
 * SQL condition: the job has sent no report for this time. The database's clock decides, because the clocks of
 * processes may differ.
 */
const isSilentFor = (ms: number) =>
  sql<boolean>`heartbeat_at < now() - make_interval(secs => ${ms / 1000}::double precision)`;

/** A running job whose process has not reported for a while. */
interface SilentJob extends ClaimedJob {
  /** Id of the process that runs the job. Null: an earlier release of the product started the job. */
  readonly process: string | null;
  readonly lostProcesses: number;
  /** Moment of the last report, ms since 1970, by the database's clock. */
  readonly heartbeatAtMs: number;
  readonly silentMs: number;
}

const readSilentJobs = (db: Db, deadAfterMs: number): Promise<readonly SilentJob[]> =>
  db
    .selectFrom('job')
    .select([
      ...columns,
      'process',
      'lost_processes as lostProcesses',
      sql<number>`extract(epoch from heartbeat_at)::float8 * 1000`.as('heartbeatAtMs'),
      sql<number>`extract(epoch from now() - heartbeat_at)::float8 * 1000`.as('silentMs'),
    ])
    .where('state', '=', 'running')
    // The search begins before `deadAfterMs`, because a process that was lost together with a dead one may have
    // reported somewhat later.
    .where(isSilentFor(deadAfterMs * (1 - outageGapShare)))
    .orderBy('heartbeat_at')
    .limit(silentJobsMax)
    .execute();

/** Returns the moment when the database was started, ms since 1970, by its own clock. */
const readStartMs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ startMs: number }>`
    select extract(epoch from pg_postmaster_start_time())::float8 * 1000 as "startMs"`.execute(db);
  return rows[0]?.startMs ?? 0;
};

/** Whether one of the jobs that lost their process has been restarted and has not ended yet. */
const isTrialUnderWay = async (db: Db, deadAfterMs: number): Promise<boolean> => {
  const row = await db
    .selectFrom('job')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .where(sql<boolean>`failed_attempts <> '{}'`)
    .where(sql<boolean>`not ${isSilentFor(deadAfterMs)}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

const giveUpJob = (context: Context, kinds: readonly AnyJobKind[], job: ClaimedJob): Promise<boolean> =>
  endJob(context, job, 'failed', async tx => {
    const { done, total } = job;
    const error = { Code: 'JOB_INTERRUPTED' } as const;
    return { done, total, error, notice: await notifyAuthorOfEnd(context, kinds, tx, job, { error }) };
  });

/**
 * Restarts running jobs whose process has not reported for `deadAfterMs`. If the database was restarted, or several
 * processes were lost at once, an outage ended the attempt.
 * Otherwise the job itself may have crashed its process. After several lost processes it is given up.
 * Until then, jobs under suspicion are restarted one at a time. So other jobs of the same process are not given up with
 * the one that crashes.
 */
const reviveDeadJobs = async (context: Context, kinds: readonly AnyJobKind[], deadAfterMs: number): Promise<void> => {
  const { db, log } = context;
  const silentJobs = await readSilentJobs(db, deadAfterMs);
  const deadJobs = silentJobs.filter(({ silentMs }) => silentMs >= deadAfterMs);
  if (deadJobs.length === 0) return;
  const startMs = await readStartMs(db);
  const isOutage = ({ heartbeatAtMs, process }: SilentJob): boolean =>
    heartbeatAtMs < startMs ||
    silentJobs.some(
      other =>
        other.process !== process && Math.abs(other.heartbeatAtMs - heartbeatAtMs) < deadAfterMs * outageGapShare,
    );
  const suspects: SilentJob[] = [];
  const logFieldsOf = ({ id: job, kind, attempt, failedAttempts, lostProcesses }: SilentJob) =>
    ({ job, kind, attempt, failedAttempts, lostProcesses }) as const;
  for (const job of deadJobs)
    if (isOutage(job) && !hasNoAttemptsLeft(job) && job.lostProcesses + 1 < lostProcessesMax) {
      log.warn(logFieldsOf(job), 'an outage ended the process of a job, which is begun again');
      await requeueJob(context, job, { isProcessLost: true, isDelayed: true });
    } else if (isOutage(job) || hasNoAttemptsLeft(job) || job.failedAttempts.length + 1 >= lostProcessesUsualMax) {
      log.error(logFieldsOf(job), 'a job lost its process too often and is given up');
      // An error while giving up one job must not delay the others.
      await giveUpJob(context, kinds, job).catch(error =>
        log.error({ err: error, ...logFieldsOf(job) }, 'a job cannot be given up'),
      );
    } else suspects.push(job);
  // Jobs with the fewest failures are restarted first, because a job with more failures is more likely to crash its
  // process.
  suspects.sort((one, other) => one.failedAttempts.length - other.failedAttempts.length);
  let mayStartTrial = suspects.length > 0 && !(await isTrialUnderWay(db, deadAfterMs));
  for (const job of suspects)
    if (mayStartTrial || job.silentMs > trialWaitMaxMs) {
      log.warn(logFieldsOf(job), 'a job lost its process and is begun again');
      await requeueJob(context, job, { isFailure: true, isProcessLost: true });
      mayStartTrial = false;
    }
};

/** Queues jobs again that have waited for long. A job whose task is still in the queue keeps its position. */
const requeueForgottenJobs = async ({ db }: Context): Promise<void> => {
  // Jobs are read before any write, because an update over all companies would lock every node of a database cluster.
  const queuedJobs = await db
    .selectFrom('job')
    .select(['id', 'company_id'])
    .where('state', '=', 'queued')
    .where(isSilentFor(forgottenAfterMs))
    .execute();
  for (const { id, company_id: companyId } of queuedJobs)
    await db.transaction().execute(async trx => {
      const { numUpdatedRows } = await trx
        .updateTable('job')
        .set({ heartbeat_at: sql<string>`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('state', '=', 'queued')
        .where(isSilentFor(forgottenAfterMs))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await enqueueJob({ db: trx }, { id, companyId });
    });
};

/** Restarts jobs whose process was lost, and queues jobs again whose task was lost. */
export const reviveJobs = async (
  context: Context,
  kinds: readonly AnyJobKind[],
  deadAfterMs: number,
): Promise<void> => {
  await reviveDeadJobs(context, kinds, deadAfterMs);
  await requeueForgottenJobs(context);
};
