import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { importMaxBytes } from '../../src/contract/limits.ts';

const megabyte = 1024 * 1024;

/** Number of threads of a kind, and the heap of each, MB. */
export interface ThreadMemory {
  readonly threads: number;
  readonly heapMb: number;
  /** Heap of each thread for new objects, MB. It is additional to `heapMb`. */
  readonly youngMb: number;
}

/** Division of a process's memory. The sum of all parts stays below the process's limit. */
export interface MemoryPlan {
  /** Total size of large request bodies that may arrive or be in use at once, bytes. */
  readonly largeBodyBytes: number;
  /** Total size of ordinary request bodies that may arrive or be in use at once, bytes. */
  readonly smallBodyBytes: number;
  readonly messageThreads: ThreadMemory;
  /** Threads that read uploaded files and large messages. */
  readonly readerThreads: ThreadMemory;
  readonly writerThreads: ThreadMemory;
  /** Kinds of threads that must not work while a large picture is drawn, because the drawing needs their memory. */
  readonly idleForPictures: readonly ('readers' | 'writers')[];
}

/** Program, libraries, stacks and buffers of an idle process, MB. */
const idleProcessMb = 130;
/** Maximum heap of a thread, MB. No thread needs more. */
const maxHeapMb = 768;
/**
 * Maximum heap of a reader thread, MB. Files are read while they are decompressed, and the largest permitted file takes
 * a third of this heap.
 */
const maxReaderHeapMb = 384;
/** Minimum heap of a thread, MB. With less it cannot even load its code. */
const minHeapMb = 48;
const maxYoungMb = 48;
/** Memory of the largest picture while it is drawn, MB: a HEIC of 50 million pixels (server/modules/images). */
const maxPictureMb = 480;
const maxBodiesMb = 512;

const divideAmongThreads = (totalMb: number, threads: number, maxHeapEachMb = maxHeapMb): ThreadMemory => {
  const perThreadMb = totalMb / threads;
  return {
    threads,
    heapMb: Math.floor(Math.min(maxHeapEachMb, Math.max(minHeapMb, (perThreadMb * 8) / 9))),
    youngMb: Math.floor(Math.min(maxYoungMb, Math.max(4, perThreadMb / 9))),
  };
};

const totalMemoryMb = ({ threads, heapMb, youngMb }: ThreadMemory): number => threads * (heapMb + youngMb);

const threadCountWithin = (totalMb: number, eachMb: number, maxThreads: number): number =>
  Math.max(1, Math.min(maxThreads, Math.floor(totalMb / eachMb)));

/**
 * Divides the memory of a process. `limitMb`: its memory limit. `heapMb`: heap limit of the main thread. `writerCount`:
 * number of files that may be written at once, if there is enough memory.
 */
export const planMemory = (limitMb: number, heapMb: number, writerCount: number): MemoryPlan => {
  // This part of the memory holds large request bodies. The largest file that may be imported always fits into it.
  const largeBodiesMb = Math.min(maxBodiesMb, Math.max(importMaxBytes / megabyte + 8, limitMb / 16));
  const smallBodiesMb = Math.min(128, Math.max(8, limitMb / 64));
  const freeMb = Math.max(0, limitMb - idleProcessMb - heapMb - largeBodiesMb - smallBodiesMb);
  const [messagesMb, readersMb, writersMb] = [0.25, 0.32, 0.38].map(share => share * freeMb) as [
    number,
    number,
    number,
  ];
  const messages = divideAmongThreads(messagesMb, 2);
  const readers = divideAmongThreads(readersMb, threadCountWithin(readersMb, 160, 2), maxReaderHeapMb);
  const writers = divideAmongThreads(writersMb, threadCountWithin(writersMb, 200, Math.max(1, writerCount)));
  const missingForPictureMb =
    maxPictureMb - (freeMb - totalMemoryMb(messages) - totalMemoryMb(readers) - totalMemoryMb(writers));
  return {
    largeBodyBytes: Math.floor(largeBodiesMb * megabyte),
    smallBodyBytes: Math.floor(smallBodiesMb * megabyte),
    messageThreads: messages,
    readerThreads: readers,
    writerThreads: writers,
    idleForPictures: [
      ...(missingForPictureMb > 0 ? (['readers'] as const) : []),
      ...(missingForPictureMb > totalMemoryMb(readers) ? (['writers'] as const) : []),
    ],
  };
};

/**
 * Returns the memory limit of the process's container (or another cgroup), MB. Without a limit, returns the memory of
 * the machine.
 */
export const memoryLimitMb = (): number => {
  const containerBytes = process.constrainedMemory();
  const machineBytes = totalmem();
  return (containerBytes > 0 && containerBytes < machineBytes ? containerBytes : machineBytes) / megabyte;
};

export const heapLimitMb = (): number => getHeapStatistics().heap_size_limit / megabyte;
