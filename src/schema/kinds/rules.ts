import type { FieldMessage } from '../../contract/messages/index.ts';
import { normaliseNumber } from './documentNumber.ts';
import { isEmail, normaliseEmail } from './email.ts';
import type { Field, FieldKind } from './field.ts';
import { dayWords } from './format.ts';
import { imeiPattern, isValidImei, normaliseImei } from './imei.ts';
import { hasOddLength, hasWrongLength, isPhone, normalisePhone } from './phoneSpelling.ts';
import { tidy } from './plain.ts';
import { isMistypedPlate, normalisePlate } from './plate.ts';
import { isStorable } from './storable.ts';
import { judgeVin, normaliseVin, usesCheckDigit } from './vin.ts';

/** Fault of a value, with the key of its message in the contract. */
export interface Fault {
  readonly message: FieldMessage;
  readonly values?: Readonly<Record<string, unknown>>;
}

interface Rules {
  /** Returns the value in canonical form. An invalid value is returned unchanged. */
  readonly parse: (value: unknown, field: Field) => unknown;
  /** Returns the fault of a non-empty value, apart from type and limits. */
  readonly fault?: (value: unknown) => Fault | undefined;
  /** Returns a warning about a value that looks wrong but may be right. */
  readonly doubt?: (value: unknown) => Fault | undefined;
}

const msPerDay = 86_400_000;

/**
 * Rewrites a text. A text that would become empty, such as a dash in place of a phone, stays. Validation then
 * rejects the text, and the user does not lose it.
 */
const onText = (write: (text: string) => string) => (value: unknown) =>
  typeof value === 'string' ? write(value) || tidy(value) : value;

const words = onText(tidy);
const documentNumber = onText(normaliseNumber);

const text: Rules = {
  parse: (value, field) => (field.documentNumber ? documentNumber(value) : words(value)),
  fault: value => (typeof value === 'string' && !isStorable(value) ? { message: 'characters' } : undefined),
};
const figure: Rules = { parse: value => value };

const rangeFault = (earliest: string, last: string, value: unknown): Fault | undefined => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  const known = at >= Date.parse(earliest) && at < Date.parse(last) + msPerDay;
  return known ? undefined : { message: 'dateRange', values: { from: dayWords(earliest), to: dayWords(last) } };
};

const date: Rules = { parse: words, fault: value => rangeFault('1900-01-01', '2199-12-31', value) };

/**
 * Returns a fault if the time is implausible, because typing errors and wrong clocks must be reported to the sender.
 */
export const momentFault = (value: unknown): Fault | undefined => rangeFault('2000-01-01', '2099-12-31', value);

const dateTime: Rules = {
  parse: onText(moment => {
    const trimmed = tidy(moment);
    return Number.isNaN(Date.parse(trimmed)) ? trimmed : new Date(trimmed).toISOString();
  }),
  fault: momentFault,
};

const inOrder = (values: readonly unknown[], { choices, pairOf }: Field): readonly unknown[] => {
  if (choices) return choices.filter(choice => values.includes(choice));
  if (pairOf) return [...new Set(values as string[])].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return [...new Set(values as number[])].sort((a, b) => a - b);
};

/** Several choices are made unique and sorted, so that another order is no change. */
const option: Rules = {
  parse: (value, field) => (field.many && Array.isArray(value) ? inOrder(value, field) : text.parse(value, field)),
  fault: text.fault as NonNullable<Rules['fault']>,
};

const mistypedVin: Fault = { message: 'vin' };
const isMistyped = (value: unknown): boolean => judgeVin(String(value)) === 'mistyped';

// Most makers use the ninth character of a VIN freely. A wrong check digit is therefore only a warning.
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
  parse: onText(normaliseImei),
  fault: value => {
    if (!imeiPattern.test(String(value))) return { message: 'imeiPattern' };
    return isValidImei(String(value)) ? undefined : { message: 'imei' };
  },
};
const wrongLength: Fault = { message: 'phoneLength' };
const phone: Rules = {
  parse: onText(normalisePhone),
  fault: value => {
    if (!isPhone(String(value))) return { message: 'phone' };
    return hasWrongLength(String(value)) ? wrongLength : undefined;
  },
  doubt: value => (hasOddLength(String(value)) ? wrongLength : undefined),
};
const email: Rules = {
  parse: onText(normaliseEmail),
  fault: value => text.fault?.(value) ?? (isEmail(String(value)) ? undefined : { message: 'email' }),
};

/** Rules of each kind. A missing kind does not compile. */
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
  phone,
  email,
  boolean: figure,
  score: figure,
  status: option,
  position: figure,
};

/**
 * Returns the stored spelling of a value, for example without outer spaces, times in UTC, VINs in capitals. Secrets are
 * not changed.
 */
export const parsed = (value: unknown, field: Field): unknown =>
  field.secret ? value : rules[field.kind].parse(value, field);

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
  if (value === null || value === undefined || value === '')
    return field.required && !field.unless ? { message: 'required' } : undefined;
  if (field.idField || field.parts) return undefined;
  return lengthFault(value, field) ?? rules[field.kind].fault?.(value);
};

/** Returns a fault if the year is further ahead than the field allows. */
export const yearFault = (value: unknown, { yearsAhead }: Field, now: Date): Fault | undefined => {
  if (yearsAhead === undefined || typeof value !== 'number') return undefined;
  const max = now.getUTCFullYear() + yearsAhead;
  return value > max ? { message: 'maximum', values: { max } } : undefined;
};

/** Returns a warning about a parsed value. The value is accepted all the same. */
export const doubtOf = (value: unknown, field: Field): Fault | undefined =>
  value === null || value === undefined || value === '' ? undefined : rules[field.kind].doubt?.(value);
