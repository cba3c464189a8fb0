let count = 0;

/**
 * Increases the count of pending loads in the document, which public/watch.js reads. Returns the function that
 * decreases it.
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
