/** Concurrent picture jobs: each may take a CPU and some hundred megabytes. */
const places = 2;

let taken = 0;
const waiting: (() => void)[] = [];

/** Runs the work in turn, first come first served. */
export const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
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
