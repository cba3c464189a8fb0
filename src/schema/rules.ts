import type { Values } from '../contract/describedTypes.ts';
import type { FieldMessage } from '../contract/messages/index.ts';
import type { Field } from './fields.ts';
import type { Fields, Rule } from './forms.ts';
import { isBlank } from './kinds/blank.ts';
import { emptyFault } from './kinds/judging.ts';
import { writtenNames } from './wire.ts';

const momentOf = (value: unknown, years = 0): number => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return Number.NaN;
  const moment = new Date(value);
  if (years > 0) moment.setUTCFullYear(moment.getUTCFullYear() + years);
  return moment.getTime();
};

/** Returns the message of a rule that these values break. Empty fields break no rule. */
const brokenRule = (rule: Rule<Fields>, values: Values): FieldMessage | undefined => {
  const value = momentOf(values[rule.field]);
  if ('notAfter' in rule) return value > momentOf(values[rule.notAfter]) ? 'notAfterEnd' : undefined;
  const earliest = momentOf(values[rule.notBefore], rule.years?.count);
  return value < earliest ? (rule.years?.message ?? 'notBeforeStart') : undefined;
};

/** Returns true if these values make a conditionally required field required. */
export const isRequiredBy = ({ field, among }: NonNullable<Field['requiredWhen']>, values: Values): boolean =>
  among.some(value => value === values[field]);

/** A fault of one value that is found only by comparing it with other values of the record. */
export interface RuleFault {
  /** Wire name of the field. */
  readonly field: string;
  readonly message: FieldMessage;
  /**
   * Wire names of this field and of the field that makes it required. A stored record that lacks the value stays valid
   * while none of these fields changes.
   */
  readonly since?: readonly string[];
}

/**
 * Returns the faults of missing values that depend on other fields: `unless`, `requiredWhen`, or a position with only
 * one of its two parts.
 */
const lacking = (name: string, field: Field, values: Values, written: readonly string[]): RuleFault[] => {
  const { required, unless, requiredWhen, parts } = field;
  const lacks = (wireName: string) => isBlank(values[wireName]);
  const [wireName = name] = writtenNames(name, field);
  const absent = parts?.filter(lacks) ?? [];
  if (absent.length === 1) return absent.map(part => ({ field: part, message: 'required' }));
  if (!lacks(wireName)) return [];
  const isReplaced = unless !== undefined && written.includes(unless) && !lacks(unless);
  if (required && unless !== undefined && !isReplaced)
    return [{ field: wireName, ...emptyFault(field), since: [wireName] }];
  return requiredWhen && isRequiredBy(requiredWhen, values)
    ? [{ field: wireName, ...emptyFault(field), since: [wireName, requiredWhen.field] }]
    : [];
};

/**
 * Evaluates the rules between the fields of a form, for the cabinet and the server alike.
 *
 * @param values The record as it would be stored, by wire name.
 * @param written Wire names of the fields that the form writes. A field replaces another one (`unless`) only if it is
 *   written.
 */
export const ruleFaults = (
  fields: Fields,
  rules: readonly Rule<Fields>[],
  values: Values,
  written: readonly string[],
): readonly RuleFault[] => [
  ...Object.entries(fields).flatMap(([name, field]) => lacking(name, field, values, written)),
  ...rules.flatMap((rule): RuleFault[] => {
    const message = brokenRule(rule, values);
    return message ? [{ field: rule.field, message }] : [];
  }),
];
