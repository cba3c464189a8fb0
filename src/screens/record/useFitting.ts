import { useCallback, useState } from 'react';

/** Fewer columns than these say nothing. */
const fewest = 2;

/** How many columns of these widths, in characters, fit into a room of so many. */
export const fitting = (widths: readonly number[], room: number): number => {
  let [taken, count] = [0, 0];
  for (const width of widths) {
    taken += width;
    if (taken > room) break;
    count += 1;
  }
  return Math.min(widths.length, Math.max(fewest, count));
};

/** `ref` of the element that tables stand in; the number of characters that fit into it, undefined until it stands. */
export const useRoom = () => {
  const [room, setRoom] = useState<number>();
  const ref = useCallback((element: HTMLElement | null) => {
    // jsdom has none.
    if (!element || typeof ResizeObserver === 'undefined') return;
    const ruler = element.appendChild(document.createElement('span'));
    ruler.style.cssText = 'position:absolute;visibility:hidden;width:100ch';
    const perCharacter = ruler.getBoundingClientRect().width / 100;
    ruler.remove();
    const observer = new ResizeObserver(() => setRoom(element.clientWidth / perCharacter));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, room };
};
