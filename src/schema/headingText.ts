/**
 * Known column headings of import files. `key` is the heading in the form of `headingKey`, `field` is the name of the
 * field that it stands for.
 */
export type KnownHeadings = readonly (readonly [key: string, field: string])[];

/**
 * Returns a heading in the form in which headings are compared. Case and punctuation do not matter.
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

/** Russian letters with the Latin letters of the same sound. Signs without a sound have none. */
const latinSounds: Readonly<Record<string, string>> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:c ч:ch ш:sh щ:sch ъ: ы:i ь: э:e ю:iu я:ia y:i j:i'
    .split(' ')
    .map(pair => pair.split(':')),
);
/** Returns a text that is equal for the same sounds in both alphabets: `ИМЕЙ` and `IMEI`, `ФИО` and `FIO`. */
const soundOf = (key: string): string =>
  key.replaceAll(' ', '').replace(/[а-яyj]/g, letter => latinSounds[letter] ?? letter);

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

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** A number in a heading is no typing error: "телефоны" is not "телефон 2". */
const isMistyped = (a: string, b: string): boolean => {
  if (digitsOf(a) !== digitsOf(b)) return false;
  const maxDistance = b.length >= 9 ? 2 : b.length >= 5 ? 1 : 0;
  return maxDistance > 0 && editDistance(a, b, maxDistance) <= maxDistance;
};

/**
 * Words that begin other words or headings but are no abbreviations of them: "пол" (sex) of "полис", and "licence" (of a
 * driver or a firm) of "licence plate".
 */
const wholeWords: readonly string[] = ['пол', 'licence', 'license'];
/**
 * Returns true if the words are abbreviations of a known heading: "тел" of "телефон", "дата рожд" of "дата рождения".
 * `hasSameWordCount`: true if both must have the same number of words. Otherwise the last words of the known heading
 * must be missing.
 */
const isAbbreviation = (words: readonly string[], known: readonly string[], hasSameWordCount: boolean): boolean =>
  (hasSameWordCount ? words.length === known.length : words.length < known.length) &&
  !wholeWords.includes(words.join(' ')) &&
  words.every(
    (word, at) => word === known[at] || (word.length >= 3 && !wholeWords.includes(word) && known[at]?.startsWith(word)),
  );

/** Writes single letters that follow each other as one word: "ф и о клиента" as "фио клиента". */
const joinInitials = (key: string): string =>
  key.replace(/(?<!\S)\p{L}(?: \p{L})+(?!\S)/gu, letters => letters.replaceAll(' ', ''));

const contains = (key: string, part: string): boolean =>
  part.length >= 3 && [key, joinInitials(key)].some(each => ` ${each} `.includes(` ${part} `));

/** Last words that make a period a date: "стаж с" is the day since when, and "стаж" a number of years. */
const periodWords: readonly string[] = ['с', 'по', 'до', 'from', 'to', 'since', 'until'];
const periodWordOf = ({ words }: Heading): string | undefined => periodWords.find(word => word === words.at(-1));

interface Heading {
  readonly key: string;
  readonly shape: string;
  readonly words: readonly string[];
}

const headingOf = (key: string): Heading => ({
  key,
  shape: lookAlikeShape(key),
  words: key.split(' ').map((word, _, { length }) => (word === '№' && length > 1 ? 'номер' : word)),
});

/** Tests whether a heading resembles a known heading, from the most reliable test to the weakest. */
const similarityTests: readonly ((heading: Heading, known: Heading) => boolean)[] = [
  (heading, known) => heading.shape === known.shape,
  (heading, known) => isAbbreviation(heading.words, known.words, true),
  (heading, known) => isMistyped(heading.shape, known.shape),
  (heading, known) => isAbbreviation(heading.words, known.words, false),
  (heading, known) => contains(heading.key, known.key),
];

interface ParsedHeadings {
  readonly headings: readonly (readonly [Heading, string])[];
  readonly fieldByKey: ReadonlyMap<string, string>;
  /** Field by the shape or the sound of its headings. Null: several fields have it. */
  readonly fieldByShape: ReadonlyMap<string, string | null>;
  readonly fieldBySound: ReadonlyMap<string, string | null>;
}

