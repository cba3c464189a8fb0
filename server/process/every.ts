/**
 * Runs `work` at an interval, but never twice at once, so that slow runs do not pile up. Returns a function that stops
 * it.
 */
export const every = (ms: number, work: () => Promise<unknown>, failed: (error: unknown) => void): (() => void) => {
  let atWork = false;
  const timer = setInterval(() => {
    if (atWork) return;
    atWork = true;
    void work()
      .catch(failed)
      .finally(() => (atWork = false));
  }, ms).unref();
  return () => clearInterval(timer);
};
