import { dayMs, hourMs } from '../../../src/schema/kinds/time.ts';

/** Rush hours on working days, local time where the trip begins, from travel surveys. */
const rushHours = [
  [7, 10],
  [17, 20],
] as const;

/**
 * Duration of the part of a time range in the rush hours of Monday to Friday, ms. `localFromMs`, `localToMs`: local
 * clock time, converted to ms since 1970 as if the clock showed UTC.
 */
export const rushMs = (localFromMs: number, localToMs: number): number => {
  let totalMs = 0;
  for (let midnightMs = Math.floor(localFromMs / dayMs) * dayMs; midnightMs < localToMs; midnightMs += dayMs) {
    const weekday = new Date(midnightMs).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    for (const [from, to] of rushHours)
      totalMs += Math.max(
        0,
        Math.min(localToMs, midnightMs + to * hourMs) - Math.max(localFromMs, midnightMs + from * hourMs),
      );
  }
  return totalMs;
};
