import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { DomainError } from '../errors.ts';
import type { ThreadMemory } from '../process/memory.ts';
import { unpackError } from './errors.ts';

type WorkFunction = (task: never) => unknown;

/**
 * Worker threads for work that would block the event loop, such as parsing large messages and cutting long tracks.
 * Started on first use, ended when idle.
 */
export interface Workers {
  /**
   * Runs a function in a worker thread. `workName` names the area and the function: `modules/telemetry/drawImpact`. The
   * function is exported by the area's thread.ts, and the caller states its type.
   * `transfer`: objects that move to the thread. The caller cannot use them any more.
   */
  readonly run: <Task extends WorkFunction>(
    workName: string,
    task: Parameters<Task>[0],
    transfer?: readonly (ArrayBuffer | MessagePort)[],
    /** Aborting this signal ends the thread, even in the middle of the task. */
    signal?: AbortSignal,
  ) => Promise<Awaited<ReturnType<Task>>>;
  /**
   * Runs `work` on the calling thread while no worker runs a task. The memory of idle workers is freed first. New tasks
   * wait until `work` has ended. Aborting `signal` ends the wait for the workers.
   */
  readonly runWhenIdle: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Runs a function that only loads code, so that no later task waits for the loading. */
  readonly preloadCode: (workName: string) => Promise<void>;
  readonly queueLength: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Runs work that needs as much memory as the worker threads, while these threads are idle. Aborting `signal` ends the
 * wait for idle threads.
 */
export type ReserveMemory = Workers['runWhenIdle'];

const idleMs = 30_000;

/**
 * Error of a task that did not finish because the server closes, or because a thread could not start. The task can be
 * repeated on another server, later or after a restart.
 */
const closedError = (): DomainError => new DomainError('OVERLOADED', { retryAfterS: 5 });

/**
 * Limits how many tasks run at once. Other tasks wait in order of arrival. Piscina's own queue stalls if a thread ends
 * during a task, because no new thread starts for the waiting tasks.
 */
const createSemaphore = (slots: number) => {
  const queue = new Set<{ readonly slotsNeeded: number; readonly begin: () => void }>();
  let freeSlots = slots;
  const beginNext = () => {
    for (const waiter of queue) {
      if (waiter.slotsNeeded > freeSlots) return;
      waiter.begin();
    }
  };
  const enter = (signal: AbortSignal | undefined, slotsNeeded: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = () => {
        queue.delete(waiter);
        signal?.removeEventListener('abort', leave);
        freeSlots -= slotsNeeded;
        resolve();
      };
      const leave = () => {
        queue.delete(waiter);
        reject(signal?.reason);
        // Lets later tasks begin. The cancelled task may have needed several threads and kept the tasks behind it
        // waiting.
        beginNext();
      };
      const waiter = { slotsNeeded, begin: start };
      if (signal?.aborted) return leave();
      queue.add(waiter);
      signal?.addEventListener('abort', leave, { once: true });
      beginNext();
    });
  const run = async <T>(work: () => Promise<T>, signal: AbortSignal | undefined, slotsNeeded = 1): Promise<T> => {
    await enter(signal, slotsNeeded);
    try {
      return await work();
    } finally {
      freeSlots += slotsNeeded;
      beginNext();
    }
  };
  return { run, queueLength: () => queue.size };
};

/**
 * `onError` receives errors of threads that could not start, or that ended while idle. `idleThreads`: number of threads
 * that do not end when idle.
 * A thread that exceeds its memory ends. `file`: URL of the threads' script, thread.mjs. `tablesFile`: URL of the file
 * that exports the `tables` of the application. Absent: server/tables.ts.
 */
export const makeWorkers = (
  onError: (error: Error) => void,
  { threads, heapMb, youngMb }: ThreadMemory = { threads: 2, heapMb: 768, youngMb: 48 },
  {
    idleThreads = 0,
    file = new URL('thread.mjs', import.meta.url).href,
    tablesFile,
  }: { readonly idleThreads?: number; readonly file?: string; readonly tablesFile?: string | undefined } = {},
): Workers => {
  const semaphore = createSemaphore(threads);
  let pool: Piscina | undefined;
  /** Pools that were ended because one of their threads could not start. */
  const brokenPools = new WeakSet<Piscina>();
  const createPool = () => {
    const newPool = new Piscina({
      filename: file,
      execArgv: [],
      minThreads: idleThreads,
      maxThreads: threads,
      idleTimeout: idleMs,
      // A task that needs more memory than this limit ends its thread, but not the server.
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    });
    newPool.on('error', error => {
      onError(error);
      // Piscina starts no other thread for the tasks that waited for this one, so they would wait for ever.
      brokenPools.add(newPool);
      if (pool === newPool) pool = undefined;
      void newPool.destroy();
    });
    return newPool;
  };
  let isClosed = false;
  const runTask: Workers['run'] = (workName, task, transfer = [], signal) =>
    semaphore.run(() => {
      if (isClosed) throw closedError();
      pool ??= createPool();
      const taskPool = pool;
      return taskPool
        .run(
          { work: workName, task, tablesFile },
          { name: 'run', transferList: [...transfer], ...(signal && { signal }) },
        )
        .catch(error => {
          // Throws the reason of the abort instead of a general abort error. A disconnected caller is no error of the
          // task.
          if (signal?.aborted) throw signal.reason;
          throw isClosed || brokenPools.has(taskPool) ? closedError() : unpackError(error);
        });
    }, signal);
  return {
    run: runTask,
    runWhenIdle: (work, signal) =>
      semaphore.run(
        async () => {
          const idlePool = pool;
          pool = undefined;
          await idlePool?.destroy();
          return work();
        },
        signal,
        threads,
      ),
    preloadCode: async workName => {
      await runTask(workName, null as never);
    },
    queueLength: semaphore.queueLength,
    close: async () => {
      isClosed = true;
      await pool?.destroy();
    },
  };
};

/** Size above which a task runs in the threads with more memory, bytes. */
const largeBytes = 2 * 1024 * 1024;
const isLarge = (task: unknown): boolean => {
  const { bytes } = (task ?? {}) as { readonly bytes?: unknown };
  return bytes instanceof Uint8Array && bytes.length > largeBytes;
};

/** Returns workers that pass large tasks to the threads of `large`, which have more memory. */
export const withLargeTasks = (small: Workers, large: Pick<Workers, 'run' | 'queueLength'>): Workers => ({
  ...small,
  run: (workName, task, transfer, signal) => (isLarge(task) ? large : small).run(workName, task, transfer, signal),
  queueLength: () => small.queueLength() + large.queueLength(),
});

export const whileIdle =
  ([first, ...others]: readonly Pick<Workers, 'runWhenIdle'>[]): ReserveMemory =>
  (work, signal) =>
    first ? first.runWhenIdle(() => whileIdle(others)(work, signal), signal) : work();
