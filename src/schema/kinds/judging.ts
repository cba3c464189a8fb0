import { isBlank } from './blank.ts';
import type { Field } from './field.ts';
import { type Fault, type FieldKindRules, idFault, typeFault } from './kind.ts';

/** The present time and the stored value of a field. The validation rules of a field may depend on both. */
export interface ValueContext {
  readonly now?: Date;
  /**
   * The stored value of the field. A stored text stays valid until a user changes it, even if a newer rule would reject
   * it.
   */
  readonly before?: unknown;
}

/**
 * Maximum number of values in a field with several choices. A field whose values are pairs of dictionary entries may
 * have more.
 */
export const maxChoices = ({ pairOf }: Field): number => (pairOf ? 500 : 100);

/**
 * Returns the fault of a required field without a value. For a field with choices the specification demands another
 * message than for other fields.
 */
export const missingValueFault = ({ kind, idField, choices, dictionary }: Field): Fault => {
  const isSelection = ['option', 'status', 'reference'].includes(kind) || idField || choices || dictionary;
  return { message: isSelection ? 'unknownOption' : 'required' };
};

/** Returns functions that apply the rules of field kinds. `rulesOf` returns the rules of a kind. */
export const makeFieldValidator = (rulesOf: (kind: Field['kind']) => FieldKindRules) => {
  /**
   * Returns the stored spelling of a value, for example without outer spaces, times in UTC, VINs in capitals. Secrets
   * are not changed.
   */
  const parseValue = (value: unknown, field: Field): unknown => {
    const { parse } = rulesOf(field.kind);
    return parse && !field.secret ? parse(value, field) : value;
  };
  const faultOfSingleValue = (value: unknown, field: Field, now: Date): Fault | undefined =>
    field.idField ? idFault(value) : rulesOf(field.kind).fault(value, field, now);
  /**
   * Returns the fault of a parsed value. The form and the server both use this function. Only the server can check that
   * a record or dictionary entry exists.
   */
  const faultOf = (
    value: unknown,
    field: Field,
    { now = new Date(), before }: ValueContext = {},
  ): Fault | undefined => {
    const { required, replacedBy, many, kind } = field;
    if (isBlank(value) || (many && Array.isArray(value) && value.length === 0)) {
      const isNeverNull = value === null && (many || kind === 'boolean');
      return isNeverNull || (required && !replacedBy) ? missingValueFault(field) : undefined;
    }
    if (typeof value === 'string' && value === parseValue(before, field)) return undefined;
    if (!many) return faultOfSingleValue(value, field, now);
    if (!Array.isArray(value)) return typeFault('array');
    if (value.length > maxChoices(field)) return { message: 'tooMany', values: { max: maxChoices(field) } };
    return value.map(each => faultOfSingleValue(each, field, now)).find(fault => fault !== undefined);
  };
  return { parseValue, faultOf };
};
