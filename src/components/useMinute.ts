import { useSyncExternalStore } from 'react';
import { createSignal } from '../store.ts';

const minuteMs = 60_000;
const ticks = createSignal(notify => {
  const timer = setInterval(notify, minuteMs / 6);
  return () => clearInterval(timer);
});
const minuteNow = () => Math.floor(Date.now() / minuteMs) * minuteMs;

/** The current minute, as a moment in milliseconds; whoever shows an age is drawn anew when it changes. */
export const useMinute = (): number => useSyncExternalStore(ticks.subscribe, minuteNow);
