import type { Values } from '../contract/describedTypes.ts';
import type { FieldMessage } from '../contract/messages/index.ts';
import type { Field } from './fields.ts';
import type { Fields, Rule } from './forms.ts';
import { isBlank } from './kinds/blank.ts';
import { missingValueFault } from './kinds/judging.ts';
import { wireNamesForWriting } from './wire.ts';

const timeMsOf = (value: unknown, years = 0): number => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return Number.NaN;
  const moment = new Date(value);
  if (years > 0) moment.setUTCFullYear(moment.getUTCFullYear() + years);
  return moment.getTime();
};

/** Returns the message of the rule if the values break it. Empty fields break no rule. */
const brokenRule = (rule: Rule<Fields>, values: Values): FieldMessage | undefined => {
  const value = timeMsOf(values[rule.field]);
  if ('notAfter' in rule) return value > timeMsOf(values[rule.notAfter]) ? 'notAfterEnd' : undefined;
  const earliest = timeMsOf(values[rule.notBefore], rule.years?.count);
  return value < earliest ? (rule.years?.message ?? 'notBeforeStart') : undefined;
};

/** Returns true if the values of the record make a field with `requiredWhen` required. */
export const isRequiredBy = ({ field, values: among }: NonNullable<Field['requiredWhen']>, values: Values): boolean =>
  among.some(timeMs => timeMs === values[field]);

/** A fault of one value that is found only by comparing it with other values of the record. */
export interface RuleFault {
  /** Wire name of the faulty field. */
  readonly field: string;
  readonly message: FieldMessage;
  /**
   * Wire names of the faulty field and of the field that makes it required. A stored record that lacks the value stays
   * valid while none of these fields changes.
   */
  readonly dependsOn?: readonly string[];
}

/**
 * Returns the faults of missing values that depend on other fields. Causes: `replacedBy`, `requiredWhen`, or a position
 * with only one of its two parts.
 */
const missingValueFaults = (
  name: string,
  field: Field,
  values: Values,
  writtenNames: readonly string[],
): RuleFault[] => {
  const { required, replacedBy, requiredWhen, parts } = field;
  const isMissing = (wireName: string) => isBlank(values[wireName]);
  const [wireName = name] = wireNamesForWriting(name, field);
  const missingParts = parts?.filter(isMissing) ?? [];
  if (missingParts.length === 1) return missingParts.map(part => ({ field: part, message: 'required' }));
  if (!isMissing(wireName)) return [];
  const isReplaced = replacedBy !== undefined && writtenNames.includes(replacedBy) && !isMissing(replacedBy);
  if (required && replacedBy !== undefined && !isReplaced)
    return [{ field: wireName, ...missingValueFault(field), dependsOn: [wireName] }];
  return requiredWhen && isRequiredBy(requiredWhen, values)
    ? [{ field: wireName, ...missingValueFault(field), dependsOn: [wireName, requiredWhen.field] }]
    : [];
};

/**
 * Returns the faults of a form by the rules between its fields. Browser and server both use this function.
 *
 * @param values The record as it would be stored, by wire name.
 * @param writtenNames Wire names of the fields that the form writes. A field replaces another one (`replacedBy`) only if the
 *   form writes it.
 */
export const ruleFaults = (
  fields: Fields,
  rules: readonly Rule<Fields>[],
  values: Values,
  writtenNames: readonly string[],
): readonly RuleFault[] => [
  ...Object.entries(fields).flatMap(([name, field]) => missingValueFaults(name, field, values, writtenNames)),
  ...rules.flatMap((rule): RuleFault[] => {
    const message = brokenRule(rule, values);
    return message ? [{ field: rule.field, message }] : [];
  }),
];
