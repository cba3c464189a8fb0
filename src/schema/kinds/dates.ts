import { dayWords } from './format.ts';
import { type Fault, type FieldKindRules, onText } from './kind.ts';
import { tidy } from './plain.ts';
import { dayMs } from './time.ts';

const rangeFault = (earliest: string, last: string, value: unknown): Fault | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  const known = at >= Date.parse(earliest) && at < Date.parse(last) + dayMs;
  return known ? undefined : { message: 'dateRange', values: { from: dayWords(earliest), to: dayWords(last) } };
};

export const date = {
  value: 'day',
  parse: onText(tidy),
  fault: value => rangeFault('1900-01-01', '2199-12-31', value),
} as const satisfies FieldKindRules;

/**
 * Returns a fault if the time is implausible, because typing errors and wrong clocks must be reported to the sender.
 */
export const momentFault = (value: unknown): Fault | undefined => rangeFault('2000-01-01', '2099-12-31', value);

export const dateTime = {
  value: 'moment',
  parse: onText(moment => {
    const trimmed = tidy(moment);
    return Number.isNaN(Date.parse(trimmed)) ? trimmed : new Date(trimmed).toISOString();
  }),
  fault: momentFault,
} as const satisfies FieldKindRules;
