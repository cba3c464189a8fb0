import type { FieldMessage } from '../contract/messages/index.ts';
import type { Field, FieldKind } from './field.ts';
import { imeiPattern, isValidImei } from './imei.ts';
import { isMistypedPlate, normalisePlate } from './plate.ts';
import { isStorable } from './storable.ts';
import { judgeVin, normaliseVin, usesCheckDigit } from './vin.ts';

/** Fault of a value, as a message of the contract. */
export interface Fault {
  readonly message: FieldMessage;
  readonly values?: Readonly<Record<string, unknown>>;
}

interface Rules {
  /** The value in canonical form; invalid ones are left unchanged. */
  readonly parse: (value: unknown, field: Field) => unknown;
  /** Fault of a present value, beyond type and limits. */
  readonly fault?: (value: unknown) => Fault | undefined;
  /** What looks wrong and may be right. */
  readonly doubt?: (value: unknown) => Fault | undefined;
}

const onText = (write: (text: string) => string) => (value: unknown) =>
  typeof value === 'string' ? write(value.trim()) : value;

const text: Rules = {
  parse: onText(trimmed => trimmed),
  fault: value => (typeof value === 'string' && !isStorable(value) ? { message: 'pattern' } : undefined),
};
const figure: Rules = { parse: value => value };

const rangeFault = (earliest: string, latest: string, value: unknown): Fault | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  const known = at >= Date.parse(earliest) && at < Date.parse(latest);
  return known ? undefined : { message: 'format', values: { format: `${earliest} … ${latest}` } };
};

const date: Rules = { parse: text.parse, fault: value => rangeFault('1900-01-01', '2200-01-01', value) };

/** A date in a plausible range: typing errors and wrong clocks are reported to the sender. */
export const momentFault = (value: unknown): Fault | undefined =>
  rangeFault('2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z', value);

const dateTime: Rules = {
  parse: onText(trimmed => (Number.isNaN(Date.parse(trimmed)) ? trimmed : new Date(trimmed).toISOString())),
  fault: momentFault,
};

/** Multiple choices are unique and sorted, so that repetition or order is no change. */
const option: Rules = {
  parse: (value, field) =>
    field.many && Array.isArray(value)
      ? [...new Set(value as number[])].sort((a, b) => a - b)
      : text.parse(value, field),
  fault: text.fault as NonNullable<Rules['fault']>,
};

const mistypedVin: Fault = { message: 'vin' };
const isMistyped = (value: unknown): boolean => judgeVin(String(value)) === 'mistyped';

// Most makers use the ninth place of a VIN freely: there a wrong check digit is a reason to look again, not to refuse.
const vin: Rules = {
  parse: onText(normaliseVin),
  fault: value => {
    if (judgeVin(String(value)) === 'malformed') return { message: 'vinPattern' };
    return isMistyped(value) && usesCheckDigit(normaliseVin(String(value))) ? mistypedVin : undefined;
  },
  doubt: value => (isMistyped(value) && !usesCheckDigit(normaliseVin(String(value))) ? mistypedVin : undefined),
};
const plate: Rules = {
  parse: onText(normalisePlate),
  fault: value => text.fault?.(value) ?? (isMistypedPlate(String(value)) ? { message: 'plate' } : undefined),
};
const imei: Rules = {
  parse: text.parse,
  fault: value => {
    if (!imeiPattern.test(String(value))) return { message: 'imeiPattern' };
    return isValidImei(String(value)) ? undefined : { message: 'imei' };
  },
};
const email: Rules = { ...text, parse: onText(trimmed => trimmed.toLowerCase()) };

/** Rules of each kind's values; a missing kind does not compile. */
const rules: { readonly [Kind in FieldKind]: Rules } = {
  text,
  number: figure,
  money: figure,
  date,
  dateTime,
  duration: figure,
  distance: figure,
  speed: figure,
  acceleration: figure,
  option,
  reference: figure,
  plate,
  vin,
  imei,
  phone: text,
  email,
  boolean: figure,
  score: figure,
  status: option,
  position: figure,
};

/** Canonical form of a value: trimmed, times in UTC, VINs in upper case. */
export const parsed = (value: unknown, field: Field): unknown => rules[field.kind].parse(value, field);

/** Fault of a parsed value beyond type and limits; for choices by id only that it is missing. */
export const faultOf = (value: unknown, field: Field): Fault | undefined => {
  if (value === null || value === undefined || value === '')
    return field.required && !field.unless ? { message: 'required' } : undefined;
  return field.idField || field.parts ? undefined : rules[field.kind].fault?.(value);
};

/** What looks wrong with a parsed value that is taken all the same. */
export const doubtOf = (value: unknown, field: Field): Fault | undefined =>
  value === null || value === undefined || value === '' ? undefined : rules[field.kind].doubt?.(value);
