import { createHash } from 'node:crypto';
import { accidents } from '../../../src/resources/accidents.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import type { CaseData } from './gather.ts';

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const known = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, canonical(each)]));
};

// Properties that are not part of the case: the lock, the version, and titles. Titles depend on the language, and their
// ids are part of the case.
const passing = new Set([
  'LockedBy',
  'LockedByName',
  'LockedUntil',
  'Version',
  ...Object.entries<Field>(accidents.fields).flatMap(([name, { dictionary, idField }]) =>
    dictionary && idField && idField !== name ? [name] : [],
  ),
]);

/**
 * SHA-256 of the case, equal in every language and for every reader. Missing values are left out, so that a column
 * added by a later version does not change the hash.
 */
export const stateOf = ({ accident, images, ...more }: CaseData): string => {
  const lasting = Object.entries(accident).filter(([name]) => !passing.has(name));
  // The property `Cut` is left out for complete pictures, so that hashes from before this property stay valid.
  const marked = images.map(({ Cut, ...image }) => ({ ...image, Cut: Cut || null }));
  const text = JSON.stringify(canonical({ ...more, images: marked, accident: Object.fromEntries(lasting) }));
  return createHash('sha256').update(text).digest('hex');
};
