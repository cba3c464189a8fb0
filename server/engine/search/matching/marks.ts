import type { QueryReading } from '../tsQuery.ts';
import { keyOf, wordsOf } from './keys.ts';

export type Mark = [from: number, to: number];

interface Spelled {
  readonly key: string;
  /** For each letter of the key, its position in the text. */
  readonly at: readonly number[];
  /** Positions in the key where a word begins. */
  readonly starts: ReadonlySet<number>;
}

const spelled = (text: string): Spelled => {
  let key = '';
  const at: number[] = [];
  const starts = new Set<number>();
  let gap = true;
  for (let place = 0; place < text.length; place += 1) {
    const letter = wordsOf(text.charAt(place))[0];
    if (letter === undefined) gap = true;
    else {
      if (gap) starts.add(key.length);
      gap = false;
      key += letter;
      at.push(place);
    }
  }
  return { key, at, starts };
};

const shortestInside = 3;

/** Position of the first match: at the start of a word, at its end, or anywhere if long enough. */
const placeOf = (asked: string, { key, starts }: Spelled): number => {
  let inside = -1;
  for (let place = key.indexOf(asked); place >= 0; place = key.indexOf(asked, place + 1)) {
    if (starts.has(place)) return place;
    if (inside < 0) inside = place;
  }
  return asked.length >= shortestInside ? inside : -1;
};

const merged = (marks: Mark[]): Mark[] => {
  const result: Mark[] = [];
  for (const [from, to] of marks.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
};

/** Parts of a text to highlight. */
export const marksOf = (text: string, reading: QueryReading): Mark[] => {
  const inText = spelled(text);
  const markOf = (asked: string): Mark[] => {
    const place = asked === '' ? -1 : placeOf(asked, inText);
    if (place < 0) return [];
    return [[inText.at[place] ?? 0, (inText.at[place + asked.length - 1] ?? 0) + 1]];
  };
  for (const asked of [reading.key, ...reading.phones, ...reading.names.map(keyOf)]) {
    const mark = markOf(asked);
    if (mark.length > 0) return mark;
  }
  return merged(
    reading.words.flatMap(({ key, others }) => [key, ...others].map(markOf).find(mark => mark.length > 0) ?? []),
  );
};
