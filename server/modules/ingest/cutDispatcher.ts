import type { Context } from '../../context.ts';
import { tryAdvisoryLock } from '../../db/advisoryLock.ts';
import { inTransaction } from '../../db/change.ts';
import type { Dispatcher } from '../../engine/jobs/define.ts';
import { findVoucherId } from '../telemetry/service.ts';
import { cutWaiting } from './pendingCuts.ts';
import { postponeCut, readDueObjects, type WaitingObject } from './waitingCuts.ts';

type CutContext = Pick<Context, 'db' | 'preparedDb' | 'log' | 'now' | 'workers'>;

const cutObject = ({ preparedDb, now, workers }: CutContext, { companyId, objectId }: WaitingObject): Promise<void> => {
  const author = { companyId, accountId: null, name: '', requestId: null, at: now() };
  return inTransaction(preparedDb, author, async tx => {
    // Another process cuts the object, or stores its message. What still waits then is cut in the next run.
    if (!(await tryAdvisoryLock(tx.db, `object:${objectId}`))) return;
    const voucherId = await findVoucherId(tx.db, companyId, objectId);
    if (voucherId !== undefined) await cutWaiting(tx, workers, { companyId, objectId, voucherId });
  });
};

/** Number of drives that are cut at once, because the database and the calculation take turns. */
const cutsAtOnce = 3;

/**
 * Cuts the drives whose waiting time is over. Each is tried once in a run. One that fails is logged
 * and waits again.
 */
export const cutDueDrives = async (context: CutContext, signal?: AbortSignal): Promise<void> => {
  const triedObjectIds: string[] = [];
  for (;;) {
    const due = await readDueObjects(context.db, context.now(), triedObjectIds);
    if (due.length === 0) return;
    triedObjectIds.push(...due.map(({ objectId }) => objectId));
    const cutNext = async (): Promise<void> => {
      for (let object = due.shift(); object && !signal?.aborted; object = due.shift()) {
        const { objectId } = object;
        await cutObject(context, object).catch(async (error: unknown) => {
          context.log.error({ err: error, objectId }, 'trips: a waiting drive could not be cut');
          await postponeCut(context.db, objectId, context.now());
        });
      }
    };
    await Promise.all(Array.from({ length: cutsAtOnce }, cutNext));
    if (signal?.aborted) return;
  }
};

/** Cuts long drives whose messages have waited for each other. Every process that runs jobs takes part. */
export const cutDispatcher: Dispatcher = {
  task: 'cut_trips',
  start: context => {
    const shutdown = new AbortController();
    let running: Promise<void> | undefined;
    const logFailure = (error: unknown) => context.log.warn({ err: error }, 'trips: waiting drives were not cut');
    const run = () => {
      running ??= cutDueDrives(context, shutdown.signal)
        .catch(logFailure)
        .finally(() => (running = undefined));
    };
    return {
      wake: run,
      wakeDue: async () => run(),
      stop: async () => {
        shutdown.abort();
        await running;
      },
    };
  },
};
