import { createHash } from 'node:crypto';
import { accidents } from '../../../src/resources/accidents.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import type { CaseData } from './caseData.ts';

const canonicalise = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonicalise);
  if (value === null || typeof value !== 'object') return value;
  const definedEntries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(
    definedEntries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, canonicalise(item)]),
  );
};

// Properties that are not part of the case: the lock, the version, and titles. Titles depend on the language, and their
// ids are part of the case.
const excludedFields = new Set([
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
 * added by a later version does not change the hash. The reconstruction follows from the other data, and is left out too.
 */
export const hashCase = ({ accident, images, duplicates, reconstruction: _, ...rest }: CaseData): string => {
  const includedFields = Object.entries(accident).filter(([name]) => !excludedFields.has(name));
  // For a complete picture the property `Cut` is null, and null is left out. So hashes from before this property stay
  // valid.
  const normalisedImages = images.map(({ Cut, ...image }) => ({ ...image, Cut: Cut || null }));
  const text = JSON.stringify(
    canonicalise({
      ...rest,
      // A case without duplicates keeps the hash from before this property.
      duplicates: duplicates.length > 0 ? duplicates : null,
      images: normalisedImages,
      accident: Object.fromEntries(includedFields),
    }),
  );
  return createHash('sha256').update(text).digest('hex');
};
