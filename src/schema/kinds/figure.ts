import type { Field } from './field.ts';
import type { Fault } from './kind.ts';

/** Returns the lowest number that a field allows. Identifiers begin at 1. Undefined: there is no limit. */
export const minimumOf = ({ minimum, identifier }: Field): number | undefined =>
  minimum ?? (identifier ? 1 : undefined);

/** Matches up to three digits, a point or comma, and three digits, possibly with a unit: `1.000`, `12,500 км`. */
const ambiguousPattern = /^\s*([+-]?[1-9]\d{0,2})[.,](\d{3})(?!\d)[^\d]*$/;

/**
 * Returns the fault of a text such as `1.000`: a thousand in one country, and one with three decimals in another.
 * Undefined: the text has one meaning.
 */
export const ambiguousNumber = (text: string): Fault | undefined => {
  const [, whole, rest] = ambiguousPattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const decimals = String(rest).replace(/0+$/, '');
  const fraction = decimals.length < 3 ? decimals.padEnd(1, '0') : `${decimals}0`;
  return {
    message: 'ambiguousNumber',
    values: { thousands: `${whole}${rest}`, fraction: { ru: `${whole},${fraction}`, en: `${whole}.${fraction}` } },
  };
};

/**
 * Returns the fault of a number in a field: wrong type, or out of range. A year may be at most `yearsAhead` years after
 * the present one.
 */
export const numberFault = (value: unknown, field: Field, now: Date): Fault | undefined => {
  const { maximum = Number.POSITIVE_INFINITY, integer, identifier, yearsAhead } = field;
  if (typeof value === 'string') return ambiguousNumber(value) ?? { message: 'integer' };
  if (typeof value !== 'number' || !Number.isFinite(value)) return { message: 'integer' };
  if ((integer || identifier) && !Number.isInteger(value)) return { message: 'integer' };
  const min = minimumOf(field);
  if (min !== undefined && value < min) return { message: 'minimum', values: { min } };
  const max = yearsAhead === undefined ? maximum : Math.min(maximum, now.getUTCFullYear() + yearsAhead);
  return value > max ? { message: 'maximum', values: { max } } : undefined;
};
