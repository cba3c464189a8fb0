import type UPlot from 'uplot';

/** Reports the time under the pointer while it is pressed or dragged. Returns a function that stops listening. */
export const followPointer = (plot: UPlot, onMoment: (time: number) => void, onStart: () => void): (() => void) => {
  const { over } = plot;
  let dragging = false;
  const report = (event: PointerEvent) => {
    const { left, width } = over.getBoundingClientRect();
    onMoment(plot.posToVal(Math.min(width, Math.max(0, event.clientX - left)), 'x'));
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    dragging = true;
    over.setPointerCapture(event.pointerId);
    onStart();
    report(event);
  };
  const move = (event: PointerEvent) => {
    if (dragging) report(event);
  };
  const up = () => {
    dragging = false;
  };
  over.addEventListener('pointerdown', down);
  over.addEventListener('pointermove', move);
  over.addEventListener('pointerup', up);
  over.addEventListener('pointercancel', up);
  return () => {
    over.removeEventListener('pointerdown', down);
    over.removeEventListener('pointermove', move);
    over.removeEventListener('pointerup', up);
    over.removeEventListener('pointercancel', up);
  };
};
