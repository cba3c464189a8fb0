import { sql } from 'kysely';
import type { JobError, JobNotice } from '../../src/contract/shapes/jobs.ts';
import type { Context, Tx } from '../context.ts';
import { inTransaction } from '../db/change.ts';
import type { Db } from '../db/connect.ts';
import type { AnyJobKind, JobAtWork, Outcome } from './define.ts';
import { enqueue } from './service.ts';

/** More attempts are not made: it is the job that ends its servers. */
const attemptsMax = 3;
/** A job in the queue that long may have been lost between the queue and its row. */
const waitingMs = 60_000;
const lookAtMost = 50;

interface Place {
  readonly companyId: number;
  readonly id: number;
}

export interface Claimed extends JobAtWork {
  readonly kind: string;
  readonly input: object;
  readonly done: number;
  readonly total: number | null;
}

const columns = ['id', 'company_id', 'kind', 'author_id', 'author_name', 'input', 'attempt', 'done', 'total'] as const;

interface JobRow extends Omit<Claimed, 'companyId' | 'authorId' | 'authorName'> {
  readonly company_id: number;
  readonly author_id: number;
  readonly author_name: string;
}

const asJob = ({ company_id, author_id, author_name, ...more }: JobRow): Claimed => ({
  ...more,
  companyId: company_id,
  authorId: author_id,
  authorName: author_name,
});

/** Takes a waiting job; undefined: somebody else did, or it was cancelled. What earlier attempts have left goes. */
export const claim = async (db: Db, { companyId, id }: Place, at: Date): Promise<Claimed | undefined> => {
  const row = await db
    .updateTable('job')
    .set(({ eb }) => ({
      state: 'running',
      attempt: eb('attempt', '+', 1),
      done: 0,
      beat_at: sql<string>`now()`,
      started_at: at,
      version: eb('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning(columns)
    .executeTakeFirst();
  if (!row) return undefined;
  await db
    .deleteFrom('job_chunk')
    .where('company_id', '=', companyId)
    .where('job_id', '=', id)
    .where('attempt', '<', row.attempt)
    .execute();
  return asJob(row);
};

/** The job as long as this attempt has it. */
const mine = (db: Db, { companyId, id, attempt }: JobAtWork) =>
  db
    .updateTable('job')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running');

export const authorOfJob = ({ companyId, authorId, authorName }: JobAtWork, at: Date) => ({
  companyId,
  accountId: authorId,
  name: authorName,
  requestId: null,
  at,
});

/** Says that the job is at work and how far; false: it is somebody else's by now, or cancelled. */
export const beat = (
  { db, now }: Context,
  job: Claimed,
  { done, total, tell }: { readonly done: number; readonly total: number | null; readonly tell: boolean },
): Promise<boolean> =>
  inTransaction(db, authorOfJob(job, now()), async tx => {
    const { numUpdatedRows } = await mine(tx.db, job)
      .set({ beat_at: sql<string>`now()`, done, total })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    if (tell) tx.emit('job', { Id: job.id, Kind: job.kind, State: 'running', Done: done, Total: total }, job.authorId);
    return true;
  });

/** The job is somebody else's by now, or was cancelled. */
class NotOurs extends Error {}

/**
 * Does what the job ends with and ends it; false: it is not ours any more, and nothing was done. The job's row is touched
 * last: meanwhile, which may take minutes, it says how far it is and can be cancelled.
 */
export const end = (
  { db, now }: Context,
  job: Claimed,
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
    const { numUpdatedRows } = await mine(tx.db, job)
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
    if (numUpdatedRows === 0n) throw new NotOurs();
    if (state === 'failed') await dropChunks(tx, job);
    const news = { Id: job.id, Kind: job.kind, State: state, Done: done, Total: total };
    tx.emit('job', { ...news, ...(notice && { Notice: notice }) }, job.authorId);
    return true;
  }).catch((error: unknown) => {
    if (error instanceof NotOurs) return false;
    throw error;
  });

const dropChunks = (tx: Tx, { companyId, id }: Place) =>
  tx.db.deleteFrom('job_chunk').where('company_id', '=', companyId).where('job_id', '=', id).execute();

/** What the author is told of its end. */
export const noticeOf = async (
  { now }: Context,
  kinds: readonly AnyJobKind[],
  tx: Tx,
  job: Claimed,
  outcome: Outcome,
): Promise<JobNotice | undefined> =>
  kinds.find(({ kind }) => kind === job.kind)?.tellAuthor(tx, job, job.input as never, { outcome, at: now() });

/** Puts a job that this process cannot finish back into the queue. */
export const putBack = ({ db, now }: Context, job: Claimed): Promise<void> =>
  inTransaction(db, authorOfJob(job, now()), async tx => {
    const { numUpdatedRows } = await mine(tx.db, job)
      .set({ state: 'queued', beat_at: sql<string>`now()` })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await enqueue(tx, job);
  });

/** Nothing was heard of the job so long, by the database's clock: those of processes may differ. */
const silentFor = (ms: number) => sql<boolean>`beat_at < now() - make_interval(secs => ${ms / 1000}::double precision)`;

/** Jobs at work whose process has said nothing for `deadMs`: taken up again, or given up after several attempts. */
const reviveDead = async (context: Context, kinds: readonly AnyJobKind[], deadMs: number): Promise<void> => {
  const found = await context.db
    .selectFrom('job')
    .select(columns)
    .where('state', '=', 'running')
    .where(silentFor(deadMs))
    .limit(lookAtMost)
    .execute();
  for (const job of found.map(asJob)) {
    context.log.warn({ job: job.id, kind: job.kind, attempt: job.attempt }, 'a job lost its process');
    if (job.attempt < attemptsMax) await putBack(context, job);
    else
      await end(context, job, 'failed', async tx => {
        const { done, total } = job;
        const error = { Code: 'JOB_INTERRUPTED' } as const;
        return { done, total, error, notice: await noticeOf(context, kinds, tx, job, { error }) };
      });
  }
};

/** Jobs that wait long are put into the queue again: one that is in it stays where it is. */
const reviveForgotten = async ({ db }: Context): Promise<void> => {
  // Looked for without writing: as a change of all companies' jobs it would hold all machines of a cluster each time.
  const found = await db
    .selectFrom('job')
    .select(['id', 'company_id'])
    .where('state', '=', 'queued')
    .where(silentFor(waitingMs))
    .execute();
  for (const { id, company_id: companyId } of found)
    await db.transaction().execute(async trx => {
      const { numUpdatedRows } = await trx
        .updateTable('job')
        .set({ beat_at: sql<string>`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('state', '=', 'queued')
        .where(silentFor(waitingMs))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await enqueue({ db: trx }, { id, companyId });
    });
};

/** Looks after jobs that nobody is at any more. */
export const revive = async (context: Context, kinds: readonly AnyJobKind[], deadMs: number): Promise<void> => {
  await reviveDead(context, kinds, deadMs);
  await reviveForgotten(context);
};
