import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, minuteMs / 6);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};
const minuteNow = () => Math.floor(Date.now() / minuteMs) * minuteMs;

/** The current minute, as a moment in milliseconds; whoever shows an age is drawn anew when it changes. */
export const useMinute = (): number => useSyncExternalStore(subscribe, minuteNow);
