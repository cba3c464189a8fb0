import { readFileSync, readlinkSync } from 'node:fs';

/** Path of the file in which Linux counts the time of the calling thread. Undefined on other systems. */
export const threadClockPath = (): string | undefined => {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/schedstat`;
  } catch {
    return undefined;
  }
};

/** Processor time that a thread has used, ms. Undefined if the thread has ended or the system does not count it. */
export const processorMs = (clock: string | undefined): number | undefined => {
  if (clock === undefined) return undefined;
  try {
    return Number(readFileSync(clock, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
};
