import type { Field } from './field.ts';
import { dayInAllLocales } from './format.ts';
import { type Fault, type FieldKindRules, textParser, typeFault } from './kind.ts';
import { tidy } from './plain.ts';
import { dayMs, hourMs } from './time.ts';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const momentPattern = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}/i;

/**
 * Returns true if the text is an existing day, as YYYY-MM-DD. JavaScript alone reads the 30th of February as the 2nd of
 * March.
 */
const isDay = (text: string): boolean => {
  const timeMs = Date.parse(text);
  return dayPattern.test(text) && !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text);
};
const isMoment = (text: string): boolean =>
  isDay(momentPattern.exec(text)?.[1] ?? '') && !Number.isNaN(Date.parse(text));

const rangeFault = (earliest: string, latest: string, text: string): Fault | undefined => {
  const timeMs = Date.parse(text);
  const isInRange = timeMs >= Date.parse(earliest) && timeMs < Date.parse(latest) + dayMs;
  return isInRange
    ? undefined
    : { message: 'dateRange', values: { from: dayInAllLocales(earliest), to: dayInAllLocales(latest) } };
};

/** Returns the latest calendar day that has begun anywhere on earth (UTC+14), as YYYY-MM-DD. */
const latestDay = (now: Date): string => new Date(now.getTime() + 14 * hourMs).toISOString().slice(0, 10);

export const dateRules = {
  valueType: 'day',
  parse: textParser(tidy),
  fault: (value, { mustBePast }, now) => {
    if (typeof value !== 'string' || !isDay(value)) return typeFault('date');
    if (mustBePast && value > latestDay(now)) return { message: 'notAfterToday' };
    return rangeFault('1900-01-01', '2199-12-31', value);
  },
} as const satisfies FieldKindRules;

/**
 * Maximum time from now to a planned time, milliseconds. A later time is probably a typing error, and its record would
 * disappear from all lists of due work.
 */
const maxAheadMs = 365 * dayMs;

/**
 * Returns a fault if the time is invalid or implausible (before 2000 or after 2099). The sender thus learns of typing
 * errors and wrong clocks.
 */
export const momentFault = (
  value: unknown,
  { mustBeFuture }: Pick<Field, 'mustBeFuture'>,
  now: Date,
): Fault | undefined => {
  if (typeof value !== 'string' || !isMoment(value)) return typeFault('date');
  const aheadMs = Date.parse(value) - now.getTime();
  if (mustBeFuture && aheadMs < 0) return { message: 'notPast' };
  if (mustBeFuture && aheadMs > maxAheadMs) return { message: 'tooFarAhead' };
  return rangeFault('2000-01-01', '2099-12-31', value);
};

export const dateTimeRules = {
  valueType: 'moment',
  parse: textParser(moment => {
    const trimmed = tidy(moment);
    return isMoment(trimmed) ? new Date(trimmed).toISOString() : trimmed;
  }),
  fault: momentFault,
} as const satisfies FieldKindRules;
