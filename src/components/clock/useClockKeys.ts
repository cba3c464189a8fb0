import { type RefObject, useEffect } from 'react';
import { useClock } from './ClockContext.tsx';
import type { Clock } from './clock.ts';

// Selects elements that use arrow keys, letters or space themselves. The clock ignores keys that are pressed in them.
const keyHandlingSelector = [
  'input:not([type=range])',
  'textarea',
  'select',
  '[contenteditable=true]',
  '[data-arrow-keys]',
  '[role=dialog]',
  '[role=listbox]',
  '[role=menu]',
  '[role=tablist]',
  '[role=combobox]',
  '[role=radiogroup]',
  '.maplibregl-canvas-container',
].join(',');

const keyActions: { readonly [key: string]: (clock: Clock, event: KeyboardEvent) => void } = {
  ArrowLeft: (clock, event) => clock.step(event.shiftKey ? -10 : -1),
  ArrowRight: (clock, event) => clock.step(event.shiftKey ? 10 : 1),
  Home: clock => clock.seekHome(),
  KeyI: clock => clock.seekHome(),
  Space: clock => (clock.get().playing ? clock.pause() : clock.play()),
};

const isPressable = (target: Element) => target.closest('button, a, [role=button], summary') !== null;

/**
 * Controls the clock by keys. Arrow keys step by sample (with Shift by ten), Home or I jumps to the impact, space plays
 * and pauses. If a region is given, only keys that are pressed in it count.
 */
export const useClockKeys = (region?: RefObject<HTMLElement | null>): void => {
  const clock = useClock();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target.closest(keyHandlingSelector) ||
        (region && !region.current?.contains(target))
      )
        return;
      const action = keyActions[event.code];
      if (!action || (event.code === 'Space' && isPressable(target))) return;
      event.preventDefault();
      event.stopPropagation();
      action(clock, event);
    };
    // The listener runs in the capture phase, so that a focused slider does not handle the key too.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [clock, region]);
};
