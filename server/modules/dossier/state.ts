import { createHash } from 'node:crypto';
import type { Field } from '../../../src/kinds/field.ts';
import { accidents } from '../../../src/resources/accidents.ts';
import type { CaseData } from './gather.ts';

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const known = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, canonical(each)]));
};

// Who has it open now, and how often it was written, is no part of the case; titles are in one language, their ids in none.
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
 * SHA-256 of the case, the same in every language and for every reader. What is not known is left out, so that a column
 * that a later version adds makes no new state.
 */
export const stateOf = ({ accident, images, ...more }: CaseData): string => {
  const lasting = Object.entries(accident).filter(([name]) => !passing.has(name));
  // Whole files have no mark, as before there was one.
  const marked = images.map(({ Cut, ...image }) => ({ ...image, Cut: Cut || null }));
  const text = JSON.stringify(canonical({ ...more, images: marked, accident: Object.fromEntries(lasting) }));
  return createHash('sha256').update(text).digest('hex');
};
