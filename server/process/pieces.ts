import { setImmediate } from 'node:timers/promises';

/** Maximum time that the work on a long list runs without a pause, ms. */
const maxBlockMs = 10;

/** Runs `work` for each item of a long list. It pauses regularly, so that the process can serve other requests. */
export const forEachInPieces = async <T>(items: readonly T[], work: (item: T) => void): Promise<void> => {
  let lastPauseMs = performance.now();
  for (const item of items) {
    if (performance.now() - lastPauseMs > maxBlockMs) {
      await setImmediate();
      lastPauseMs = performance.now();
    }
    work(item);
  }
};
