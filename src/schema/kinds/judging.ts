import { isBlank } from './blank.ts';
import type { Field } from './field.ts';
import type { Fault, FieldKindRules } from './kind.ts';

/** Functions that apply the rules of kinds, which the caller looks up. */
export const makeJudge = (rulesOf: (kind: Field['kind']) => FieldKindRules) => ({
  /**
   * Returns the stored spelling of a value, for example without outer spaces, times in UTC, VINs in capitals. Secrets
   * are not changed.
   */
  parsed: (value: unknown, field: Field): unknown => {
    const { parse } = rulesOf(field.kind);
    return parse && !field.secret ? parse(value, field) : value;
  },
  /**
   * Returns the fault of a parsed value, apart from type and limits of numbers. A value chosen by id can only be
   * missing.
   */
  faultOf: (value: unknown, field: Field): Fault | undefined => {
    if (isBlank(value)) return field.required && !field.unless ? { message: 'required' } : undefined;
    if (field.idField || field.parts) return undefined;
    return lengthFault(value, field) ?? rulesOf(field.kind).fault?.(value);
  },
});

/** Counts characters as a person does: an emoji is one character. */
const lengthFault = (
  value: unknown,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Field,
): Fault | undefined => {
  if (typeof value !== 'string') return undefined;
  const { length } = [...value];
  if (length < minLength) return { message: 'tooShort', values: { min: minLength } };
  return length > maxLength ? { message: 'tooLong', values: { max: maxLength } } : undefined;
};
