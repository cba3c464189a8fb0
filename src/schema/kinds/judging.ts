import { isBlank } from './blank.ts';
import type { Field } from './field.ts';
import { type Fault, type FieldKindRules, idFault, typeFault } from './kind.ts';

/** The time and the stored value, on which the rules of a field may depend. */
export interface ValueContext {
  readonly now?: Date;
  /** The stored value. A text from before a rule may stay until it is changed. */
  readonly before?: unknown;
}

/** Maximum number of choices at once, and of pairs of dictionary entries. */
export const maxChoices = ({ pairOf }: Field): number => (pairOf ? 500 : 100);

/** Returns the fault of a required field without a value. The specification words it otherwise for a choice. */
export const emptyFault = ({ kind, idField, choices, dictionary }: Field): Fault => {
  const isChosen = ['option', 'status', 'reference'].includes(kind) || idField || choices || dictionary;
  return { message: isChosen ? 'unknownOption' : 'required' };
};

/** Functions that apply the rules of kinds, which the caller looks up. */
export const makeJudge = (rulesOf: (kind: Field['kind']) => FieldKindRules) => {
  /**
   * Returns the stored spelling of a value, for example without outer spaces, times in UTC, VINs in capitals. Secrets
   * are not changed.
   */
  const parsed = (value: unknown, field: Field): unknown => {
    const { parse } = rulesOf(field.kind);
    return parse && !field.secret ? parse(value, field) : value;
  };
  const faultOfOne = (value: unknown, field: Field, now: Date): Fault | undefined =>
    field.idField ? idFault(value) : rulesOf(field.kind).fault(value, field, now);
  /**
   * Returns the fault of a parsed value. The form and the server judge by this function. Only the server knows which
   * records and dictionary entries there are.
   */
  const faultOf = (
    value: unknown,
    field: Field,
    { now = new Date(), before }: ValueContext = {},
  ): Fault | undefined => {
    const { required, unless, many, kind } = field;
    if (isBlank(value) || (many && Array.isArray(value) && value.length === 0)) {
      const isNeverNull = value === null && (many || kind === 'boolean');
      return isNeverNull || (required && !unless) ? emptyFault(field) : undefined;
    }
    if (typeof value === 'string' && value === parsed(before, field)) return undefined;
    if (!many) return faultOfOne(value, field, now);
    if (!Array.isArray(value)) return typeFault('array');
    if (value.length > maxChoices(field)) return { message: 'tooMany', values: { max: maxChoices(field) } };
    return value.map(each => faultOfOne(each, field, now)).find(fault => fault !== undefined);
  };
  return { parsed, faultOf };
};
