import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { countQueuedLetters } from '../mail/queue.ts';
import type { PrometheusMetrics } from './prometheusMetrics.ts';

const timeoutMs = 2000;

type ObservedContext = Pick<Context, 'db' | 'now' | 'pool' | 'reads' | 'streams' | 'database' | 'workers'>;

/** The part of the event streams' state that the metrics read. */
export interface LiveStreams {
  readonly state: () => { readonly open: number; readonly waiting: number; readonly listening: boolean };
}

/** Reads how much work on trips waits for processes that run jobs. Both tables are small, and on different nodes. */
const readWaitingWork = async ({ db, now }: Pick<Context, 'db' | 'now'>) => {
  const outdated = await sql<{ trips: number }>`
    select coalesce(sum(total - done), 0)::float8 as trips from recompute_progress`.execute(db);
  const drives = await sql<{ waiting: number; overdueS: number }>`
    select count(*)::int as waiting,
      coalesce(greatest(0, extract(epoch from ${now()}::timestamptz - min(due_at))), 0)::float8 as "overdueS"
    from trip_cut where due_at is not null`.execute(db);
  return { outdatedTrips: outdated.rows[0]!.trips, ...drives.rows[0]! };
};

/** Returns a function that reads the present state on each scrape. */
export const createStateReader = (
  figures: PrometheusMetrics,
  context: ObservedContext,
  hub: LiveStreams,
): (() => Promise<void>) => {
  const { pool: main, reads, streams, database, workers } = context;
  const readPool = (pool: string, { totalCount, idleCount, waitingCount, options }: Pool, waitingBefore = 0) => {
    figures.poolConnections.set({ pool, state: 'busy' }, totalCount - idleCount);
    figures.poolConnections.set({ pool, state: 'idle' }, idleCount);
    figures.poolLimit.set({ pool }, options.max);
    figures.poolWaiting.set({ pool }, waitingCount + waitingBefore);
  };
  /** Waits for the database's answer. Returns undefined if the database fails or does not answer in time. */
  const withinTimeout = <T>(answer: Promise<T>): Promise<T | undefined> =>
    Promise.race([
      answer.catch(() => undefined),
      new Promise<undefined>(resolve => setTimeout(resolve, timeoutMs, undefined).unref()),
    ]);
  return async () => {
    // The pools are read before the query below, because the query itself takes a connection.
    readPool('main', main);
    // A semaphore lets as many requests pass as these pools have connections, so the requests wait there.
    readPool('reads', reads.pool, reads.semaphore.queueLength());
    readPool('streams', streams.pool, streams.semaphore.queueLength());
    figures.workersWaiting.set(workers.queueLength());
    const { open, waiting, listening } = hub.state();
    figures.liveStreams.set(open);
    figures.liveStreamsWaiting.set(waiting);
    figures.liveListeners.set(listening ? 1 : 0);
    const isUp = await withinTimeout(database.check().then(() => true));
    figures.databaseUp.set(isUp ? 1 : 0);
    const work = isUp && (await withinTimeout(readWaitingWork(context)));
    if (work) {
      figures.tripsOutdated.set(work.outdatedTrips);
      figures.drivesWaiting.set(work.waiting);
      figures.drivesWaitingOverdue.set(work.overdueS);
    } else
      for (const gauge of [figures.tripsOutdated, figures.drivesWaiting, figures.drivesWaitingOverdue]) gauge.reset();
    const letters = isUp && (await withinTimeout(countQueuedLetters(context)));
    if (!letters) return figures.lettersQueued.reset();
    for (const state of ['waiting', 'failed'] as const) figures.lettersQueued.set({ state }, letters[state]);
  };
};
