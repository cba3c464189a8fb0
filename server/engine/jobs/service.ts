import { sql } from 'kysely';
import type { JobState } from '../../../src/contract/states.ts';
import type { Static } from '../../../src/contract/static.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Db } from '../../db/connect.ts';
import type { Caller, Tx } from '../../transaction.ts';
import type { JobKey, JobKind } from './define.ts';

/** Name of the task in the queue that runs a job, whatever the job's kind. */
export const jobTask = 'job';

/** Flag (graphile-worker) that marks every job in the queue. */
export const jobFlag = 'job';

/** Returns the flag (graphile-worker) that marks the jobs of a company in the queue. */
export const companyFlag = (companyId: number): string => `company-${companyId}`;

interface TaskOptions {
  readonly priority?: number;
  readonly flags?: readonly string[];
  /** Delay before the task may start, ms. */
  readonly afterMs?: number;
}

/**
 * Queues a task for a row of a table, which holds the state of the work. The task is queued with the commit. A task
 * that is already queued keeps its position.
 * Tasks with a lower `priority` value run first. A worker that forbids one of the flags skips the task.
 */
export const enqueueTask = async (
  tx: { readonly db: Db },
  task: string,
  { companyId, id }: JobKey,
  taskKey: string,
  { priority = 0, flags = [], afterMs = 0 }: TaskOptions = {},
): Promise<void> => {
  await sql`select graphile_worker.add_job(${task}, json_build_object('companyId', ${companyId}::bigint, 'id', ${id}::bigint),
    max_attempts := 1, job_key := ${taskKey}, job_key_mode := 'preserve_run_at', priority := ${priority}::integer,
    flags := ${[...flags]}::text[], run_at := now() + ${afterMs}::integer * interval '1 millisecond')`.execute(tx.db);
};

/** Queues a job. Its `priority` value is the number of earlier open jobs of the company. So companies take turns. */
export const enqueueJob = async (tx: { readonly db: Db }, { companyId, id }: JobKey, afterMs = 0): Promise<void> => {
  const { before } = await tx.db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('company_id', '=', companyId)
    .where('state', 'in', ['queued', 'running'])
    .where('id', '<', id)
    .executeTakeFirstOrThrow();
  await enqueueTask(tx, jobTask, { companyId, id }, `${companyId}-${id}`, {
    priority: before,
    flags: [jobFlag, companyFlag(companyId)],
    afterMs: Math.round(afterMs),
  });
};

type NamedInput = Pick<JobKind, 'kind' | 'input'>;

interface NewJob<Kind extends NamedInput> {
  readonly kind: Kind;
  readonly input: Static<Kind['input']>;
  /** Number of items to process, for the display of the progress. Absent: not known yet. */
  readonly total?: number | undefined;
  readonly at: Date;
  readonly expiresAt: Date;
  /** Result of a job that is already over when it is stored. Such a job is not queued. */
  readonly finished?: { readonly result: object; readonly done: number };
}

/** Stores and queues a job in the transaction: both are committed or neither is. Returns the job's id. */
export const startJob = async <Kind extends NamedInput>(
  tx: Tx,
  { accountId, companyId, fullName }: Pick<Caller, 'accountId' | 'companyId' | 'fullName'>,
  { kind, input, total, at, expiresAt, finished }: NewJob<Kind>,
): Promise<number> => {
  const state: JobState = finished ? 'done' : 'queued';
  const { id } = await tx.db
    .insertInto('job')
    .values({
      company_id: companyId,
      kind: kind.kind,
      author_id: accountId,
      author_name: fullName,
      state,
      input: JSON.stringify(input),
      total: total ?? null,
      heartbeat_at: sql<string>`now()`,
      created_at: at,
      expires_at: expiresAt,
      ...(finished && { result: JSON.stringify(finished.result), done: finished.done, finished_at: at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!finished) await enqueueJob(tx, { companyId, id });
  tx.emit('job', { Id: id, Kind: kind.kind, State: state, Done: finished?.done ?? 0, Total: total ?? null }, accountId);
  return id;
};

/**
 * Returns the number of a user's open jobs of a kind. Takes a lock, so that other starts of the same user wait for the
 * commit.
 */
export const countOpenJobs = async (tx: Tx, { companyId, accountId }: Caller, kind: string): Promise<number> => {
  await advisoryLock(tx.db, `jobs-${accountId}`);
  const { open } = await tx.db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('company_id', '=', companyId)
    .where('author_id', '=', accountId)
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return open;
};

/**
 * Cancels a job that is not over. A running job stops within seconds. Returns whether the job was still queued or
 * running.
 */
export const cancelJob = async (tx: Tx, { companyId, id }: JobKey, at: Date): Promise<boolean> => {
  const cancelled = await tx.db
    .updateTable('job')
    .set(({ eb }) => ({ state: 'cancelled', finished_at: at, version: eb('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning(['kind', 'author_id', 'done', 'total'])
    .executeTakeFirst();
  if (!cancelled) return false;
  await tx.db.deleteFrom('job_chunk').where('company_id', '=', companyId).where('job_id', '=', id).execute();
  const { kind: Kind, done: Done, total: Total, author_id } = cancelled;
  tx.emit('job', { Id: id, Kind, State: 'cancelled', Done, Total }, author_id);
  return true;
};
