import { type QueryReading, readQuery } from '../tsQuery.ts';
import { keyOf } from './keys.ts';
import { searchTexts } from './queryText.ts';

/**
 * Shorter parts match too much: a phone needs this many digits, a text in the other keyboard layout this many
 * characters.
 */
const shortestPhone = 7;
const shortestOther = 3;

/** A way to find a text: all of these parts must be contained. */
type Way = readonly string[];

/** Whether each text that contains the parts of `narrow` also contains the parts of `wide`. */
const holds = (narrow: Way, wide: Way): boolean => wide.every(part => narrow.some(each => each.includes(part)));

const waysToOne = (text: string, readings: readonly QueryReading[]): readonly Way[] => {
  const ways = readings
    .filter(({ key }, at) => at === 0 || key.length >= shortestOther)
    .flatMap(({ words, key, keys, phones }, at) => [
      ...keys.filter((_, which) => at + which > 0).map(each => [each]),
      ...phones.filter(({ length }) => length >= shortestPhone).map(phone => [phone]),
      // Typed with 8, which stands for +7: its first digits are enough.
      ...phones.filter(phone => key === `8${phone}`).map(phone => [`7${phone}`]),
      // Parts of a plate alone would match nearly every row.
      ...(words.length > 1 && words.every(each => each.key.length >= shortestOther)
        ? [words.map(each => each.key)]
        : []),
    ]);
  // Other signs stay, because the search text contains some of them.
  const whole = /^[\p{L}\p{N} \-.,()+/№]*$/u.test(text) ? keyOf(text) : text;
  return [[whole], ...ways];
};

/**
 * Ways to find a text: the text itself, its words in any order, or other spellings. A way that finds only rows of
 * another way is left out.
 * Several numbers are searched separately.
 */
export const waysTo = (typed: string): readonly Way[] => {
  const texts = searchTexts(typed);
  // Pasted numbers are in the right alphabet.
  const readingsMax = texts.length > 1 ? 1 : undefined;
  const all = texts.flatMap(text => waysToOne(text, readQuery(text).slice(0, readingsMax)));
  return all.filter((way, at) => !all.some((other, place) => holds(way, other) && (place < at || !holds(other, way))));
};
