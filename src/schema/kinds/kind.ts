import type { FieldMessage } from '../../contract/messages/index.ts';
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

/** Fault of a value, with the key of its message in the contract. */
export interface Fault {
  readonly message: FieldMessage;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A kind of field, as browser and server know it. Its components are in src/fields. */
export interface FieldKindRules {
  readonly value: ValueType;
  /** Number of decimals, for numbers. */
  readonly decimals?: number;
  /** Unit of the values. It is shown in headers, never in cells. */
  readonly unit?: Bilingual;
  /** A value in its stored spelling, for kinds whose values are accepted in several spellings. */
  readonly example?: string;
  /** Format of the values in JSON Schema. */
  readonly format?: 'email';
  /** True: values consist of digits, and spreadsheets may have turned them into numbers. */
  readonly digits?: true;
  /** Returns the value in canonical form. An invalid value is returned unchanged. Absent: values have one form. */
  readonly parse?: (value: unknown, field: Field) => unknown;
  /** Returns the fault of a non-empty value, apart from type and limits. */
  readonly fault?: (value: unknown) => Fault | undefined;
  /** Returns a warning about a value that looks wrong but may be right. */
  readonly doubt?: (value: unknown) => Fault | undefined;
}

/**
 * Rewrites a text. A text that would become empty, such as a dash in place of a phone, stays. Validation then
 * rejects the text, and the user does not lose it.
 */
export const onText = (write: (text: string) => string) => (value: unknown) =>
  typeof value === 'string' ? write(value) || tidy(value) : value;

export const textFault = (value: unknown): Fault | undefined =>
  typeof value === 'string' && !isStorable(value) ? { message: 'characters' } : undefined;
