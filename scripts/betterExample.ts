import type { CallExample } from '../server/plugins/openapi.ts';

const sizeOf = (example: CallExample | undefined): number => JSON.stringify(example?.answer ?? '').length;

/** Prefers an example with a body, then one with a longer answer. */
export const isBetterExample = (one: CallExample, other: CallExample | undefined): boolean =>
  (one.body === undefined) === (other?.body === undefined) ? sizeOf(one) > sizeOf(other) : one.body !== undefined;
