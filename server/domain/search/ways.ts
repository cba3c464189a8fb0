import { type Reading, readQuery } from '../search-query.ts';
import { keyOf } from './keys.ts';
import { searchTexts } from './queryText.ts';

/** Fewer digits of a phone are any number's, and fewer characters typed in the other keyboard layout any word's. */
const shortestPhone = 7;
const shortestOther = 3;

/** Parts that are all contained. */
type Way = readonly string[];

/** Whatever contains the parts of one contains those of the other too. */
const holds = (narrow: Way, wide: Way): boolean => wide.every(part => narrow.some(each => each.includes(part)));

const waysToOne = (text: string, readings: readonly Reading[]): readonly Way[] => {
  const ways = readings
    .filter(({ key }, at) => at === 0 || key.length >= shortestOther)
    .flatMap(({ words, key, keys, phones }, at) => [
      ...keys.filter((_, which) => at + which > 0).map(each => [each]),
      ...phones.filter(({ length }) => length >= shortestPhone).map(phone => [phone]),
      // Typed with 8, which stands for +7: its first digits are enough.
      ...phones.filter(phone => key === `8${phone}`).map(phone => [`7${phone}`]),
      // Of parts of a plate every row has some.
      ...(words.length > 1 && words.every(each => each.key.length >= shortestOther)
        ? [words.map(each => each.key)]
        : []),
    ]);
  // Of other signs the search text has some.
  const whole = /^[\p{L}\p{N} \-.,()+/№]*$/u.test(text) ? keyOf(text) : text;
  return [[whole], ...ways];
};

/**
 * Ways to find a text: as it stands, its words in any order, in other spellings; none of which another finds all. Several
 * numbers are found each for itself.
 */
export const waysTo = (typed: string): readonly Way[] => {
  const texts = searchTexts(typed);
  // Numbers that are pasted are in the right alphabet.
  const readingsMax = texts.length > 1 ? 1 : undefined;
  const all = texts.flatMap(text => waysToOne(text, readQuery(text).slice(0, readingsMax)));
  return all.filter((way, at) => !all.some((other, place) => holds(way, other) && (place < at || !holds(other, way))));
};
