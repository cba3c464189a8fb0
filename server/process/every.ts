/**
 * Runs `work` at an interval, but never twice at once, so that slow runs do not pile up. Returns a function that stops
 * it.
 */
export const every = (ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): (() => void) => {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    void work()
      .catch(onError)
      .finally(() => (isRunning = false));
  }, ms).unref();
  return () => clearInterval(timer);
};
