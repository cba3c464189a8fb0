import { isBlank } from './blank.ts';
import type { Field } from './field.ts';
import { makeJudge } from './judging.ts';
import type { Fault } from './kind.ts';
import { rulesOf } from './kinds.ts';

export const { parsed, faultOf } = makeJudge(rulesOf);

/** Returns a fault if the year is further ahead than the field allows. */
export const yearFault = (value: unknown, { yearsAhead }: Field, now: Date): Fault | undefined => {
  if (yearsAhead === undefined || typeof value !== 'number') return undefined;
  const max = now.getUTCFullYear() + yearsAhead;
  return value > max ? { message: 'maximum', values: { max } } : undefined;
};

/** Returns a warning about a parsed value. The value is accepted all the same. */
export const doubtOf = (value: unknown, field: Field): Fault | undefined =>
  isBlank(value) ? undefined : rulesOf(field.kind).doubt?.(value);
