import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/clock.ts';
import { minuteMs } from '../schema/kinds/time.ts';
import { createSignal } from '../store.ts';

const minuteTicks = createSignal(notify => {
  const timer = setInterval(notify, minuteMs / 6);
  return () => clearInterval(timer);
});
const currentMinuteMs = () => Math.floor(serverNow() / minuteMs) * minuteMs;

/**
 * Returns the present minute by the server's clock, milliseconds. A component that shows an age renders again when the
 * minute changes.
 */
export const useCurrentMinute = (): number => useSyncExternalStore(minuteTicks.subscribe, currentMinuteMs);
