/**
 * Known column headings of import files. `key` is the heading in the form of `headingKey`, `field` is the name of the
 * field that it stands for.
 */
export type KnownHeadings = readonly (readonly [key: string, field: string])[];

/**
 * Returns a heading in the form in which headings are compared. Case, dots, hyphens and similar signs do not matter.
 */
export const headingKey = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}№]+/gu, ' ')
    .trim();

/** Maximum length of a text that counts as a heading, characters. */
const maxHeadingLength = 80;
/** Latin letters that look like Russian ones, with the Russian letter for each. */
const cyrillicLookAlikes: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
};
const lookAlikeShape = (key: string): string =>
  key.replaceAll(' ', '').replace(/[abcehkmoptxy]/g, letter => cyrillicLookAlikes[letter] ?? letter);

/**
 * Returns how many letters must be inserted, deleted, replaced or swapped to turn one text into the other. If more than
 * `max`, returns `max + 1`.
 */
const editDistance = (a: string, b: string, max: number): number => {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSameLetter = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSameLetter ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : max + 1,
      );
    }
    [before, last] = [last, row];
  }
  return Math.min(last[b.length] ?? 0, max + 1);
};

const isMistyped = (a: string, b: string): boolean => {
  const maxDistance = b.length >= 9 ? 2 : b.length >= 5 ? 1 : 0;
  return maxDistance > 0 && editDistance(a, b, maxDistance) <= maxDistance;
};

/**
 * Returns true if the words are abbreviations of a known heading: "тел" of "телефон", "дата рожд" of "дата рождения".
 * `hasSameWordCount`: true if both must have the same number of words. Otherwise the last words of the known heading
 * must be missing.
 */
const isAbbreviation = (words: readonly string[], known: readonly string[], hasSameWordCount: boolean): boolean =>
  (hasSameWordCount ? words.length === known.length : words.length < known.length) &&
  words.every((word, at) => word === known[at] || (word.length >= 3 && known[at]?.startsWith(word)));

const contains = (key: string, part: string): boolean => part.length >= 3 && ` ${key} `.includes(` ${part} `);

interface Heading {
  readonly key: string;
  readonly shape: string;
  readonly words: readonly string[];
}

const headingOf = (key: string): Heading => ({ key, shape: lookAlikeShape(key), words: key.split(' ') });

/** Tests whether a heading resembles a known heading, from the most reliable test to the weakest. */
const similarityTests: readonly ((heading: Heading, known: Heading) => boolean)[] = [
  (heading, known) => heading.shape === known.shape,
  (heading, known) => isAbbreviation(heading.words, known.words, true),
  (heading, known) => isMistyped(heading.shape, known.shape),
  (heading, known) => isAbbreviation(heading.words, known.words, false),
  (heading, known) => contains(heading.key, known.key),
];

/**
 * Known headings in the form that the similarity tests need. They are cached, because a file may have thousands of
 * cells to compare.
 */
const parsedHeadings = new WeakMap<KnownHeadings, readonly (readonly [Heading, string])[]>();
const parseHeadings = (known: KnownHeadings): readonly (readonly [Heading, string])[] => {
  const parsed = parsedHeadings.get(known) ?? known.map(([key, field]) => [headingOf(key), field] as const);
  parsedHeadings.set(known, parsed);
  return parsed;
};

/**
 * Returns the field whose known heading resembles the text ("Тел.", "Гос.ном."). Undefined if the text resembles no
 * field's heading, or those of several fields.
 */
export const findSimilarField = (text: string, known: KnownHeadings): string | undefined => {
  if (text.length > maxHeadingLength) return undefined;
  const heading = headingOf(headingKey(text));
  if (heading.key.length < 3 || !/\p{L}{2}/u.test(heading.key)) return undefined;
  for (const isSimilar of similarityTests) {
    const similarFields = new Set(
      parseHeadings(known)
        .filter(([each]) => isSimilar(heading, each))
        .map(([, field]) => field),
    );
    if (similarFields.size > 0) return similarFields.size === 1 ? [...similarFields][0] : undefined;
  }
  return undefined;
};
