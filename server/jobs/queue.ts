import type { JobHelpers, Runner } from 'graphile-worker';
import type { Context } from '../context.ts';
import type { Connection } from '../db/connect.ts';
import { whenFree } from '../db/locks.ts';
import { steadily } from '../steadily.ts';
import type { AnyJobKind, Dispatcher, Place, QueueTask, Scheduled } from './define.ts';
import { revive } from './repository.ts';
import { runJob } from './run.ts';
import { enqueue, flagOf, jobFlag, queueTask } from './service.ts';

export interface JobSettings {
  /** Jobs of one company done at once in this process; 0: none, another one does them. */
  readonly atOnce: number;
  /** How often a job at work says so. */
  readonly beatMs: number;
  /** A job that has said nothing for so long is taken up again. */
  readonly deadMs: number;
  /** How often it is looked for such jobs. */
  readonly lookMs: number;
  /** A server does jobs once it listens; a process that is there for jobs alone, at once. */
  readonly from: 'onListen' | 'onReady';
}

export const usualJobs: JobSettings = { atOnce: 2, beatMs: 1000, deadMs: 15_000, lookMs: 5000, from: 'onListen' };

/** New tasks wake the queue by NOTIFY. Polling finds those whose next attempt is due, and lost notifications. */
const pollMsMin = 1000;
const restartMs = 5000;

// Loaded when it is needed: a quarter of a second that no start waits for.
const library = () => import('graphile-worker');

/** Brings the queue's own schema, `graphile_worker`, up to date. */
export const prepareQueue = async (
  { pool, db }: Pick<Connection, 'pool' | 'db'>,
  tell: (text: string) => void = () => {},
): Promise<void> => {
  const { runMigrations } = await library();
  await whenFree('Preparing the queue', db, tell, () => runMigrations({ pgPool: pool }));
};

/** What the queue wakes beside jobs: by what is put into it, and by the clock. */
export interface Woken {
  readonly dispatchers: readonly Dispatcher[];
  readonly tasks: readonly QueueTask[];
  readonly scheduled: readonly Scheduled[];
}

/** One place more than a company may have, so that nobody's long jobs hold up another's, nor what is done by the clock. */
export const placesOf = ({ atOnce }: Pick<JobSettings, 'atOnce'>): number => (atOnce === 0 ? 0 : atOnce + 1);

/** Counts the jobs at work: those of each company, which has `atOnce` at most, and those of all. */
const countWork = (settings: Pick<JobSettings, 'atOnce'>) => {
  const atWork = new Map<number, number>();
  let ofAll = 0;
  const add = (companyId: number, difference: number) => {
    atWork.set(companyId, (atWork.get(companyId) ?? 0) + difference);
    ofAll += difference;
  };
  const isFull = (companyId: number) => ofAll >= placesOf(settings) || (atWork.get(companyId) ?? 0) >= settings.atOnce;
  return {
    /** Flags of the jobs that are passed over until others have ended. */
    forbidden: () => (ofAll >= placesOf(settings) ? [jobFlag] : [...atWork.keys()].filter(isFull).map(flagOf)),
    /** Does the job, or calls `tooMany` if its company has no free place: several jobs may be fetched before the first is counted. */
    orElse: async (companyId: number, work: () => Promise<void>, tooMany: () => Promise<void>): Promise<void> => {
      if (isFull(companyId)) return tooMany();
      add(companyId, 1);
      await work().finally(() => add(companyId, -1));
    },
  };
};

/**
 * Unlocks tasks whose process was killed. The queue itself would keep them for four hours, and with them all tasks that wait
 * behind them.
 */
const unlockAbandoned = async ({ pool }: Context, tasks: readonly QueueTask[]): Promise<void> => {
  for (const { task, longestMs } of tasks)
    await pool.query(
      `select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs
        where task_identifier = $1 and locked_at < now() - $2::integer * interval '1 millisecond' having count(*) > 0`,
      [task, longestMs],
    );
};

