import type { CallExample } from '../server/plugins/openapi.ts';

const sizeOf = (example: CallExample | undefined): number => JSON.stringify(example?.answer ?? '').length;

/**
 * Whether the candidate is the better example of a call. An example with a body is better, otherwise the one with the
 * longer answer.
 */
export const isBetterExample = (candidate: CallExample, current: CallExample | undefined): boolean =>
  (candidate.body === undefined) === (current?.body === undefined)
    ? sizeOf(candidate) > sizeOf(current)
    : candidate.body !== undefined;
