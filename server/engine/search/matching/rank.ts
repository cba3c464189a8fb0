import type { QueryReading, Word } from '../tsQuery.ts';
import { phoneOf, wordsOf } from './keys.ts';

/**
 * A value of a record and how it is matched. A value with the role `text` identifies the record but is not its name.
 */
export interface Field {
  readonly role: 'key' | 'phone' | 'name' | 'text';
  readonly value: string;
}

export const tiers = { exact: 0, prefix: 1, tail: 2, wordStart: 3, substring: 4 } as const;
type Tier = (typeof tiers)[keyof typeof tiers];

/** How well a record matches. `field` is the decisive value, if there is a single one. */
export interface Fit {
  readonly tier: Tier;
  /** Index of the reading that matched, because a query may be read in several ways. */
  readonly reading: number;
  /** Number of query words that match only a part of a record's word. */
  readonly partial: number;
  readonly field?: Field | undefined;
}

const ofIdentity = (key: string, { keys, tail }: QueryReading): Tier | undefined => {
  if (key === '') return undefined;
  if (keys.includes(key)) return tiers.exact;
  if (keys.some(asked => key.startsWith(asked))) return tiers.prefix;
  return tail !== undefined && key.endsWith(tail) ? tiers.tail : undefined;
};

const ofPhone = (phone: string, { phones }: QueryReading): Tier | undefined => {
  if (phone === '') return undefined;
  if (phones.includes(phone)) return tiers.exact;
  if (phones.some(asked => phone.startsWith(asked))) return tiers.prefix;
  return phones.some(asked => phone.endsWith(asked)) ? tiers.tail : undefined;
};

const ofName = (name: string, { names, initials }: QueryReading): Tier | undefined => {
  if (names.includes(name)) return tiers.exact;
  if (initials.some(pattern => new RegExp(`^${pattern}`).test(name))) return tiers.prefix;
  return names.some(asked => name.startsWith(asked)) ? tiers.prefix : undefined;
};

/** A field in normalised spelling, computed once for all readings of the query. */
interface Spelled {
  readonly field: Field;
  readonly words: readonly string[];
  readonly key: string;
}

const spelled = (field: Field): Spelled => {
  const words = field.role === 'phone' ? [phoneOf(field.value)] : wordsOf(field.value);
  return { field, words, key: words.join('') };
};

const ofField = ({ field, words, key }: Spelled, reading: QueryReading): Tier | undefined => {
  switch (field.role) {
    case 'key':
      return ofIdentity(key, reading);
    case 'phone':
      return ofPhone(key, reading);
    case 'name':
      return ofName(words.join(' '), reading);
    case 'text':
      return undefined;
  }
};

const wordsIn = ({ field, words, key }: Spelled): readonly string[] => {
  if (field.role === 'name') return words;
  return field.role === 'text' && words.length > 1 ? [...words, key] : [key];
};

const whole = 0;
const start = 1;
const inside = 2;

/** How a query word matches a word of the record. Numbers, and plates by region, also match by their end. */
const place = (asked: string, word: string): number | undefined => {
  if (word === asked) return whole;
  if (word.startsWith(asked) || (asked.length > 1 && /\d/.test(asked) && word.endsWith(asked))) return start;
  return asked.length > 2 && word.includes(asked) ? inside : undefined;
};

const placeOf = ({ key, others }: Word, words: readonly string[]): number | undefined => {
  let best: number | undefined;
  for (const asked of [key, ...others])
    for (const word of words) {
      const found = place(asked, word);
      if (found === whole) return whole;
      if (found !== undefined && (best === undefined || found < best)) best = found;
    }
  return best;
};

const byWords = (words: readonly string[], reading: QueryReading): Pick<Fit, 'tier' | 'partial'> | undefined => {
  const places = reading.words.map(word => placeOf(word, words));
  if (places.includes(undefined)) return undefined;
  return {
    tier: places.includes(inside) ? tiers.substring : tiers.wordStart,
    partial: places.filter(each => each !== whole).length,
  };
};

const fitReading = (
  fields: readonly Spelled[],
  allWords: readonly string[],
  reading: QueryReading,
  at: number,
): Fit | undefined => {
  const words = byWords(allWords, reading);
  const partial = words?.partial ?? reading.words.length;
  let best: Fit | undefined = words && { ...words, reading: at };
  for (const each of fields) {
    const tier = ofField(each, reading);
    if (tier !== undefined && (best === undefined || tier < best.tier))
      best = { tier, partial, reading: at, field: each.field };
  }
  return best;
};

export const compareFits = (one: Fit, other: Fit): number =>
  one.tier - other.tier || one.reading - other.reading || one.partial - other.partial;

/** The best match of a record. Undefined if it does not match. */
export const fitOf = (fields: readonly Field[], readings: readonly QueryReading[]): Fit | undefined => {
  const known = fields.filter(({ value }) => value !== '').map(spelled);
  const words = known.flatMap(wordsIn);
  return readings
    .map((reading, at) => fitReading(known, words, reading, at))
    .filter(fit => fit !== undefined)
    .sort(compareFits)[0];
};
