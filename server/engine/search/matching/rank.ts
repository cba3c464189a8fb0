import type { QueryReading, Word } from '../tsQuery.ts';
import { nationalPhone, normaliseSpelling, wordsOf } from './keys.ts';

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
  /** Index of the interpretation (`QueryReading`) of the query that matched. */
  readonly reading: number;
  /** Number of query words that match only a part of a record's word. */
  readonly partial: number;
  readonly field?: Field | undefined;
}

const keyTier = (key: string, { keys, tail }: QueryReading): Tier | undefined => {
  if (key === '') return undefined;
  if (keys.includes(key)) return tiers.exact;
  if (keys.some(asked => key.startsWith(asked))) return tiers.prefix;
  return tail !== undefined && key.endsWith(tail) ? tiers.tail : undefined;
};

const phoneTier = (phone: string, { phones }: QueryReading): Tier | undefined => {
  if (phone === '') return undefined;
  if (phones.includes(phone)) return tiers.exact;
  if (phones.some(asked => phone.startsWith(asked))) return tiers.prefix;
  return phones.some(asked => phone.endsWith(asked)) ? tiers.tail : undefined;
};

const nameTier = (name: string, { names, initials, initialsOfLongerName }: QueryReading): Tier | undefined => {
  if (names.includes(name)) return tiers.exact;
  const patterns = [...initials, ...initialsOfLongerName];
  if (patterns.some(pattern => new RegExp(`^${pattern}`).test(name))) return tiers.prefix;
  return names.some(asked => name.startsWith(asked)) ? tiers.prefix : undefined;
};

/** A field in normalised spelling, computed once for all readings of the query. */
interface NormalisedField {
  readonly field: Field;
  readonly words: readonly string[];
  readonly key: string;
}

const normaliseField = (field: Field): NormalisedField => {
  const words = field.role === 'phone' ? [nationalPhone(field.value)] : wordsOf(field.value);
  return { field, words, key: words.join('') };
};

const fieldTier = ({ field, words, key }: NormalisedField, reading: QueryReading): Tier | undefined => {
  switch (field.role) {
    case 'key':
      return keyTier(key, reading);
    case 'phone':
      return phoneTier(key, reading);
    case 'name':
      return nameTier(words.join(' '), reading);
    case 'text':
      return undefined;
  }
};

const wordsOfField = ({ field, words, key }: NormalisedField): readonly string[] => {
  if (field.role === 'name') return words;
  return field.role === 'text' && words.length > 1 ? [...words, key] : [key];
};

const wholeWord = 0;
const wordStart = 1;
const insideWord = 2;

/** How a query word matches a word of the record. Numbers, and plates by region, also match by their end. */
const matchWord = (queryWord: string, word: string): number | undefined => {
  if (word === queryWord) return wholeWord;
  if (word.startsWith(queryWord) || (queryWord.length > 1 && /\d/.test(queryWord) && word.endsWith(queryWord)))
    return wordStart;
  return queryWord.length > 2 && word.includes(queryWord) ? insideWord : undefined;
};

const bestWordMatch = ({ key, otherKeys }: Word, words: readonly string[]): number | undefined => {
  let best: number | undefined;
  for (const queryWord of [key, ...otherKeys])
    for (const word of words) {
      const match = matchWord(queryWord, word);
      if (match === wholeWord) return wholeWord;
      if (match !== undefined && (best === undefined || match < best)) best = match;
    }
  return best;
};

const matchWords = (words: readonly string[], reading: QueryReading): Pick<Fit, 'tier' | 'partial'> | undefined => {
  const matches = reading.words.map(word => bestWordMatch(word, words));
  if (matches.includes(undefined)) return undefined;
  return {
    tier: matches.includes(insideWord) ? tiers.substring : tiers.wordStart,
    partial: matches.filter(each => each !== wholeWord).length,
  };
};

const fitReading = (
  fields: readonly NormalisedField[],
  allWords: readonly string[],
  reading: QueryReading,
  readingIndex: number,
): Fit | undefined => {
  const { literal } = reading;
  if (literal && !fields.some(({ field }) => literal.test(normaliseSpelling(field.value)))) return undefined;
  const words = matchWords(allWords, reading);
  const partial = words?.partial ?? reading.words.length;
  let best: Fit | undefined = words && { ...words, reading: readingIndex };
  for (const each of fields) {
    const tier = fieldTier(each, reading);
    if (tier !== undefined && (best === undefined || tier < best.tier))
      best = { tier, partial, reading: readingIndex, field: each.field };
  }
  return best;
};

export const compareFits = (one: Fit, other: Fit): number =>
  one.tier - other.tier || one.reading - other.reading || one.partial - other.partial;

/** The best match of a record. Undefined if it does not match. */
export const findFit = (fields: readonly Field[], readings: readonly QueryReading[]): Fit | undefined => {
  const normalisedFields = fields.filter(({ value }) => value !== '').map(normaliseField);
  const words = normalisedFields.flatMap(wordsOfField);
  return readings
    .map((reading, at) => fitReading(normalisedFields, words, reading, at))
    .filter(fit => fit !== undefined)
    .sort(compareFits)[0];
};
