import type { ScheduleFrequency } from '../../src/contract/schedules.ts';
import { dayMs } from '../../src/schema/kinds/time.ts';
import { momentAt, wallClock } from '../../src/schema/kinds/zone.ts';

/** Local times at which something is done regularly. */
export interface RunTimes {
  readonly frequency: ScheduleFrequency;
  /** Day of the week, 1 (Monday) to 7. Used if it is done weekly. */
  readonly weekday: number | null;
  /** Day of the month, 1 to 31. Used if it is done monthly. A shorter month uses its last day. */
  readonly monthDay: number | null;
  readonly hour: number;
  readonly timeZone: string;
}

const isRunDay = ({ frequency, weekday, monthDay }: RunTimes, day: Date): boolean => {
  if (frequency === 'day') return true;
  if (frequency === 'week') return (day.getUTCDay() || 7) === weekday;
  const lastDay = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(monthDay ?? 1, lastDay);
};

/** Returns the first regular moment later than `after`. An hour that the clocks skip in spring is one hour later. */
export const nextRunAt = (times: RunTimes, after: Date): Date => {
  const today = Date.parse(`${wallClock(after, times.timeZone).slice(0, 10)}T00:00:00Z`);
  for (let days = 0; ; days += 1) {
    const day = new Date(today + days * dayMs);
    if (!isRunDay(times, day)) continue;
    const localHour = `${day.toISOString().slice(0, 10)}T${String(times.hour).padStart(2, '0')}:00:00`;
    const moment = momentAt(localHour, times.timeZone);
    if (moment > after) return moment;
  }
};