/**
 * Removes failed tasks that the queue does not repeat, such as the task of a job whose connection was lost, and those that a
 * killed process left. The job's row says whether it is still to be done, and `revive` queues the job again.
 */
const removeSpent = async ({ pool }: Context, tasks: readonly string[]): Promise<void> => {
  await pool.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where task_identifier = any($1) and attempts >= max_attempts
        and (locked_at is null or locked_at < now() - interval '4 hours') having count(*) > 0`,
    [tasks],
  );
};

/** Does jobs from the queue until the server closes; those at hand then go back into it. */
export const startJobs = async (
  context: Context,
  kinds: readonly AnyJobKind[],
  { dispatchers, tasks, scheduled }: Woken,
  { atOnce, beatMs, deadMs, lookMs }: JobSettings,
): Promise<() => Promise<void>> => {
  const { Logger, parseCronItems, run } = await library();
  const closing = new AbortController();
  const { log, pool } = context;
  // What it tells of each job, our own rows say.
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ queue: level }, message);
  });
  const awake = dispatchers.map(({ task, start }) => ({ task, ...start(context) }));
  const wakeUps = awake.map(({ task, wake }) => [task, async (place: unknown) => wake(place as Place)] as const);
  const counted = countWork({ atOnce });
  let runner: Runner | undefined;
  let restart: NodeJS.Timeout | undefined;
  const failed = (error: unknown) => log.warn({ err: error }, 'jobs: the queue cannot be reached');

  const begin = async (): Promise<void> => {
    if (closing.signal.aborted) return;
    const begun = await run({
      pgPool: pool,
      // One more, for letters: a mail server that hangs holds up no job.
      concurrency: placesOf({ atOnce }) + 1,
      forbiddenFlags: counted.forbidden,
      pollInterval: Math.max(pollMsMin, lookMs),
      noHandleSignals: true,
      parsedCronItems: parseCronItems(scheduled.map(({ task, cron }) => ({ task, match: cron }))),
      logger,
      // What became of a task is told by a batch, at once: alone nobody would hear that the database is away, and that ends
      // the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: {
        [queueTask]: payload => {
          const place = payload as Place;
          const bounds = { beatMs, closing: closing.signal };
          const work = () => runJob(context, kinds, place, bounds);
          return counted.orElse(place.companyId, work, () => enqueue(context, place));
        },
        ...Object.fromEntries(wakeUps),
        ...Object.fromEntries(
          tasks.map(({ task, run: work }) => [
            task,
            (payload: unknown, { job }: JobHelpers) => work(context, payload, job.attempts),
          ]),
        ),
        ...Object.fromEntries(scheduled.map(({ task, run: work }) => [task, () => work(context)])),
      },
    });
    runner = begun;
    begun.events.on('job:complete', ({ job }) => {
      const { settled } = tasks.find(({ task }) => task === job.task_identifier) ?? {};
      void settled?.(context, job.payload).catch((error: unknown) =>
        log.warn({ err: error, task: job.task_identifier }, 'jobs: the end of an attempt was not announced'),
      );
    });
    // It gives up when the database is away for long.
    void begun.promise.catch(failed).finally(again);
  };
  const again = (): void => {
    runner = undefined;
    if (closing.signal.aborted) return;
    // Keeps a process alive that does nothing but jobs: with the database away it has no other reason to run.
    restart = setTimeout(() => void tryToBegin(), restartMs);
  };
  const tryToBegin = (): Promise<void> =>
    begin().catch(error => {
      failed(error);
      again();
    });
  await tryToBegin();
  const lookAfter = () =>
    Promise.all([
      revive(context, kinds, deadMs),
      unlockAbandoned(context, tasks),
      removeSpent(context, [queueTask, ...awake.map(({ task }) => task)]),
      ...awake.map(({ look }) => look()),
    ]);
  const stopLooking = steadily(lookMs, lookAfter, failed);

  return async () => {
    closing.abort();
    stopLooking();
    clearTimeout(restart);
    await runner?.stop().catch(failed);
    await Promise.all(awake.map(({ stop }) => stop()));
  };
};
