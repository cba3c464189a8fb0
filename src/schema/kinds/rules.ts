import { isBlank } from './blank.ts';
import type { Field } from './field.ts';
import { makeFieldValidator } from './judging.ts';
import type { Fault } from './kind.ts';
import { rulesOf } from './kinds.ts';

export const { parseValue, faultOf } = makeFieldValidator(rulesOf);

/**
 * Returns a warning about a value of the field, as a person or a file writes it. A value with a warning is accepted all
 * the same.
 */
export const warningOf = (written: unknown, field: Field): Fault | undefined => {
  const value = parseValue(written, field);
  return isBlank(value) ? undefined : rulesOf(field.kind).warning?.(value, String(written));
};
