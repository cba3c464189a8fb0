import { parseQuery, type QueryReading } from '../tsQuery.ts';
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

/** A way to find a text: the row's search text must contain all of these parts. */
type RequiredParts = readonly string[];

/** Whether each text that contains the parts of `narrow` also contains the parts of `wide`. */
const isCoveredBy = (narrow: RequiredParts, wide: RequiredParts): boolean =>
  wide.every(part => narrow.some(each => each.includes(part)));

/**
 * Returns the parts between apostrophes as a way, because a row may hold another character for the same apostrophe.
 * Returns no way if each part is so short that it would match nearly every row.
 */
const waysBetweenApostrophes = (text: string): readonly RequiredParts[] => {
  const parts = text
    .split(apostrophes)
    .map(searchKeyOf)
    .filter(key => key !== '');
  return parts.length > 1 && parts.some(({ length }) => length >= otherLayoutLengthMin) ? [parts] : [];
};

/**
 * Returns the other ways to write a code with separators. A search key keeps an underscore, so `SR-1` and `SR_1` have
 * different keys.
 */
const waysOfCode = (text: string): readonly RequiredParts[] => {
  if (!/\d/.test(text) || !/\p{L}/u.test(text)) return [];
  const withSpaces = text.replace(innerUnderscore, ' ');
  if (withSpaces !== text) return keyCharacters.test(withSpaces) ? [[searchKeyOf(withSpaces)]] : [];
  const withUnderscores = text.replace(innerSeparator, '_');
  return withUnderscores !== text && /^\w+$/.test(normaliseSpelling(withUnderscores)) ? [[withUnderscores]] : [];
};

const waysOfText = (text: string, readings: readonly QueryReading[]): readonly RequiredParts[] => {
  const ways = readings
    .filter(({ key }, at) => at === 0 || key.length >= otherLayoutLengthMin)
    .flatMap(({ words, key, keys, phones }, at) => [
      ...keys.filter((_, which) => at + which > 0).map(each => [each]),
      ...phones.filter(({ length }) => length >= phoneDigitsMin).map(phone => [phone]),
      // A leading 8 stands for the country code +7. A number with a country code needs no minimum length.
      ...phones.filter(phone => key === `8${phone}`).map(phone => [`7${phone}`]),
      // Shorter words, such as the parts of a plate, would match nearly every row.
      ...(!patternSigns.test(text) && words.length > 1 && words.every(each => each.key.length >= otherLayoutLengthMin)
        ? [words.map(each => each.key)]
        : []),
    ]);
  // A text with any other character, such as `@`, is searched as typed and not as a key. A key has no such character,
  // but the search text of a row may have it.
  const wholeKey = keyCharacters.test(text) ? searchKeyOf(text) : text;
  return [[wholeKey], ...waysBetweenApostrophes(text), ...waysOfCode(text), ...ways];
};

/**
 * Returns the ways to find a text: the text itself, its words in any order, or other spellings. A way that finds only
 * rows of another way is left out. Each number of a pasted list is searched on its own.
 */
export const waysToFind = (typed: string): readonly RequiredParts[] => {
  const texts = searchTexts(typed);
  // A pasted list of numbers is read only as typed, and not as if typed in the other keyboard layout.
  const readingsMax = texts.length > 1 ? 1 : undefined;
  const allWays = texts.flatMap(text => waysOfText(text, parseQuery(text).slice(0, readingsMax)));
  return allWays.filter(
    (way, at) => !allWays.some((other, place) => isCoveredBy(way, other) && (place < at || !isCoveredBy(other, way))),
  );
};
