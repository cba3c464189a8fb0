import type { CallExample } from '../server/plugins/openapi.ts';

const sizeOf = (example: CallExample | undefined): number => JSON.stringify(example?.answer ?? '').length;

/** One that shows what is sent goes before one that does not, then one with a longer answer. */
export const showsMore = (one: CallExample, other: CallExample | undefined): boolean =>
  (one.body === undefined) === (other?.body === undefined) ? sizeOf(one) > sizeOf(other) : one.body !== undefined;
