let count = 0;

/** Counts what the whole page waits for; public/watch.js reads the number off the document. Returns the way to end. */
export const beginLoading = (): (() => void) => {
  const set = (by: 1 | -1) => {
    count += by;
    document.documentElement.dataset.loading = String(count);
  };
  let ended = false;
  set(1);
  return () => {
    if (ended) return;
    ended = true;
    set(-1);
  };
};
