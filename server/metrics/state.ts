import type { Pool } from 'pg';
import type { Hub } from '../modules/live/service.ts';
import type { Figures } from './figures.ts';

const timeoutMs = 2000;

/** Whether the database answers, asked by one query at a time: whoever looks again meanwhile waits for the same. */
const makeProbe = (pool: Pool): (() => Promise<boolean>) => {
  let asked: Promise<boolean> | undefined;
  return () => {
    asked ??= pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = undefined;
      });
    const late = new Promise<boolean>(tell => setTimeout(tell, timeoutMs, false).unref());
    return Promise.race([asked, late]);
  };
};

export interface Watched {
  /** By name; whether the database answers is asked through `main`. */
  readonly pools: { readonly main: Pool } & Readonly<Record<string, Pool>>;
  readonly hub: Pick<Hub, 'state'>;
}

/** Reads what is so at the moment somebody looks. */
export const makeReader = (figures: Figures, { pools, hub }: Watched): (() => Promise<void>) => {
  const answers = makeProbe(pools.main);
  return async () => {
    // Before the database is asked: the question takes a connection itself.
    for (const [pool, { totalCount, idleCount, waitingCount, options }] of Object.entries(pools)) {
      figures.poolConnections.set({ pool, state: 'busy' }, totalCount - idleCount);
      figures.poolConnections.set({ pool, state: 'idle' }, idleCount);
      figures.poolLimit.set({ pool }, options.max);
      figures.poolWaiting.set({ pool }, waitingCount);
    }
    const { open, waiting, listening } = hub.state();
    figures.liveStreams.set(open);
    figures.liveStreamsWaiting.set(waiting);
    figures.liveListeners.set(listening ? 1 : 0);
    figures.databaseUp.set((await answers()) ? 1 : 0);
  };
};
