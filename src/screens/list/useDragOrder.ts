import { useCallback, useEffect, useRef } from 'react';

/**
 * `loadSorting` makes the named children of the container sortable by drag. Call it when a pointer comes near, because
 * it loads the library.
 */
export const useDragOrder = <Root extends HTMLElement>(onOrder: (names: string[]) => void, handle?: string) => {
  const containerRef = useRef<Root>(null);
  const latest = useRef(onOrder);
  const ending = useRef<(() => void) | 'loading'>(undefined);
  useEffect(() => {
    latest.current = onOrder;
  });
  useEffect(
    () => () => {
      if (typeof ending.current === 'function') ending.current();
      ending.current = undefined;
    },
    [],
  );
  const loadSorting = useCallback(() => {
    if (ending.current !== undefined) return;
    ending.current = 'loading';
    import('./dragOrder.ts').then(
      ({ dragOrder }) => {
        const { current } = containerRef;
        if (current && ending.current === 'loading')
          ending.current = dragOrder(current, names => latest.current(names), handle);
      },
      // The failure is ignored: columns can still be ordered in their menu, and the next pointer tries again.
      () => {
        ending.current = undefined;
      },
    );
  }, [handle]);
  return { containerRef, loadSorting };
};
