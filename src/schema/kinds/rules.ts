import { isBlank } from './blank.ts';
import type { Field } from './field.ts';
import { makeFieldValidator } from './judging.ts';
import type { Fault } from './kind.ts';
import { rulesOf } from './kinds.ts';

export const { parseValue, faultOf } = makeFieldValidator(rulesOf);

/** Returns a warning about a parsed value of the field. A value with a warning is accepted all the same. */
export const warningOf = (value: unknown, field: Field): Fault | undefined =>
  isBlank(value) ? undefined : rulesOf(field.kind).warning?.(value);
