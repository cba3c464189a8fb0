import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';

/** Work of a thread, by the name under which thread.mjs has it. */
type Work = (task: never) => unknown;

/**
 * Threads for what would stall everybody else: reading large messages and cutting long tracks. They begin with the
 * first such work and end when there is none for a while.
 */
export interface Workers {
  /**
   * Does in a thread what is called `name` in thread.mjs; whoever asks says its type. `transfer` is handed over and
   * cannot be used here any more.
   */
  readonly run: <Task extends Work>(
    name: string,
    task: Parameters<Task>[0],
    transfer?: readonly (ArrayBuffer | MessagePort)[],
    /** Aborted, the thread ends in the middle of it. */
    signal?: AbortSignal,
  ) => Promise<Awaited<ReturnType<Task>>>;
  /** Work that nobody has begun yet. */
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
}

const idleMs = 30_000;

/** `onError` is told of a thread that could not begin, or ended while it had nothing to do. */
export const makeWorkers = (onError: (error: Error) => void, threads = 2): Workers => {
  let pool: Piscina | undefined;
  const open = () => {
    const opened = new Piscina({
      filename: new URL('thread.mjs', import.meta.url).href,
      execArgv: [],
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      // A message that needs more ends its thread and not the server.
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
    waiting: () => pool?.queueSize ?? 0,
    close: async () => {
      await pool?.destroy();
    },
  };
};
