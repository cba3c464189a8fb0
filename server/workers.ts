import { Piscina } from 'piscina';

/** Work of a thread, by its name in thread.mjs. */
type Work = (task: never) => unknown;

/**
 * Worker threads for what would block the event loop: parsing large messages and cutting long tracks. Started on first
 * use, ended when idle.
 */
export interface Workers {
  /**
   * Runs the function `name` of thread.mjs in a worker; the caller states its type. `transfer` is moved and no longer
   * usable here.
   */
  readonly run: <Task extends Work>(
    name: string,
    task: Parameters<Task>[0],
    transfer?: readonly ArrayBuffer[],
  ) => Promise<Awaited<ReturnType<Task>>>;
  /** Number of queued tasks. */
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
}

const threads = 2;
const idleMs = 30_000;

/** `onError` receives failures of threads to start, and of idle ones. */
export const makeWorkers = (onError: (error: Error) => void): Workers => {
  let pool: Piscina | undefined;
  const open = () => {
    const opened = new Piscina({
      filename: new URL('thread.mjs', import.meta.url).href,
      execArgv: [],
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      // A message that needs more memory ends its thread, not the server.
      resourceLimits: { maxOldGenerationSizeMb: 768 },
    });
    opened.on('error', onError);
    return opened;
  };
  return {
    run: (name, task, transfer = []) => {
      pool ??= open();
      return pool.run(task, { name, transferList: [...transfer] });
    },
    waiting: () => pool?.queueSize ?? 0,
    close: async () => {
      await pool?.destroy();
    },
  };
};
