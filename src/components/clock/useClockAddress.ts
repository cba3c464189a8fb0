import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClock } from './ClockContext.tsx';

const timeParameter = 't';
const debounceMs = 300;

/** Returns the time in an address, seconds from the origin of the clock. Undefined if missing or invalid. */
export const timeInAddress = (search: string): number | undefined => {
  const text = new URLSearchParams(search).get(timeParameter);
  const time = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(time) ? time : undefined;
};

/** Returns an address's query with the clock's time added. The time at which the clock opens is left out. */
export const addTimeParameter = (search: string, time: number, homeTime = 0): string => {
  const query = new URLSearchParams(search);
  const rounded = Number(time.toFixed(3));
  if (rounded === Number(homeTime.toFixed(3))) query.delete(timeParameter);
  else query.set(timeParameter, String(rounded));
  const text = query.toString();
  return text && `?${text}`;
};

/**
 * Writes the clock's time into the address as `?t=`. The present history entry is replaced. While the clock moves, the
 * writing is debounced.
 */
export const useClockAddress = (): void => {
  const clock = useClock();
  const navigate = useNavigate();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastTime = clock.get().time;
    const write = () => {
      const { pathname, search, hash } = window.location;
      const next = addTimeParameter(search, clock.get().time, clock.get().homeTime);
      if (next !== search) void navigate({ pathname, search: next, hash }, { replace: true, preventScrollReset: true });
    };
    const unsubscribe = clock.subscribe(() => {
      const { time, playing } = clock.get();
      if (playing || time === lastTime) return;
      lastTime = time;
      clearTimeout(timer);
      timer = setTimeout(write, debounceMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [clock, navigate]);
};
