/** Invalid values of one field of a message. They count as not sent. */
export interface IgnoredValues {
  readonly Field: string;
  readonly Count: number;
}

/**
 * Limits of an answer: number of named fields, and characters of each field name. Both are limited because the sender
 * chooses these names.
 */
const maxFields = 50;
const maxNameLength = 64;
/** Field name under which an answer counts the invalid values of all fields above the limit. */
const otherFieldsName = '…';

export interface IgnoredCounter {
  readonly count: (field: string, times?: number) => void;
  readonly values: () => readonly IgnoredValues[];
}

/** A field name without characters that cannot be stored or shown. */
const sanitizeName = (name: string): string =>
  [...name.slice(0, maxNameLength)].map(each => (/[\p{Cc}\p{Cs}]/u.test(each) ? '�' : each)).join('');

export const createIgnoredCounter = (): IgnoredCounter => {
  const counts = new Map<string, number>();
  return {
    count: (field, times = 1) => {
      const name = counts.has(field) || counts.size < maxFields ? field : otherFieldsName;
      counts.set(name, (counts.get(name) ?? 0) + times);
    },
    values: () => Array.from(counts, ([field, Count]) => ({ Field: sanitizeName(field), Count })),
  };
};
