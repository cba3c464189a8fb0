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
  /** Threads for device messages. */
  readonly messages: ThreadMemory;
  /** Threads that read uploaded files and large messages. */
  readonly readers: ThreadMemory;
  /** Threads that write exports and dossiers. */
  readonly writers: ThreadMemory;
  /** Threads that must not work while a large picture is drawn, because both need the same memory. */
  readonly idleForPictures: readonly ('readers' | 'writers')[];
}

/** Program, libraries, stacks and buffers of an idle process, MB. */
const baseMb = 130;
/** Maximum heap of a thread, MB. No thread needs more. */
const largestHeapMb = 768;
/**
 * Maximum heap of a reader thread, MB. Files are read while they are decompressed, and the largest permitted file takes
 * a third of this heap.
 */
const largestReaderMb = 384;
/** Minimum heap of a thread, MB. With less it cannot even load its code. */
const smallestHeapMb = 48;
const largestYoungMb = 48;
/** Memory of the largest picture while it is drawn, MB: a HEIC of 50 million pixels (server/modules/images). */
const largestPictureMb = 480;
const largestBodiesMb = 512;

const threadMemory = (totalMb: number, threads: number, mostMb = largestHeapMb): ThreadMemory => {
  const eachMb = totalMb / threads;
  return {
    threads,
    heapMb: Math.floor(Math.min(mostMb, Math.max(smallestHeapMb, (eachMb * 8) / 9))),
    youngMb: Math.floor(Math.min(largestYoungMb, Math.max(4, eachMb / 9))),
  };
};

const ofThreads = ({ threads, heapMb, youngMb }: ThreadMemory): number => threads * (heapMb + youngMb);

const threadsWithin = (totalMb: number, eachMb: number, most: number): number =>
  Math.max(1, Math.min(most, Math.floor(totalMb / eachMb)));

/**
 * Divides the memory of a process. `limitMb`: its memory limit. `heapMb`: heap limit of the main thread. `writers`:
 * number of files that may be written at once, if there is enough memory.
 */
export const planMemory = (limitMb: number, heapMb: number, writers: number): MemoryPlan => {
  // The largest file that may be imported always fits into this part.
  const largeMb = Math.min(largestBodiesMb, Math.max(importMaxBytes / megabyte + 8, limitMb / 16));
  const smallMb = Math.min(128, Math.max(8, limitMb / 64));
  const freeMb = Math.max(0, limitMb - baseMb - heapMb - largeMb - smallMb);
  const [messagesMb, readersMb, writersMb] = [0.25, 0.32, 0.38].map(share => share * freeMb) as [
    number,
    number,
    number,
  ];
  const messages = threadMemory(messagesMb, 2);
  const readers = threadMemory(readersMb, threadsWithin(readersMb, 160, 2), largestReaderMb);
  const writing = threadMemory(writersMb, threadsWithin(writersMb, 200, Math.max(1, writers)));
  const lackingMb = largestPictureMb - (freeMb - ofThreads(messages) - ofThreads(readers) - ofThreads(writing));
  return {
    largeBodyBytes: Math.floor(largeMb * megabyte),
    smallBodyBytes: Math.floor(smallMb * megabyte),
    messages,
    readers,
    writers: writing,
    idleForPictures: [
      ...(lackingMb > 0 ? (['readers'] as const) : []),
      ...(lackingMb > ofThreads(readers) ? (['writers'] as const) : []),
    ],
  };
};

/**
 * Returns the memory limit of the process's container (or another cgroup), MB. Without a limit, returns the memory of
 * the machine.
 */
export const memoryLimitMb = (): number => {
  const container = process.constrainedMemory();
  const machine = totalmem();
  return (container > 0 && container < machine ? container : machine) / megabyte;
};

export const heapLimitMb = (): number => getHeapStatistics().heap_size_limit / megabyte;
