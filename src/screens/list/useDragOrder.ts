import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns `containerRef` and `loadSorting`, which makes the named children of the container sortable by drag. Call
 * `loadSorting` when a pointer comes near, because it loads the sorting library.
 */
export const useDragOrder = <Root extends HTMLElement>(
  onReorder: (names: string[]) => void,
  handleSelector?: string,
) => {
  const containerRef = useRef<Root>(null);
  const latestOnReorder = useRef(onReorder);
  const stopSorting = useRef<(() => void) | 'loading'>(undefined);
  useEffect(() => {
    latestOnReorder.current = onReorder;
  });
  useEffect(
    () => () => {
      if (typeof stopSorting.current === 'function') stopSorting.current();
      stopSorting.current = undefined;
    },
    [],
  );
  const loadSorting = useCallback(() => {
    if (stopSorting.current !== undefined) return;
    stopSorting.current = 'loading';
    import('./dragOrder.ts').then(
      ({ makeSortable }) => {
        const { current } = containerRef;
        if (current && stopSorting.current === 'loading')
          stopSorting.current = makeSortable(current, names => latestOnReorder.current(names), handleSelector);
      },
      // A failure to load is ignored. Columns can still be ordered in their menu, and the next pointer tries again.
      () => {
        stopSorting.current = undefined;
      },
    );
  }, [handleSelector]);
  return { containerRef, loadSorting };
};
