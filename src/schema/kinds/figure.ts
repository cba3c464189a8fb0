import type { Field } from './field.ts';
import type { Fault } from './kind.ts';

/** Returns the lowest number that a field allows. Identifiers begin at 1. Undefined: there is no limit. */
export const minimumOf = ({ minimum, identifier }: Field): number | undefined =>
  minimum ?? (identifier ? 1 : undefined);

/**
 * Returns the fault of a number in a field: wrong type, or out of range. A year may be at most `yearsAhead` years after
 * the present one.
 */
export const numberFault = (value: unknown, field: Field, now: Date): Fault | undefined => {
  const { maximum = Number.POSITIVE_INFINITY, integer, identifier, yearsAhead } = field;
  if (typeof value !== 'number' || !Number.isFinite(value)) return { message: 'integer' };
  if ((integer || identifier) && !Number.isInteger(value)) return { message: 'integer' };
  const min = minimumOf(field);
  if (min !== undefined && value < min) return { message: 'minimum', values: { min } };
  const max = yearsAhead === undefined ? maximum : Math.min(maximum, now.getUTCFullYear() + yearsAhead);
  return value > max ? { message: 'maximum', values: { max } } : undefined;
};
