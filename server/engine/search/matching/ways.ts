import { parseQuery, type QueryReading, type Word } from '../tsQuery.ts';
import { normaliseSpelling, searchKeyOf } from './keys.ts';
import { searchTexts } from './queryText.ts';

/**
 * Minimum lengths: of a phone (digits), and of a word or a text in the other keyboard layout (characters). Shorter ones
 * match too many rows.
 */
const phoneDigitsMin = 7;
const otherLayoutLengthMin = 3;

/** Characters that people and programs use as the apostrophe in names such as O'Connor. */
const apostrophes = /['’‘ʼ`´′]/;
/** Signs of the pattern language of SQL. Programs write them in numbers and codes, so they are searched as typed. */
const patternSigns = /[_%\\]/;
const innerUnderscore = /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/gu;
const innerSeparator = /(?<=[\p{L}\p{N}])[ \-./](?=[\p{L}\p{N}])/gu;
/** Characters of a text that a search key can replace. */
const keyCharacters = /^[\p{L}\p{N} \-.,()+/№]*$/u;

/** Spellings of one part of a text, of which a row must have one. */
export type Spellings = readonly string[];

export interface Way {
  /** Parts that the row's search text must all contain. */
  readonly parts: readonly Spellings[];
  /** Short words, each of which must begin a word of the row. */
  readonly wordStarts?: readonly Spellings[];
}

const wayOf = (...parts: readonly string[]): Way => ({ parts: parts.map(part => [part]) });

/** Whether each text that contains the parts of `narrow` also contains the parts of `wide`. */
const isCoveredBy = (narrow: Way, wide: Way): boolean =>
  !wide.wordStarts &&
  wide.parts.every(spellings =>
    narrow.parts.some(each => each.every(long => spellings.some(short => long.includes(short)))),
  );

/** Maximum length of a word that is no part of longer words, characters. */
const shortWordLengthMax = 2;

/**
 * Returns the words in any order as a way, each in its own and the other alphabet. Short words are only searched beside
 * a longer one, and only among letters: the parts of a plate would match nearly every row.
 */
const waysOfWords = ({ words, initials }: QueryReading): readonly Way[] => {
  const longWords = words.filter(({ key }) => key.length > shortWordLengthMax);
  const shortWords = words.filter(({ key }) => key.length <= shortWordLengthMax);
  // A family name with initials is searched by these, which must begin the words behind it.
  const areShortWordsSearched = initials.length === 0 && !words.some(({ key }) => /\d/.test(key));
  if (longWords.length === 0 || (shortWords.length > 0 && !areShortWordsSearched)) return [];
  const spellingsOf = ({ key, otherKeys }: Word): Spellings => [key, ...otherKeys];
  return [
    {
      parts: longWords.map(spellingsOf),
      ...(shortWords.length > 0 && { wordStarts: shortWords.map(spellingsOf) }),
    },
  ];
};

/**
 * Returns the parts between apostrophes as a way, because a row may hold another character for the same apostrophe.
 * Returns no way if each part is so short that it would match nearly every row.
 */
const waysBetweenApostrophes = (text: string): readonly Way[] => {
  const parts = text
    .split(apostrophes)
    .map(searchKeyOf)
    .filter(key => key !== '');
  return parts.length > 1 && parts.some(({ length }) => length >= otherLayoutLengthMin) ? [wayOf(...parts)] : [];
};

/**
 * Returns the other ways to write a code with separators. A search key keeps an underscore, so `SR-1` and `SR_1` have
 * different keys.
 */
const waysOfCode = (text: string): readonly Way[] => {
  if (!/\d/.test(text) || !/\p{L}/u.test(text)) return [];
  const withSpaces = text.replace(innerUnderscore, ' ');
  if (withSpaces !== text) return keyCharacters.test(withSpaces) ? [wayOf(searchKeyOf(withSpaces))] : [];
  const withUnderscores = text.replace(innerSeparator, '_');
  return withUnderscores !== text && /^\w+$/.test(normaliseSpelling(withUnderscores)) ? [wayOf(withUnderscores)] : [];
};

const waysOfText = (text: string, readings: readonly QueryReading[]): readonly Way[] => {
  const ways = readings
    .filter(({ key }, at) => at === 0 || key.length >= otherLayoutLengthMin)
    .flatMap((reading, at) => [
      ...reading.keys.filter((_, which) => at + which > 0).map(key => wayOf(key)),
      ...reading.phones.filter(({ length }) => length >= phoneDigitsMin).map(phone => wayOf(phone)),
      // A leading 8 stands for the country code +7. A number with a country code needs no minimum length.
      ...reading.phones.filter(phone => reading.key === `8${phone}`).map(phone => wayOf(`7${phone}`)),
      ...(patternSigns.test(text) ? [] : waysOfWords(reading)),
    ]);
  // A text with any other character, such as `@`, is searched as typed and not as a key. A key has no such character,
  // but the search text of a row may have it.
  const wholeKey = keyCharacters.test(text) ? searchKeyOf(text) : text;
  return [wayOf(wholeKey), ...waysBetweenApostrophes(text), ...waysOfCode(text), ...ways];
};

/**
 * Returns the ways to find a text: the text itself, its words in any order, or other spellings. A way that finds only
 * rows of another way is left out. Each number of a pasted list is searched on its own.
 */
export const waysToFind = (typed: string): readonly Way[] => {
  const texts = searchTexts(typed);
  // A pasted list of numbers is read only as typed, and not as if typed in the other keyboard layout.
  const readingsMax = texts.length > 1 ? 1 : undefined;
  const allWays = texts.flatMap(text => waysOfText(text, parseQuery(text).slice(0, readingsMax)));
  return allWays.filter(
    (way, at) => !allWays.some((other, place) => isCoveredBy(way, other) && (place < at || !isCoveredBy(other, way))),
  );
};
