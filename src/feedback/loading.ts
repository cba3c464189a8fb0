let count = 0;

/**
 * Counts what the page waits for; public/watch.js reads the number from the document. Returns the function that ends
 * it.
 */
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
