import type { PointerEvent } from 'react';
import { columnWidthMaxCh, columnWidthMinCh } from '../../contract/states.ts';
import { useListView } from './view.tsx';

/** Rounds to half characters: fine enough to look smooth, coarse enough not to be stored for every pixel. */
const rounded = (widthCh: number): number =>
  Math.min(columnWidthMaxCh, Math.max(columnWidthMinCh, Math.round(widthCh * 2) / 2));

/** The draggable edge of a column. Keyboard users set widths in the column menu. */
export const WidthHandle = ({ name, widthCh }: { name: string; widthCh: number }) => {
  const { widths, setWidths } = useListView();
  const press = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget;
    const shownPx = handle.closest('th')?.offsetWidth ?? 0;
    if (shownPx === 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const startPx = event.clientX;
    let last = widthCh;
    handle.onpointermove = move => {
      const next = rounded((widthCh * (shownPx + move.clientX - startPx)) / shownPx);
      if (next !== last) setWidths({ ...widths, [name]: next });
      last = next;
    };
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
    };
  };
  return <span className="width-handle" aria-hidden onPointerDown={press} />;
};
