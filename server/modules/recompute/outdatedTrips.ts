import { sql } from 'kysely';
import { minuteMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import type { Dispatcher } from '../../engine/jobs/define.ts';
import { recomputeTrips } from './object.ts';
import { createProgressNotifier, noteOutdatedTrips } from './progress.ts';

type RecomputeContext = Pick<Context, 'db' | 'preparedDb' | 'now' | 'log' | 'workers' | 'onTripsRecomputed'>;

/** Objects that a process recomputes at once: while a thread cuts the trips of one, the trips of another are stored. */
const lanes = 2;

const allTime = { fromAt: '-infinity', toAt: 'infinity' };

const readNextObject = async ({ db }: Pick<Context, 'db'>, afterId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ objectId: string }>`
    select object_id as "objectId" from trip where outdated and object_id > ${afterId} order by object_id limit 1`.execute(
    db,
  );
  return rows[0]?.objectId;
};

/** Returns the company of an object, in a query of its own: a cluster stores trips and objects on different nodes. */
const readCompanyId = async ({ db }: Pick<Context, 'db'>, objectId: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('monitored_object')
    .select('company_id')
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  return row?.company_id;
};

/**
 * Recomputes the trips that an upgrade has marked as outdated, without any action by an administrator. Outdated trips
 * show their old figures. A trip that fails is logged and stays outdated, and does not stop the others. An object that
 * another process has is left out.
 */
export const recomputeOutdatedTrips = async (context: RecomputeContext, signal?: AbortSignal): Promise<void> => {
  await noteOutdatedTrips(context);
  const notifyProgress = createProgressNotifier();
  let lastId = '';
  /** Lanes take the next object one after another, so that no two take the same one. */
  let nextObject: Promise<string | undefined> = Promise.resolve(undefined);
  const takeObject = (): Promise<string | undefined> => {
    nextObject = nextObject.then(async () => {
      const objectId = await readNextObject(context, lastId);
      if (objectId !== undefined) lastId = objectId;
      return objectId;
    });
    return nextObject;
  };
  const recomputeObjects = async (): Promise<void> => {
    for (let objectId = await takeObject(); objectId !== undefined; objectId = await takeObject()) {
      const companyId = await readCompanyId(context, objectId);
      if (companyId === undefined) continue;
      const author = { companyId, accountId: null, name: '', requestId: null, at: context.now() };
      await recomputeTrips(
        context,
        author,
        { objectId, ...allTime },
        {
          waits: false,
          onProgress: () => signal?.throwIfAborted(),
          beforeCommit: (tx, tripCount) => notifyProgress(tx, companyId, tripCount),
          onFailed: (error, trip) => context.log.error({ err: error, ...trip }, 'a trip could not be worked out anew'),
        },
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, recomputeObjects));
  await noteOutdatedTrips(context);
};

/** Recomputes outdated trips in every process that runs jobs, and looks for further ones each minute. */
export const outdatedDispatcher: Dispatcher = {
  task: 'recompute_outdated',
  start: context => {
    const shutdown = new AbortController();
    let running: Promise<void> | undefined;
    let nextRunMs = 0;
    const run = () => {
      running ??= recomputeOutdatedTrips(context, shutdown.signal)
        .catch((error: unknown) => {
          if (!shutdown.signal.aborted) context.log.warn({ err: error }, 'outdated trips were not recomputed');
        })
        .finally(() => {
          running = undefined;
          nextRunMs = performance.now() + minuteMs;
        });
    };
    const runIfDue = async () => {
      if (performance.now() >= nextRunMs) run();
    };
    return {
      wake: run,
      wakeDue: runIfDue,
      stop: async () => {
        shutdown.abort();
        await running;
      },
    };
  },
};
