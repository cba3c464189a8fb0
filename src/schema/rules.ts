import type { Values } from '../contract/described.ts';
import type { FieldMessage } from '../contract/messages/index.ts';
import type { Field } from './fields.ts';
import type { Fields, Rule } from './forms.ts';

const momentOf = (value: unknown, years = 0): number => {
  if (typeof value === 'number') return value;
  // A form has dates, the wire has texts.
  if (!(value instanceof Date) && (typeof value !== 'string' || value === '')) return Number.NaN;
  const moment = new Date(value);
  if (years > 0) moment.setUTCFullYear(moment.getUTCFullYear() + years);
  return moment.getTime();
};

/** Returns the message of a rule that these values break. Empty fields break no rule. */
export const brokenRule = (rule: Rule<Fields>, values: Values): FieldMessage | undefined => {
  const value = momentOf(values[rule.field]);
  if ('notAfter' in rule) return value > momentOf(values[rule.notAfter]) ? 'notAfterEnd' : undefined;
  const earliest = momentOf(values[rule.notBefore], rule.years?.count);
  return value < earliest ? (rule.years?.message ?? 'notBeforeStart') : undefined;
};

/** Returns true if these values make a conditionally required field required. */
export const isAsked = ({ field, among }: NonNullable<Field['requiredWhen']>, values: Values): boolean =>
  among.some(value => value === values[field]);
