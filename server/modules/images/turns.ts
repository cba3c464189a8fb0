/** Pictures worked on at once: each may take a processor and some hundred megabytes. */
const places = 2;

let taken = 0;
const waiting: (() => void)[] = [];

/** Runs the work when it is its turn; the others wait in the order they came. */
export const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (taken < places) taken++;
  else await new Promise<void>(called => waiting.push(called));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place is handed on, not given up: nobody can slip in between.
    if (next) next();
    else taken--;
  }
};
