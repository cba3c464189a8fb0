import { initialsOf } from '../../../src/schema/kinds/personName.ts';
import { keyOf, phoneOf, wordsOf } from './matching/keys.ts';
import { inOtherLayout } from './matching/layout.ts';
import { searchTexts } from './matching/queryText.ts';
import { bySound, otherSpellings } from './matching/spelling.ts';

/** A word of a query with its alternative keys. */
export interface Word {
  readonly key: string;
  readonly others: readonly string[];
}

/** One interpretation of a query. */
export interface Reading {
  readonly words: readonly Word[];
  /** The whole query as one key, for values written with or without gaps: plates, numbers, ids. */
  readonly key: string;
  /** `key` and its transliteration: ДД-000123 is DD-000123. */
  readonly keys: readonly string[];
  /** Names with initials as patterns of whole words: `^ДPOЗДOBA A[^ ]* Б`, in each spelling. */
  readonly initials: readonly string[];
  /** Prefixes of a name in its usual order, in each spelling. */
  readonly names: readonly string[];
  /** Last characters of an IMEI, a VIN or a phone: at least four with a digit among them. */
  readonly tail?: string;
  /** Phone prefixes, when only digits and separators were typed. */
  readonly phones: readonly string[];
}

const mostWords = 8;
const shortestTail = 4;
const shortestOther = 3;
const phoneLike = /^[\s\d()+.-]+$/;

/** Phone numbers of a text. A leading +7, 8 or 7 may be the country code or the number's first digit. */
const phonesOf = (text: string): string[] => {
  if (!phoneLike.test(text)) return [];
  const digits = text.replace(/\D/g, '');
  const whole = phoneOf(text);
  const cut = /^[78]\d{3,}$/.test(digits) ? [digits.slice(1)] : [];
  return [...new Set(text.trim().startsWith('+') ? [whole, ...cut].slice(-1) : [whole, ...cut])].filter(
    phone => phone.length >= shortestTail && phone.length <= 10,
  );
};

/** Patterns for names with initials. Keys contain only letters and digits, so they need no escape. */
const initialsPatterns = (text: string): readonly string[] => {
  const name = initialsOf(text);
  if (!name) return [];
  const pattern = (spell: (part: string) => string) =>
    `${keyOf(spell(name.family))} ${name.initials.map(each => keyOf(spell(each))).join('[^ ]* ')}`;
  return [...new Set([pattern(part => part), pattern(bySound)])];
};

const read = (text: string): Reading | undefined => {
  const found = wordsOf(text).slice(0, mostWords);
  if (found.length === 0) return undefined;
  const raw = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = found.map((key, at) => ({ key, others: otherSpellings(raw[at] ?? '') }));
  const key = keyOf(text);
  const spelled = words.map(word => word.others[0] ?? word.key).join(' ');
  const whole = found.join(' ');
  return {
    words,
    key,
    keys: [...new Set([key, keyOf(bySound(text))])],
    initials: initialsPatterns(text),
    names: spelled === whole ? [whole] : [whole, spelled],
    ...(key.length >= shortestTail && /\d/.test(key) && { tail: key }),
    phones: phonesOf(text),
  };
};

const same = (one: Reading, other: Reading): boolean => one.key === other.key && one.names[0] === other.names[0];

const readOne = (asked: string): readonly Reading[] => {
  const typed = read(asked);
  const swapped = inOtherLayout(asked);
  const other = swapped === undefined ? undefined : read(swapped);
  // One or two signs are meant as signs, although their keys have letters in the other layout.
  if (typed === undefined && (other?.key.length ?? 0) < shortestOther) return [];
  const readings = [typed, other].filter(reading => reading !== undefined);
  return readings.length === 2 && same(readings[0] as Reading, readings[1] as Reading)
    ? [readings[0] as Reading]
    : readings;
};

/**
 * Interpretations of a query, likeliest first: as typed, and as typed in the other keyboard layout. One for each of
 * several numbers. None for punctuation only.
 */
export const readQuery = (text: string): readonly Reading[] => {
  const texts = searchTexts(text);
  return texts.length === 1 ? readOne(texts[0] as string) : texts.flatMap(each => read(each) ?? []);
};
