import { type PointerEvent, useCallback } from 'react';

/** The link that covers a row also covers tooltips: it takes over the one under the pointer. */
export const useCoveredTitles = () =>
  useCallback((event: PointerEvent) => {
    const cover = event.target;
    if (!(cover instanceof HTMLAnchorElement) || !('row' in cover.dataset)) return;
    const below = document.elementsFromPoint(event.clientX, event.clientY).slice(1, 4);
    const title = below.find(element => element instanceof HTMLElement && element.title);
    cover.title = title instanceof HTMLElement ? title.title : '';
  }, []);
