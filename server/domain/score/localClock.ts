import zoneAt from '@photostructure/tz-lookup';
import { dayMs, hourMs, minuteMs } from '../../../src/schema/kinds/time.ts';
import { isTimeZone } from '../time-zone.ts';

/** Night by the local clock: from 23:00 until 5:00. */
const nightFromHour = 23;
const nightUntilHour = 5;

/** Clocks change at a multiple of 15 minutes in UTC, so an offset holds for such a quarter. */
const quarterMs = 15 * minuteMs;
const degreesPerHour = 15;

interface ZoneClock {
  readonly format: Intl.DateTimeFormat;
  quarter: number;
  offsetMs: number;
}
/** Clocks by time zone. Null: this program does not know the zone. At most some 430 zones exist. */
const clockByZone = new Map<string, ZoneClock | null>();

const createClock = (timeZone: string): ZoneClock | null => {
  if (!isTimeZone(timeZone)) return null;
  const whole = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...whole });
  return { format, quarter: Number.NaN, offsetMs: 0 };
};

const readOffsetMs = (format: Intl.DateTimeFormat, ms: number): number => {
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(ms / minuteMs) * minuteMs;
};

/**
 * Returns how far the local clock at a place is ahead of UTC, ms. Uses the legal time zone of the place, from a table
 * within the program. For a zone that this program does not know, the longitude gives the offset.
 */
export const utcOffsetMs = (ms: number, latitude: number, longitude: number): number => {
  const zone = zoneAt(latitude, longitude);
  let clock = clockByZone.get(zone);
  if (clock === undefined) {
    clock = createClock(zone);
    clockByZone.set(zone, clock);
  }
  if (!clock) return Math.round(longitude / degreesPerHour) * hourMs;
  const quarter = Math.floor(ms / quarterMs);
  if (quarter !== clock.quarter) {
    clock.quarter = quarter;
    clock.offsetMs = readOffsetMs(clock.format, quarter * quarterMs);
  }
  return clock.offsetMs;
};

/** Whether it is night (23 to 5) by the local clock at a place. */
export const isNight = (ms: number, latitude: number, longitude: number): boolean => {
  const localMs = ms + utcOffsetMs(ms, latitude, longitude);
  const hour = Math.floor((localMs - Math.floor(localMs / dayMs) * dayMs) / hourMs);
  return hour >= nightFromHour || hour < nightUntilHour;
};

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
