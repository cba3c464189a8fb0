import { DomainError } from '../../errors.ts';

/** Concurrent picture jobs: each may take a CPU and some hundred megabytes. */
const places = 2;
/** Whoever waits holds a file of up to 15 MB: further ones are refused for now. */
const mostWaiting = 40;

let taken = 0;
const waiting: (() => void)[] = [];

/** Runs the work in turn, first come first served. */
export const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (waiting.length >= mostWaiting) throw new DomainError('OVERLOADED', { retryAfterS: 5 });
  if (taken < places) taken++;
  else await new Promise<void>(called => waiting.push(called));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The slot is passed on, not released, so that nobody can jump the queue.
    if (next) next();
    else taken--;
  }
};
