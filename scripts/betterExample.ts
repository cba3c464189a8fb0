import type { CallExample } from '../server/plugins/openapi.ts';

const sizeOf = (example: CallExample | undefined): number => JSON.stringify(example?.answer ?? '').length;

/** Prefers an example with a body, then one with a longer answer. */
export const isBetterExample = (candidate: CallExample, current: CallExample | undefined): boolean =>
  (candidate.body === undefined) === (current?.body === undefined)
    ? sizeOf(candidate) > sizeOf(current)
    : candidate.body !== undefined;
