import { isBlank } from './blank.ts';
import type { Field } from './field.ts';
import { makeJudge } from './judging.ts';
import type { Fault } from './kind.ts';
import { rulesOf } from './kinds.ts';

export const { parsed, faultOf } = makeJudge(rulesOf);

/** Returns a warning about a parsed value. The value is accepted all the same. */
export const doubtOf = (value: unknown, field: Field): Fault | undefined =>
  isBlank(value) ? undefined : rulesOf(field.kind).doubt?.(value);
