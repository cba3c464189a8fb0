import type { FieldMessage } from '../contract/messages/index.ts';
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

/** A date in a plausible range: typing errors and wrong clocks are reported to the sender. */
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

/** Of several each once, in one order: the same said twice is no change. */
const option: Rules = {
  parse: (value, field) => (field.many && Array.isArray(value) ? inOrder(value, field) : text.parse(value, field)),
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
  phone,
  email,
  boolean: figure,
  score: figure,
  status: option,
  position: figure,
};

/** A value in the one spelling its kind is kept in: without spaces around it, moments in UTC, VINs in capitals. */
export const parsed = (value: unknown, field: Field): unknown =>
  field.secret ? value : rules[field.kind].parse(value, field);

/** Counted as people count: an emoji is one, not two. */
const lengthFault = (
  value: unknown,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Field,
): Fault | undefined => {
  if (typeof value !== 'string') return undefined;
  const { length } = [...value];
  if (length < minLength) return { message: 'tooShort', values: { min: minLength } };
  return length > maxLength ? { message: 'tooLong', values: { max: maxLength } } : undefined;
};

/** What is wrong with a parsed value beyond its type and figures' limits; of what was chosen by id only that it is missing. */
export const faultOf = (value: unknown, field: Field): Fault | undefined => {
  if (value === null || value === undefined || value === '')
    return field.required && !field.unless ? { message: 'required' } : undefined;
  if (field.idField || field.parts) return undefined;
  return lengthFault(value, field) ?? rules[field.kind].fault?.(value);
};

/** A year that is further ahead than the field takes. */
export const yearFault = (value: unknown, { yearsAhead }: Field, now: Date): Fault | undefined => {
  if (yearsAhead === undefined || typeof value !== 'number') return undefined;
  const max = now.getUTCFullYear() + yearsAhead;
  return value > max ? { message: 'maximum', values: { max } } : undefined;
};

/** What looks wrong with a parsed value that is taken all the same. */
export const doubtOf = (value: unknown, field: Field): Fault | undefined =>
  value === null || value === undefined || value === '' ? undefined : rules[field.kind].doubt?.(value);
