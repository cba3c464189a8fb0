/**
 * Does work again and again, each time once it is over: where it waits for the database, one waits and not ever more of them.
 * Answers its end.
 */
export const steadily = (ms: number, work: () => Promise<unknown>, failed: (error: unknown) => void): (() => void) => {
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