const uniqueFields = (known: KnownHeadings, spell: (key: string) => string): ReadonlyMap<string, string | null> => {
  const fields = new Map<string, string | null>();
  for (const [key, field] of known) {
    const spelling = spell(key);
    fields.set(spelling, (fields.get(spelling) ?? field) === field && fields.get(spelling) !== null ? field : null);
  }
  return fields;
};

/**
 * Known headings in the forms in which they are compared. They are cached, because a file may have thousands of cells
 * to compare.
 */
const parsedHeadings = new WeakMap<KnownHeadings, ParsedHeadings>();
const parseHeadings = (known: KnownHeadings): ParsedHeadings => {
  const parsed = parsedHeadings.get(known) ?? {
    headings: known.map(([key, field]) => [headingOf(key), field] as const),
    fieldByKey: new Map(known),
    fieldByShape: uniqueFields(known, lookAlikeShape),
    fieldBySound: uniqueFields(known, soundOf),
  };
  parsedHeadings.set(known, parsed);
  return parsed;
};

/** Minimum number of letters of a heading that is known by its shape or sound. `Др.` may be "Д. р." or "other". */
const certainLettersMin = 3;

/** Signs and words between the two values of a column: `Марка, модель`. */
const valueSeparator = /\s*[,;/\\|+&]\s*|\s+(?:и|and|[-–—])\s+/iu;

/**
 * Returns the field of the first of several values that a column holds by its heading (`Марка, модель ТС`). Undefined if
 * the heading does not name several fields.
 */
const findFirstOfSeveral = (text: string, { fieldByKey }: ParsedHeadings): string | undefined => {
  const fields = text.split(valueSeparator).map(part => fieldByKey.get(headingKey(part)));
  return fields.includes(undefined) || new Set(fields).size < 2 ? undefined : fields[0];
};

/**
 * Returns the field whose known heading resembles the text ("Тел.", "Гос.ном."). Undefined if the text resembles no
 * field's heading, or those of several fields.
 */
const findSimilarField = (text: string, parsed: ParsedHeadings): string | undefined => {
  const heading = headingOf(headingKey(text));
  if (heading.shape.length < 2 || !/\p{L}{2}/u.test(heading.shape)) return undefined;
  const firstField = findFirstOfSeveral(text, parsed);
  if (firstField !== undefined) return firstField;
  for (const isSimilar of heading.key.length < 3 ? similarityTests.slice(0, 1) : similarityTests) {
    const similarFields = new Set(
      parsed.headings
        .filter(([each]) => periodWordOf(each) === periodWordOf(heading) && isSimilar(heading, each))
        .map(([, field]) => field),
    );
    if (similarFields.size > 0) return similarFields.size === 1 ? [...similarFields][0] : undefined;
  }
  return undefined;
};

export interface HeadingField {
  readonly field: string;
  /** How the heading was recognised: as known, in another spelling, or only by its resemblance to a known one. */
  readonly by: 'key' | 'spelling' | 'resemblance';
}

/**
 * Returns the field that a heading stands for. Blanks and the dots of abbreviations do not count (`Ф. И. О.`), letters
 * that look alike are equal, and so are letters of both alphabets with the same sound (`ВИН`).
 * Undefined if the heading neither is known nor resembles a known one.
 */
export const findHeadingField = (text: string, known: KnownHeadings): HeadingField | undefined => {
  const parsed = parseHeadings(known);
  const key = headingKey(text);
  const field = parsed.fieldByKey.get(key);
  if (field !== undefined) return { field, by: 'key' };
  if (text.length > maxHeadingLength) return undefined;
  const [shape, sound] = [lookAlikeShape(key), soundOf(key)];
  if ((shape.match(/\p{L}/gu) ?? []).length >= certainLettersMin) {
    const spelledField = parsed.fieldByShape.get(shape) ?? parsed.fieldBySound.get(sound);
    if (spelledField) return { field: spelledField, by: 'spelling' };
  }
  const similarField = findSimilarField(text, parsed);
  return similarField === undefined ? undefined : { field: similarField, by: 'resemblance' };
};

/** Returns the field for the second (third, …) column of a field. `Телефон 2` names the second field of a phone. */
export const findFurtherField = (field: string, ordinal: number, known: KnownHeadings): string | undefined => {
  const { fieldByKey } = parseHeadings(known);
  for (const [key, each] of known) {
    const further = each === field ? fieldByKey.get(`${key} ${ordinal}`) : undefined;
    if (further !== undefined) return further;
  }
  return undefined;
};
