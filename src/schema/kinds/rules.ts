import type { Field } from './field.ts';
import type { Fault } from './kind.ts';
import { rulesOf } from './kinds.ts';
import { isBlank } from './value.ts';

const parseOf = (value: unknown, field: Field): unknown => {
  const { parse } = rulesOf(field.kind);
  return parse ? parse(value, field) : value;
};

/**
 * Returns the stored spelling of a value, for example without outer spaces, times in UTC, VINs in capitals. Secrets are
 * not changed.
 */
export const parsed = (value: unknown, field: Field): unknown => (field.secret ? value : parseOf(value, field));

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

/**
 * Returns the fault of a parsed value, apart from type and limits of numbers. A value chosen by id can only be missing.
 */
export const faultOf = (value: unknown, field: Field): Fault | undefined => {
  if (isBlank(value)) return field.required && !field.unless ? { message: 'required' } : undefined;
  if (field.idField || field.parts) return undefined;
  return lengthFault(value, field) ?? rulesOf(field.kind).fault?.(value);
};

/** Returns a fault if the year is further ahead than the field allows. */
export const yearFault = (value: unknown, { yearsAhead }: Field, now: Date): Fault | undefined => {
  if (yearsAhead === undefined || typeof value !== 'number') return undefined;
  const max = now.getUTCFullYear() + yearsAhead;
  return value > max ? { message: 'maximum', values: { max } } : undefined;
};

/** Returns a warning about a parsed value. The value is accepted all the same. */
export const doubtOf = (value: unknown, field: Field): Fault | undefined =>
  isBlank(value) ? undefined : rulesOf(field.kind).doubt?.(value);
