import type { Field } from './field.ts';
import { dayWords } from './format.ts';
import { type Fault, type FieldKindRules, onText, typeFault } from './kind.ts';
import { tidy } from './plain.ts';
import { dayMs, hourMs } from './time.ts';

const dayText = /^\d{4}-\d{2}-\d{2}$/;
const momentText = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}/i;

/**
 * Returns true if the text is an existing day, as YYYY-MM-DD. JavaScript alone reads the 30th of February as the 2nd of
 * March.
 */
const isDay = (text: string): boolean => {
  const at = Date.parse(text);
  return dayText.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};
const isMoment = (text: string): boolean => isDay(momentText.exec(text)?.[1] ?? '') && !Number.isNaN(Date.parse(text));

const rangeFault = (earliest: string, last: string, text: string): Fault | undefined => {
  const at = Date.parse(text);
  const known = at >= Date.parse(earliest) && at < Date.parse(last) + dayMs;
  return known ? undefined : { message: 'dateRange', values: { from: dayWords(earliest), to: dayWords(last) } };
};

/** Returns the latest calendar day that has begun anywhere on earth (UTC+14), as YYYY-MM-DD. */
const latestDay = (now: Date): string => new Date(now.getTime() + 14 * hourMs).toISOString().slice(0, 10);

export const date = {
  value: 'day',
  parse: onText(tidy),
  fault: (value, { past }, now) => {
    if (typeof value !== 'string' || !isDay(value)) return typeFault('date');
    if (past && value > latestDay(now)) return { message: 'notAfterToday' };
    return rangeFault('1900-01-01', '2199-12-31', value);
  },
} as const satisfies FieldKindRules;

/**
 * Planned times may be at most this far ahead, because a later time is a typing error. Such a record would disappear
 * from all lists of due work.
 */
const farthestMs = 365 * dayMs;

/**
 * Returns a fault if the time is invalid or implausible, because the sender must learn of typing errors and wrong
 * clocks.
 */
export const momentFault = (value: unknown, { future }: Pick<Field, 'future'>, now: Date): Fault | undefined => {
  if (typeof value !== 'string' || !isMoment(value)) return typeFault('date');
  const aheadMs = Date.parse(value) - now.getTime();
  if (future && aheadMs < 0) return { message: 'notPast' };
  if (future && aheadMs > farthestMs) return { message: 'tooFarAhead' };
  return rangeFault('2000-01-01', '2099-12-31', value);
};

export const dateTime = {
  value: 'moment',
  parse: onText(moment => {
    const trimmed = tidy(moment);
    return isMoment(trimmed) ? new Date(trimmed).toISOString() : trimmed;
  }),
  fault: momentFault,
} as const satisfies FieldKindRules;
