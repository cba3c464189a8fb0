import { setImmediate } from 'node:timers/promises';

/** Longest time of one piece, ms. */
const pieceMs = 10;

/** Runs `work` for each item of a long list. Other requests get a turn from time to time. */
export const forEachInPieces = async <T>(items: readonly T[], work: (item: T) => void): Promise<void> => {
  let fromMs = performance.now();
  for (const item of items) {
    if (performance.now() - fromMs > pieceMs) {
      await setImmediate();
      fromMs = performance.now();
    }
    work(item);
  }
};
