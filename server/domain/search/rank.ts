import type { Reading, Word } from '../search-query.ts';
import { keyOf, phoneOf, wordsOf } from './keys.ts';

/** How a value is looked at. `text` tells a record apart but does not name it. */
export interface Field {
  readonly role: 'key' | 'phone' | 'name' | 'text';
  readonly value: string;
}

export const tiers = { exact: 0, prefix: 1, tail: 2, wordStart: 3, substring: 4 } as const;
type Tier = (typeof tiers)[keyof typeof tiers];

/** How well a record fits; `field` is the value that decided, where a single one did. */
export interface Fit {
  readonly tier: Tier;
  /** Place of the reading among those of the query. */
  readonly reading: number;
  /** Words of the query that are the beginning or a part of one in the record, not a whole one. */
  readonly partial: number;
  readonly field?: Field | undefined;
}

const ofIdentity = (key: string, { keys, tail }: Reading): Tier | undefined => {
  if (key === '') return undefined;
  if (keys.includes(key)) return tiers.exact;
  if (keys.some(asked => key.startsWith(asked))) return tiers.prefix;
  return tail !== undefined && key.endsWith(tail) ? tiers.tail : undefined;
};

const ofPhone = (phone: string, { phones }: Reading): Tier | undefined => {
  if (phone === '') return undefined;
  if (phones.includes(phone)) return tiers.exact;
  if (phones.some(asked => phone.startsWith(asked))) return tiers.prefix;
  return phones.some(asked => phone.endsWith(asked)) ? tiers.tail : undefined;
};

const ofName = (name: string, { names }: Reading): Tier | undefined => {
  if (names.includes(name)) return tiers.exact;
  return names.some(asked => name.startsWith(asked)) ? tiers.prefix : undefined;
};

const ofField = (field: Field, reading: Reading): Tier | undefined => {
  switch (field.role) {
    case 'key':
      return ofIdentity(keyOf(field.value), reading);
    case 'phone':
      return ofPhone(phoneOf(field.value), reading);
    case 'name':
      return ofName(wordsOf(field.value).join(' '), reading);
    case 'text':
      return undefined;
  }
};

const wordsIn = ({ role, value }: Field): string[] => {
  if (role === 'name') return wordsOf(value);
  if (role === 'phone') return [phoneOf(value)];
  return role === 'key' ? [keyOf(value)] : [...wordsOf(value), keyOf(value)];
};

const whole = 0;
const start = 1;
const inside = 2;

/** How one word of the query lies in one word of the record; a number, and a plate by its region, also by its end. */
const place = (asked: string, word: string): number | undefined => {
  if (word === asked) return whole;
  if (word.startsWith(asked) || (asked.length > 1 && /\d/.test(asked) && word.endsWith(asked))) return start;
  return asked.length > 2 && word.includes(asked) ? inside : undefined;
};

const placeOf = ({ key, others }: Word, words: readonly string[]): number | undefined => {
  const found = [key, ...others].flatMap(asked => words.map(word => place(asked, word)));
  return found.reduce(
    (best, each) => (best === undefined || (each !== undefined && each < best) ? each : best),
    undefined,
  );
};

const byWords = (fields: readonly Field[], reading: Reading): Pick<Fit, 'tier' | 'partial'> | undefined => {
  const words = fields.flatMap(wordsIn);
  const places = reading.words.map(word => placeOf(word, words));
  if (places.includes(undefined)) return undefined;
  return {
    tier: places.includes(inside) ? tiers.substring : tiers.wordStart,
    partial: places.filter(each => each !== whole).length,
  };
};

const fitReading = (fields: readonly Field[], reading: Reading, at: number): Fit | undefined => {
  const words = byWords(fields, reading);
  const partial = words?.partial ?? reading.words.length;
  let best: Fit | undefined = words && { ...words, reading: at };
  for (const field of fields) {
    const tier = ofField(field, reading);
    if (tier !== undefined && (best === undefined || tier < best.tier)) best = { tier, partial, reading: at, field };
  }
  return best;
};

const difference = (one: Fit, other: Fit): number =>
  one.tier - other.tier || one.reading - other.reading || one.partial - other.partial;

/** The best that can be said of a record, or that it is none of those looked for. */
export const fitOf = (fields: readonly Field[], readings: readonly Reading[]): Fit | undefined =>
  readings
    .map((reading, at) => fitReading(fields, reading, at))
    .filter(fit => fit !== undefined)
    .sort(difference)[0];

export const compareFits = difference;
