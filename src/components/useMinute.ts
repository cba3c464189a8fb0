import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/clock.ts';
import { createSignal } from '../store.ts';

const minuteMs = 60_000;
const ticks = createSignal(notify => {
  const timer = setInterval(notify, minuteMs / 6);
  return () => clearInterval(timer);
});
const minuteNow = () => Math.floor(serverNow() / minuteMs) * minuteMs;

/** The current minute by the server's clock, as a moment in milliseconds; whoever shows an age is drawn anew when it changes. */
export const useMinute = (): number => useSyncExternalStore(ticks.subscribe, minuteNow);
