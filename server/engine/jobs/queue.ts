import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Job, JobHelpers, Runner, TaskList } from 'graphile-worker';
import type { Context } from '../../context.ts';
import type { Connection } from '../../db/connect.ts';
import { retryWhileLocked } from '../../db/locks.ts';
import { every } from '../../process/every.ts';
import type { AnyJobKind, Dispatcher, JobKey, QueueTask, ScheduledTask } from './define.ts';
import { reviveJobs } from './repository.ts';
import { runJob } from './run.ts';
import { companyFlag, enqueueJob, jobFlag, jobTask } from './service.ts';

export interface JobSettings {
  /**
   * Maximum number of running jobs of one company in this process. 0: this process runs no jobs, because another
   * process does.
   */
  readonly jobsPerCompanyMax: number;
  /** Interval at which a running job reports that it is alive, ms. */
  readonly heartbeatMs: number;
  /** Time after which a running job without a report is started again, ms. */
  readonly deadAfterMs: number;
  /** Interval of the search for jobs without a report, ms. */
  readonly reviveEveryMs: number;
  /**
   * Moment at which this process begins to run jobs. A server begins once it listens to requests (`onListen`). A
   * process for jobs alone begins at once (`onReady`).
   */
  readonly startHook: 'onListen' | 'onReady';
}

export const defaultJobs: JobSettings = {
  jobsPerCompanyMax: 2,
  heartbeatMs: 1000,
  deadAfterMs: 15_000,
  reviveEveryMs: 5000,
  startHook: 'onListen',
};

/**
 * Minimum interval at which the queue is polled, ms. New tasks wake the queue at once by NOTIFY. Polling finds retries
 * that are due, and tasks whose notification was lost.
 */
const pollMsMin = 1000;
const restartDelayMs = 5000;
/** Interval of the queries whether the end of a task is stored, ms. Storing takes some milliseconds. */
const endPollMs = 20;

// The library is loaded when it is needed, because loading takes a quarter of a second and would delay the start.
const loadLibrary = () => import('graphile-worker');

/** Creates or updates the database schema of the queue, `graphile_worker`. */
export const migrateQueue = async (
  { pool, db }: Pick<Connection, 'pool' | 'db'>,
  log: (text: string) => void = () => {},
): Promise<void> => {
  const { runMigrations } = await loadLibrary();
  await retryWhileLocked('Preparing the queue', db, log, () => runMigrations({ pgPool: pool }));
};

/**
 * Work besides jobs that the queue starts: dispatchers and tasks by a task in the queue, recurring work by its
 * schedule.
 */
export interface QueueWork {
  readonly dispatchers: readonly Dispatcher[];
  readonly tasks: readonly QueueTask[];
  readonly scheduled: readonly ScheduledTask[];
}

/**
 * Returns the number of slots for running jobs: one more than a company may use. So long jobs of one company delay
 * neither other companies nor recurring work.
 */
export const jobSlots = ({ jobsPerCompanyMax }: Pick<JobSettings, 'jobsPerCompanyMax'>): number =>
  jobsPerCompanyMax === 0 ? 0 : jobsPerCompanyMax + 1;

/** Counts the running jobs, by company and in total. A company may run at most `jobsPerCompanyMax` jobs. */
const makeJobCounter = (settings: Pick<JobSettings, 'jobsPerCompanyMax'>) => {
  const runningByCompany = new Map<number, number>();
  let runningTotal = 0;
  const add = (companyId: number, difference: number) => {
    runningByCompany.set(companyId, (runningByCompany.get(companyId) ?? 0) + difference);
    runningTotal += difference;
  };
  const isFull = (companyId: number) =>
    runningTotal >= jobSlots(settings) || (runningByCompany.get(companyId) ?? 0) >= settings.jobsPerCompanyMax;
  return {
    /** Returns the flags of jobs that the queue must skip until a slot is free. */
    forbiddenFlags: () =>
      runningTotal >= jobSlots(settings) ? [jobFlag] : [...runningByCompany.keys()].filter(isFull).map(companyFlag),
    /**
     * Runs the job, or calls `defer` if all slots are taken or its company has no free slot. The queue may fetch
     * several jobs before the first one is counted.
     */
    runOrDefer: async (companyId: number, work: () => Promise<void>, defer: () => Promise<void>): Promise<void> => {
      if (isFull(companyId)) return defer();
      add(companyId, 1);
      await work().finally(() => add(companyId, -1));
    },
  };
};

