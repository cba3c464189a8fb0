import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { DomainError } from '../errors.ts';
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
   * Runs `work` on this thread while no worker runs a task, and frees the memory of idle workers before. Tasks wait
   * meanwhile. Aborting `signal` ends the wait for the workers.
   */
  readonly alone: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Runs a function that only loads code, so that no later task waits for it. */
  readonly warm: (work: string) => Promise<void>;
  /** Number of queued tasks. */
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
}

/** Runs work that needs as much memory as threads. Aborting `signal` ends the wait for it. */
export type ReserveMemory = Workers['alone'];

const idleMs = 30_000;

/** The error of a task whose server ends. Another server, or the next start, can do the task. */
const closed = (): DomainError => new DomainError('OVERLOADED', { retryAfterS: 5 });

/**
 * Runs this many tasks at once, the others wait in their order. Piscina's own queue stalls when a thread is ended
 * during a task, because no new thread starts for the waiting tasks.
 */
const makeSemaphore = (slots: number) => {
  const queue = new Set<{ readonly taken: number; readonly begin: () => void }>();
  let free = slots;
  const beginNext = () => {
    for (const first of queue) {
      if (first.taken > free) return;
      first.begin();
    }
  };
  const enter = (signal: AbortSignal | undefined, taken: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        queue.delete(waiter);
        signal?.removeEventListener('abort', leave);
        free -= taken;
        resolve();
      };
      const leave = () => {
        queue.delete(waiter);
        reject(signal?.reason);
        // The others may have waited behind this one only.
        beginNext();
      };
      const waiter = { taken, begin };
      if (signal?.aborted) return leave();
      queue.add(waiter);
      signal?.addEventListener('abort', leave, { once: true });
      beginNext();
    });
  const run = async <T>(work: () => Promise<T>, signal: AbortSignal | undefined, taken = 1): Promise<T> => {
    await enter(signal, taken);
    try {
      return await work();
    } finally {
      free += taken;
      beginNext();
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
      if (isClosed) throw closed();
      pool ??= open();
      return pool
        .run({ work, task }, { name: 'run', transferList: [...transfer], ...(signal && { signal }) })
        .catch(error => {
          // The reason of the abort says more than the abort. A disconnected caller is not an error.
          if (signal?.aborted) throw signal.reason;
          throw isClosed ? closed() : unpackError(error);
        });
    }, signal);
  return {
    run: start,
    alone: (work, signal) =>
      semaphore.run(
        async () => {
          const idle = pool;
          pool = undefined;
          await idle?.destroy();
          return work();
        },
        signal,
        threads,
      ),
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

/** Runs work while none of these workers run a task. */
export const whileIdle =
  ([first, ...others]: readonly Pick<Workers, 'alone'>[]): ReserveMemory =>
  (work, signal) =>
    first ? first.alone(() => whileIdle(others)(work, signal), signal) : work();
