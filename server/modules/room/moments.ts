import { dayMs, hourMs } from '../../../src/schema/kinds/time.ts';
import { momentAt, wallClock } from '../../../src/schema/kinds/zone.ts';

/** Bounds of the figures' time ranges, by the company's clock. */
export interface Moments {
  readonly now: Date;
  readonly zone: string;
  readonly today: Date;
  /** Start of the hour 23 hours ago. */
  readonly firstHour: Date;
  readonly weekAgo: Date;
  /** Start of the day 29 days ago. */
  readonly monthAgo: Date;
}

export const momentsOf = (now: Date, zone: string): Moments => {
  const local = wallClock(now, zone);
  const dayStart = (day: string) => momentAt(`${day}T00:00:00`, zone);
  const thirtyDays = new Date(Date.parse(`${local.slice(0, 10)}T00:00:00Z`) - 29 * dayMs).toISOString().slice(0, 10);
  const hour = momentAt(`${local.slice(0, 13)}:00:00`, zone);
  return {
    now,
    zone,
    today: dayStart(local.slice(0, 10)),
    firstHour: new Date(hour.getTime() - 23 * hourMs),
    weekAgo: new Date(now.getTime() - 7 * dayMs),
    monthAgo: dayStart(thirtyDays),
  };
};
