let pendingLoads = 0;

/**
 * Increases the count of pending loads in the document, which public/watch.js reads. Returns the function that
 * decreases it.
 */
export const beginLoading = (): (() => void) => {
  const changeCount = (delta: 1 | -1) => {
    pendingLoads += delta;
    document.documentElement.dataset.loading = String(pendingLoads);
  };
  let hasEnded = false;
  changeCount(1);
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    changeCount(-1);
  };
};
