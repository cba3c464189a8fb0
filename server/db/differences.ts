import type { Values } from '../../src/contract/describedTypes.ts';
import type { Changes } from '../transaction.ts';

/**
 * Returns the fields that differ between two records, with both values. A missing value counts as null. Values must be
 * plain data.
 */
export const differences = (before: Values, after: Values): Changes =>
  Object.keys(after)
    .map(field => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter(change => JSON.stringify(change.before) !== JSON.stringify(change.after));
