import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClock } from './ClockContext.tsx';

const parameter = 't';
const settledMs = 300;

/** Returns the time in an address, seconds from the origin of the clock. Undefined if missing or invalid. */
export const timeInAddress = (search: string): number | undefined => {
  const text = new URLSearchParams(search).get(parameter);
  const time = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(time) ? time : undefined;
};

/** Returns an address's query with the clock's time added. The time at which the clock opens is left out. */
export const withTime = (search: string, time: number, home = 0): string => {
  const query = new URLSearchParams(search);
  const rounded = Number(time.toFixed(3));
  if (rounded === Number(home.toFixed(3))) query.delete(parameter);
  else query.set(parameter, String(rounded));
  const text = query.toString();
  return text && `?${text}`;
};

/**
 * Writes the clock's time into the address as `?t=`. It replaces the history entry, debounced while the clock moves.
 */
export const useClockAddress = (): void => {
  const clock = useClock();
  const navigate = useNavigate();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown = clock.get().time;
    const write = () => {
      const { pathname, search, hash } = window.location;
      const next = withTime(search, clock.get().time, clock.get().home);
      if (next !== search) void navigate({ pathname, search: next, hash }, { replace: true, preventScrollReset: true });
    };
    const stop = clock.subscribe(() => {
      const { time, playing } = clock.get();
      if (playing || time === shown) return;
      shown = time;
      clearTimeout(timer);
      timer = setTimeout(write, settledMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [clock, navigate]);
};
