import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ThreadMemory } from '../process/memory.ts';
import { unpackError } from './errors.ts';

/** Function of a worker thread. */
type Work = (task: never) => unknown;

/**
 * Worker threads for work that would block the event loop, such as parsing large messages and cutting long tracks.
 * Started on first use, ended when idle.
 */
export interface Workers {
  /**
   * Runs a function of an area's thread.ts in a worker: `modules/telemetry/drawImpact`. The caller states its type.
   * `transfer` is moved and no longer usable here.
   */
  readonly run: <Task extends Work>(
    work: string,
    task: Parameters<Task>[0],
    transfer?: readonly (ArrayBuffer | MessagePort)[],
    /** Aborting it ends the thread in the middle of the task. */
    signal?: AbortSignal,
  ) => Promise<Awaited<ReturnType<Task>>>;
  /**
   * Runs `work` on this thread in the slot of a worker thread, so that both together need no more memory. Aborting
   * `signal` ends the wait for the slot.
   */
  readonly reserve: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Runs a function that only loads code, so that no later task waits for it. */
  readonly warm: (work: string) => Promise<void>;
  /** Number of queued tasks. */
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
}

const idleMs = 30_000;

/**
 * Runs this many tasks at once, the others wait in their order. Piscina's own queue stalls when a thread is ended
 * during a task, because no new thread starts for the waiting tasks.
 */
const makeSemaphore = (slots: number) => {
  const queue = new Set<() => void>();
  let free = slots;
  const enter = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        queue.delete(begin);
        signal?.removeEventListener('abort', leave);
        free -= 1;
        resolve();
      };
      const leave = () => {
        queue.delete(begin);
        reject(signal?.reason);
      };
      if (signal?.aborted) leave();
      else if (free > 0) begin();
      else {
        queue.add(begin);
        signal?.addEventListener('abort', leave, { once: true });
      }
    });
  const run = async <T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    await enter(signal);
    try {
      return await work();
    } finally {
      free += 1;
      for (const begin of [...queue].slice(0, 1)) begin();
    }
  };
  return { run, waiting: () => queue.size };
};

/**
 * `onError` receives errors of threads that could not start, or that ended while idle. `kept` threads stay once
 * started.
 * A thread that exceeds its memory ends. `file`: URL of the threads' script, thread.mjs.
 */
export const makeWorkers = (
  onError: (error: Error) => void,
  { threads, heapMb, youngMb }: ThreadMemory = { threads: 2, heapMb: 768, youngMb: 48 },
  { kept = 0, file = new URL('thread.mjs', import.meta.url).href } = {},
): Workers => {
  const semaphore = makeSemaphore(threads);
  let pool: Piscina | undefined;
  const open = () => {
    const opened = new Piscina({
      filename: file,
      execArgv: [],
      minThreads: kept,
      maxThreads: threads,
      idleTimeout: idleMs,
      // A message that needs more memory ends its thread, not the server.
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    });
    opened.on('error', onError);
    return opened;
  };
  let isClosed = false;
  const start: Workers['run'] = (work, task, transfer = [], signal) =>
    semaphore.run(() => {
      if (isClosed) throw new Error('The threads are closed');
      pool ??= open();
      return pool
        .run({ work, task }, { name: 'run', transferList: [...transfer], ...(signal && { signal }) })
        .catch(error => {
          // The reason of the abort says more than the abort. A disconnected caller is not an error.
          throw signal?.aborted ? signal.reason : unpackError(error);
        });
    }, signal);
  return {
    run: start,
    reserve: (work, signal) => semaphore.run(work, signal),
    warm: async work => {
      await start(work, null as never);
    },
    waiting: semaphore.waiting,
    close: async () => {
      isClosed = true;
      await pool?.destroy();
    },
  };
};

/** Larger tasks need more memory than the threads for small tasks have, bytes. */
const largeBytes = 2 * 1024 * 1024;
const isLarge = (task: unknown): boolean => {
  const { bytes } = (task ?? {}) as { readonly bytes?: unknown };
  return bytes instanceof Uint8Array && bytes.length > largeBytes;
};

/** Passes large tasks to threads with more memory. */
export const withLargeTasks = (small: Workers, large: Pick<Workers, 'run' | 'waiting'>): Workers => ({
  ...small,
  run: (work, task, transfer, signal) => (isLarge(task) ? large : small).run(work, task, transfer, signal),
  waiting: () => small.waiting() + large.waiting(),
});
