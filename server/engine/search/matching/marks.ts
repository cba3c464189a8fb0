import type { QueryReading } from '../tsQuery.ts';
import { searchKeyOf, wordsOf } from './keys.ts';

export type Mark = [from: number, to: number];

interface KeyWithPositions {
  readonly key: string;
  /** For each character of the search key, its position in the original text. */
  readonly positions: readonly number[];
  /** Positions in the search key at which a word of the text begins. */
  readonly wordStarts: ReadonlySet<number>;
}

const keyWithPositions = (text: string): KeyWithPositions => {
  let key = '';
  const positions: number[] = [];
  const wordStarts = new Set<number>();
  let isGap = true;
  for (let position = 0; position < text.length; position += 1) {
    const letter = wordsOf(text.charAt(position))[0];
    if (letter === undefined) isGap = true;
    else {
      if (isGap) wordStarts.add(key.length);
      isGap = false;
      key += letter;
      positions.push(position);
    }
  }
  return { key, positions, wordStarts };
};

const insideLengthMin = 3;

/**
 * Position of the query's key in a text's key: at a word's start if possible, else at the first match. A key that is
 * shorter than `insideLengthMin` matches only at a word's start. -1: no match.
 */
const findPosition = (searchedKey: string, { key, wordStarts }: KeyWithPositions): number => {
  let firstInside = -1;
  for (let position = key.indexOf(searchedKey); position >= 0; position = key.indexOf(searchedKey, position + 1)) {
    if (wordStarts.has(position)) return position;
    if (firstInside < 0) firstInside = position;
  }
  return searchedKey.length >= insideLengthMin ? firstInside : -1;
};

const mergeMarks = (marks: Mark[]): Mark[] => {
  const result: Mark[] = [];
  for (const [from, to] of marks.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
};

export const findMarks = (text: string, reading: QueryReading): Mark[] => {
  const textKey = keyWithPositions(text);
  const findMark = (searchedKey: string): Mark[] => {
    const position = searchedKey === '' ? -1 : findPosition(searchedKey, textKey);
    if (position < 0) return [];
    return [[textKey.positions[position] ?? 0, (textKey.positions[position + searchedKey.length - 1] ?? 0) + 1]];
  };
  for (const searchedKey of [reading.key, ...reading.phones, ...reading.names.map(searchKeyOf)]) {
    const mark = findMark(searchedKey);
    if (mark.length > 0) return mark;
  }
  return mergeMarks(
    reading.words.flatMap(
      ({ key, otherKeys }) => [key, ...otherKeys].map(findMark).find(mark => mark.length > 0) ?? [],
    ),
  );
};
