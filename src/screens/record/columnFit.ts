import { useCallback, useState } from 'react';

/** Minimum number of columns, because fewer say nothing. */
const minColumns = 2;

/** Returns how many columns of these widths fit into a width. All are in characters. */
export const countFittingColumns = (widths: readonly number[], widthCh: number): number => {
  let [taken, count] = [0, 0];
  for (const width of widths) {
    taken += width;
    if (taken > widthCh) break;
    count += 1;
  }
  return Math.min(widths.length, Math.max(minColumns, count));
};

/**
 * Returns the `ref` of the element that contains tables, and its width in characters. Undefined until it is mounted.
 */
export const useWidthCh = () => {
  const [widthCh, setWidthCh] = useState<number>();
  const ref = useCallback((element: HTMLElement | null) => {
    // jsdom has no ResizeObserver.
    if (!element || typeof ResizeObserver === 'undefined') return;
    const ruler = element.appendChild(document.createElement('span'));
    ruler.style.cssText = 'position:absolute;visibility:hidden;width:100ch';
    const perCharacter = ruler.getBoundingClientRect().width / 100;
    ruler.remove();
    const observer = new ResizeObserver(() => setWidthCh(element.clientWidth / perCharacter));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, widthCh };
};
