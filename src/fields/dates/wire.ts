import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/**
 * Value of an incomplete date. No schema accepts it, so the form cannot be sent, and the input keeps the typed text.
 */
export const incompleteDate = 'unfinished';

/** Minimum year of a complete date, because a person who types 2026 passes the years 2, 20 and 202. */
const firstYear = 1900;

/** `day`: a calendar day without a time zone, `2026-01-15`. `moment`: a time in UTC, `2026-01-15T09:30:00.000Z`. */
export type DateStyle = 'day' | 'moment';

export const fromWire = (wire: string | null): Dayjs | null => (wire && wire !== incompleteDate ? dayjs(wire) : null);

export const toWire = (style: DateStyle, value: Dayjs | null): string | null => {
  if (value === null) return null;
  if (!value.isValid() || value.year() < firstYear) return incompleteDate;
  return style === 'day' ? value.format('YYYY-MM-DD') : value.toISOString();
};
