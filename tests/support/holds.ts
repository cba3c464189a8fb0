import { readFileSync } from 'node:fs';

/** Milliseconds of the processor that the main thread of this process has used. Time spent waiting for a core is not part of it. Linux only. */
const usedMs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Returns the milliseconds of the processor that a piece of work takes in one go. */
export const costMs = (work: () => unknown): number => {
  const before = usedMs();
  work();
  return usedMs() - before;
};

/**
 * Returns the longest time that the work held the event loop, in milliseconds of the processor. A busy machine changes it
 * little. Linux only.
 */
export const longestHoldMs = async (work: () => Promise<unknown>): Promise<number> => {
  let [longest, last] = [0, usedMs()];
  let over = false;
  const turn = () => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!over) setTimeout(turn, 2);
  };
  turn();
  await work();
  over = true;
  turn();
  return longest;
};
