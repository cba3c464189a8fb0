/** Values of one name that counted as not sent. */
export interface IgnoredValues {
  readonly Field: string;
  readonly Count: number;
}

/** An answer names so many fields, each by so many characters: their names are the sender's. */
const mostFields = 50;
const longestName = 64;

/** Counts the values of a message that counted as not sent. */
export interface Ignored {
  readonly count: (field: string) => void;
  readonly values: () => readonly IgnoredValues[];
}

/** A name as it can be stored and shown. */
const shown = (name: string): string =>
  [...name.slice(0, longestName)].map(each => (/[\p{Cc}\p{Cs}]/u.test(each) ? '�' : each)).join('');

export const countIgnored = (): Ignored => {
  const counts = new Map<string, number>();
  return {
    count: field => {
      const before = counts.get(field);
      if (before !== undefined || counts.size < mostFields) counts.set(field, (before ?? 0) + 1);
    },
    values: () => Array.from(counts, ([field, Count]) => ({ Field: shown(field), Count })),
  };
};
