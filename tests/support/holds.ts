import { readFileSync } from 'node:fs';

/**
 * Returns the processor time that the main thread has used, milliseconds. Waiting for a core does not count. Linux
 * only.
 */
const usedMs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Returns the processor time of a synchronous piece of work, milliseconds. */
export const costMs = (work: () => unknown): number => {
  const before = usedMs();
  work();
  return usedMs() - before;
};

/**
 * Returns the longest time that the work blocked the event loop, in milliseconds of processor time. A busy machine
 * changes it little. Linux only.
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