/**
 * Unlocks tasks that a killed process has locked. Otherwise these tasks, and all tasks behind them, would stay locked
 * for four hours.
 */
const unlockAbandoned = async ({ pool }: Context, tasks: readonly QueueTask[]): Promise<void> => {
  for (const { task, attemptMaxMs } of tasks)
    await pool.query(
      `select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs
        where task_identifier = $1 and locked_at < now() - $2::integer * interval '1 millisecond' having count(*) > 0`,
      [task, attemptMaxMs],
    );
};

/**
 * Removes failed tasks that the queue does not retry. Their process was killed, or the job lost its database
 * connection.
 * The job's row tells whether the job is still to be done, and `reviveJobs` queues it again.
 */
const removeFailedTasks = async ({ pool }: Context, tasks: readonly string[]): Promise<void> => {
  await pool.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where task_identifier = any($1) and attempts >= max_attempts
        and (locked_at is null or locked_at < now() - interval '4 hours') having count(*) > 0`,
    [tasks],
  );
};

/**
 * Wakes the queue once the end of a task is stored.
 * The library fetches the next task at once, which is usually too early. Until the end is stored, the next task of the
 * same named queue is locked, and would wait for the next poll.
 */
const wakeQueueAfter = async ({ pool }: Pick<Context, 'pool'>, taskId: string, closing: AbortSignal): Promise<void> => {
  while (!closing.aborted) {
    const { rowCount } = await pool.query(
      `select pg_notify('jobs:insert', '{"count":1}') where not exists (
         select from graphile_worker.jobs where id = $1 and locked_at is not null)`,
      [taskId],
    );
    if (rowCount) return;
    await wait(endPollMs);
  }
};

/** Tells the owner of a task that an attempt has ended. */
const notifySettled = async (
  context: Context,
  tasks: QueueWork['tasks'],
  { task_identifier: name, payload }: Pick<Job, 'task_identifier' | 'payload'>,
): Promise<void> => {
  try {
    await tasks.find(({ task }) => task === name)?.settled?.(context, payload);
  } catch (error) {
    context.log.warn({ err: error, task: name }, 'jobs: the end of an attempt was not announced');
  }
};

const taskHandlers = (
  context: Context,
  jobCounter: ReturnType<typeof makeJobCounter>,
  runQueuedJob: (key: JobKey) => Promise<void>,
  dispatcherTasks: readonly (readonly [task: string, wake: (key: JobKey) => unknown])[],
  { tasks, scheduled }: Pick<QueueWork, 'tasks' | 'scheduled'>,
): TaskList => ({
  [jobTask]: payload => {
    const key = payload as JobKey;
    return jobCounter.runOrDefer(
      key.companyId,
      () => runQueuedJob(key),
      () => enqueueJob(context, key),
    );
  },
  ...Object.fromEntries(dispatcherTasks.map(([task, wake]) => [task, async (key: unknown) => wake(key as JobKey)])),
  ...Object.fromEntries(
    tasks.map(({ task, run: work }) => [
      task,
      (payload: unknown, { job }: JobHelpers) => work(context, payload, job.attempts),
    ]),
  ),
  ...Object.fromEntries(scheduled.map(({ task, run: work }) => [task, () => work(context)])),
});

/** Runs jobs from the queue until the server closes. Jobs that are running then return to the queue. */
export const startJobs = async (
  context: Context,
  kinds: readonly AnyJobKind[],
  { dispatchers, tasks, scheduled }: QueueWork,
  { jobsPerCompanyMax, heartbeatMs, deadAfterMs, reviveEveryMs }: JobSettings,
): Promise<() => Promise<void>> => {
  const { Logger, parseCronItems, run } = await loadLibrary();
  const closing = new AbortController();
  const { log, pool } = context;
  // Only warnings and errors of the queue are logged, because the rows of the jobs already tell the rest.
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ queue: level }, message);
  });
  const runningDispatchers = dispatchers.map(({ task, start }) => ({ task, ...start(context) }));
  const jobCounter = makeJobCounter({ jobsPerCompanyMax });
  const taskList = taskHandlers(
    context,
    jobCounter,
    key => runJob(context, kinds, key, { heartbeatMs, closing: closing.signal }),
    runningDispatchers.map(({ task, wake }) => [task, wake] as const),
    { tasks, scheduled },
  );
  let runner: Runner | undefined;
  let restart: NodeJS.Timeout | undefined;
  const logQueueError = (error: unknown) => log.warn({ err: error }, 'jobs: the queue cannot be reached');

  const startRunner = async (): Promise<void> => {
    if (closing.signal.aborted) return;
    const startedRunner = await run({
      pgPool: pool,
      // There is one more slot for mail, so that a mail server that does not answer delays no job.
      concurrency: jobSlots({ jobsPerCompanyMax }) + 1,
      forbiddenFlags: jobCounter.forbiddenFlags,
      pollInterval: Math.max(pollMsMin, reviveEveryMs),
      noHandleSignals: true,
      parsedCronItems: parseCronItems(scheduled.map(({ task, cron }) => ({ task, match: cron }))),
      logger,
      // The end of a task is stored in batches, here without a delay. Without batches, an outage of the database would
      // be an unhandled error, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList,
    });
    runner = startedRunner;
    startedRunner.events.on('job:complete', ({ job }) => {
      if (job.job_queue_id !== null) void wakeQueueAfter(context, job.id, closing.signal).catch(logQueueError);
      void notifySettled(context, tasks, job);
    });
    // The runner ends if the database is unreachable for long. Then it is started again.
    void startedRunner.promise.catch(logQueueError).finally(scheduleRestart);
  };
  const scheduleRestart = (): void => {
    runner = undefined;
    if (closing.signal.aborted) return;
    // The timer keeps a process alive that only runs jobs. While the database is unreachable, nothing else keeps that
    // process alive.
    restart = setTimeout(() => void tryToStart(), restartDelayMs);
  };
  const tryToStart = (): Promise<void> =>
    startRunner().catch(error => {
      logQueueError(error);
      scheduleRestart();
    });
  await tryToStart();
  const recoverLostWork = () =>
    Promise.all([
      reviveJobs(context, kinds, deadAfterMs),
      unlockAbandoned(context, tasks),
      removeFailedTasks(context, [jobTask, ...runningDispatchers.map(({ task }) => task)]),
      ...runningDispatchers.map(({ wakeDue }) => wakeDue()),
    ]);
  const stopRecovery = every(reviveEveryMs, recoverLostWork, logQueueError);

  return async () => {
    closing.abort();
    stopRecovery();
    clearTimeout(restart);
    await runner?.stop().catch(logQueueError);
    await Promise.all(runningDispatchers.map(({ stop }) => stop()));
  };
};

/** Makes the server run jobs until it closes. */
export const registerJobs = (
  server: FastifyInstance,
  context: Context,
  kinds: readonly AnyJobKind[],
  queueWork: QueueWork,
  settings: JobSettings,
): void => {
  if (settings.jobsPerCompanyMax === 0) return;
  let started: Promise<() => Promise<void>> | undefined;
  const start = async () => {
    started = startJobs(context, kinds, queueWork, settings);
    // If the queue cannot be started, the server still serves requests. New jobs then wait.
    started.catch(error => server.log.error({ err: error }, 'jobs could not begin'));
  };
  if (settings.startHook === 'onReady') server.addHook('onReady', start);
  else server.addHook('onListen', start);
  server.addHook('preClose', async () => {
    const stop = await started?.catch(() => undefined);
    await stop?.();
  });
};
