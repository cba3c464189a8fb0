import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/** Stands for a date that is only half typed: no schema takes it, and the box keeps what was typed. */
export const unfinished = 'unfinished';

/** A year on its way to 2026 passes 2, 20 and 202. */
const firstYear = 1900;

/** `day`: a calendar day without a zone, `2026-01-15`. `moment`: UTC, `2026-01-15T09:30:00.000Z`. */
export type DateStyle = 'day' | 'moment';

export const fromWire = (wire: string | null): Dayjs | null => (wire ? dayjs(wire) : null);

export const toWire = (style: DateStyle, value: Dayjs | null): string | null => {
  if (value === null) return null;
  if (!value.isValid() || value.year() < firstYear) return unfinished;
  return style === 'day' ? value.format('YYYY-MM-DD') : value.toISOString();
};
