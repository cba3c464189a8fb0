import { isBlank } from '../../src/schema/kinds/blank.ts';
import { minuteMs } from '../../src/schema/kinds/time.ts';

/**
 * Reason why a text is no moment: absent, not text, not ISO 8601, without a zone, or a day or time that does not exist.
 */
export type MomentFault = 'missing' | 'type' | 'format' | 'zone' | 'calendar';

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?)?$/;

/** Longest text that is parsed, in characters. No device sends longer fractions of a second. */
const maxTextLength = 64;
const maxOffsetMinutes = 18 * 60;

const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/**
 * Parses a moment of a device message: ISO 8601, calendar date and time with a zone (`Z`, `+03:00`, `+0300`, `+03`),
 * years 0000 to 9999.
 * Returns ms since 1970, fractions of a millisecond cut off, or the reason for refusing the value. Hour 24 and leap
 * seconds are refused, because no computer clock has them.
 */
export const readMoment = (value: unknown): number | MomentFault => {
  if (isBlank(value)) return 'missing';
  if (typeof value !== 'string') return 'type';
  const match = value.length > maxTextLength ? null : isoPattern.exec(value);
  if (!match) return 'format';
  const [, yearText, monthText, dayText, hourText, minuteText, secondText, fraction = '', utc, sign] = match;
  if (!utc && !sign) return 'zone';
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)];
  const [hour, minute, second] = [Number(hourText), Number(minuteText), Number(secondText ?? 0)];
  const [offsetHours, offsetMinutes] = [Number(match[10] ?? 0), Number(match[11] ?? 0)];
  const totalOffsetMinutes = offsetHours * 60 + offsetMinutes;
  const exists =
    month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) && hour < 24 && minute < 60 && second < 60;
  if (!exists || offsetMinutes > 59 || totalOffsetMinutes > maxOffsetMinutes) return 'calendar';
  const at = new Date(0);
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  at.setUTCFullYear(year, month - 1, day);
  at.setUTCHours(hour, minute, second, Number(fraction.padEnd(3, '0').slice(0, 3)));
  return at.getTime() - (sign === '-' ? -totalOffsetMinutes : totalOffsetMinutes) * minuteMs;
};

/** The moment in ms since 1970. NaN if `readMoment` refuses the value. */
export const momentMs = (value: unknown): number => {
  const momentOrFault = readMoment(value);
  return typeof momentOrFault === 'number' ? momentOrFault : Number.NaN;
};
