import { defaultTextMaxLength, emailMaxLength } from '../../contract/limits.ts';
import type { FieldMessage, Locale } from '../../contract/messages/index.ts';
import type { Bilingual, Field } from './field.ts';
import { tidy } from './plain.ts';
import { isStorable } from './storable.ts';

/**
 * Type of a kind's values. It decides how values are stored, sent, compared, filtered, exported and read from files.
 * `choice`: a code or text out of several. `record`: the id of another record.
 */
export type ValueType =
  | 'text'
  | 'choice'
  | 'record'
  | 'number'
  | 'duration'
  | 'day'
  | 'moment'
  | 'boolean'
  | 'position';

/** Fault of a value: the key of its message in the contract, and values for the message. */
export interface Fault {
  readonly message: FieldMessage;
  /** Values for the placeholders of the message. `type` is a key of the names of types in the contract. */
  readonly values?: Readonly<Record<string, unknown>>;
}

export const typeFault = (type: string): Fault => ({ message: 'type', values: { type } });

/** Rules of a field kind, as browser and server use them. The components of the kind are in src/fields. */
export interface FieldKindRules {
  readonly valueType: ValueType;
  /** Number of decimals of a number. */
  readonly decimals?: number;
  /** Unit of the values. Headers and labels show the unit. Table rows show the number alone. */
  readonly unit?: Bilingual;
  /** Example of a value in its stored spelling, for kinds that accept several spellings. */
  readonly example?: string;
  /** Format of the values in JSON Schema. */
  readonly format?: 'email';
  /** True if values consist of digits only, such as an IMEI. Spreadsheets may have turned such values into numbers. */
  readonly digitsOnly?: true;
  /**
   * Returns the value in canonical form. An invalid value is returned unchanged. Absent if every value of the kind has
   * only one form.
   */
  readonly parse?: (value: unknown, field: Field) => unknown;
  /** Returns a text value as readers of a language see it. Absent: as it is stored. */
  readonly localText?: (value: string, locale: Locale) => string;
  /** Returns the fault of a parsed value that is not empty: wrong type, out of range or wrong spelling. */
  readonly fault: (value: unknown, field: Field, now: Date) => Fault | undefined;
  /**
   * Returns a warning about a value that looks wrong but may be right. `written`: the text from which the value was
   * parsed. It may show that the value is right.
   */
  readonly warning?: (value: unknown, written: string) => Fault | undefined;
}

/**
 * Returns a function that rewrites a text with `rewrite`. If the result is empty, as for a dash in place of a phone,
 * the function returns the tidied text. Validation then rejects the text, and the user does not lose it.
 */
export const textParser = (rewrite: (text: string) => string) => (value: unknown) =>
  typeof value === 'string' ? rewrite(value) || tidy(value) : value;

/** Returns the fault of a record's id: wrong type, or not a positive integer. */
export const idFault = (value: unknown): Fault | undefined => {
  if (typeof value !== 'number') return typeFault('object');
  return Number.isSafeInteger(value) && value > 0 ? undefined : { message: 'unknownOption' };
};

export const maxLengthOf = ({ kind, maxLength }: Field): number =>
  maxLength ?? (kind === 'email' ? emailMaxLength : defaultTextMaxLength);

/** Returns the fault of a text. Length is counted as a person counts: an emoji is one character. */
export const textFault = (value: unknown, field: Field): Fault | undefined => {
  if (typeof value !== 'string') return typeFault('string');
  const { minLength = 0 } = field;
  const [{ length }, max] = [[...value], maxLengthOf(field)];
  if (length < minLength) return { message: 'tooShort', values: { min: minLength } };
  if (length > max) return { message: 'tooLong', values: { max } };
  return isStorable(value) ? undefined : { message: 'characters' };
};
