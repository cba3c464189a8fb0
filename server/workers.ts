import type { MessagePort } from 'node:worker_threads';
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
    transfer?: readonly (ArrayBuffer | MessagePort)[],
    /** Aborted, the thread ends in the middle of it. */
    signal?: AbortSignal,
  ) => Promise<Awaited<ReturnType<Task>>>;
  /** Begins a thread and has it read the code of `name`, so that nobody waits for that later. */
  readonly warm: (name: string) => Promise<void>;
  /** Number of queued tasks. */
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
}

const idleMs = 30_000;

/**
 * `onError` is told of a thread that could not begin, or ended while it had nothing to do. `kept` threads stay once they
 * have begun. `file`: URL of the script with their work, thread.mjs.
 */
export const makeWorkers = (
  onError: (error: Error) => void,
  { threads = 2, kept = 0, file = new URL('thread.mjs', import.meta.url).href } = {},
): Workers => {
  let pool: Piscina | undefined;
  const open = () => {
    const opened = new Piscina({
      filename: file,
      execArgv: [],
      minThreads: kept,
      maxThreads: threads,
      idleTimeout: idleMs,
      // A message that needs more memory ends its thread, not the server.
      resourceLimits: { maxOldGenerationSizeMb: 768 },
    });
    opened.on('error', onError);
    return opened;
  };
  return {
    run: (name, task, transfer = [], signal) => {
      pool ??= open();
      return pool.run(task, { name, transferList: [...transfer], ...(signal && { signal }) });
    },
    warm: async name => {
      pool ??= open();
      await pool.run(null, { name });
    },
    waiting: () => pool?.queueSize ?? 0,
    close: async () => {
      await pool?.destroy();
    },
  };
};
