import { phoneDigits } from '../../../../src/schema/kinds/phone.ts';
import { uniformSpelling } from '../../../../src/schema/kinds/plain.ts';

/*
 * Normalised spelling for search: upper case, Ё as Е, Russian letters that look like Latin ones as Latin. The result
 * must equal that of the database functions search_key() and search_words().
 */
const lowerLetters = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyzЁАВЕКМНОРСТУХ';
const upperLetters = 'AБBГДEEЖЗИЙKЛMHOПPCTYФXЦЧШЩЪЫЬЭЮЯABCDEFGHIJKLMNOPQRSTUVWXYZEABEKMHOPCTYX';
const upperByLetter = new Map([...lowerLetters].map((letter, at) => [letter, upperLetters[at] ?? '']));

/** Returns the text in capitals. Russian letters that look like Latin ones become Latin. */
export const normaliseSpelling = (text: string): string =>
  [...uniformSpelling(text)].map(letter => upperByLetter.get(letter) ?? letter).join('');

/** Words of a text: runs of letters and digits. */
export const wordsOf = (text: string): string[] => normaliseSpelling(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns the words of a text joined without gaps: `А 123 вс-77` → `A123BC77`. Used for values that people write with
 * or without gaps.
 */
export const searchKeyOf = (text: string): string => wordsOf(text).join('');

/**
 * Returns a key that is equal for numbers that look the same. Alphabet, case, and separators between letters and digits
 * do not count. Separators between digits count: 1/12 is not 11/2.
 */
export const lookAlikeKey = (text: string): string =>
  (normaliseSpelling(text).match(/\p{L}+|\p{N}+/gu) ?? []).join(' ');

export const reverseText = (key: string): string => [...key].reverse().join('');

/** Returns a Russian phone number without the country code. +7 916…, 8 916… and 916… give the same ten digits. */
export const nationalPhone = (text: string): string => {
  const digits = phoneDigits(text);
  return /^[78]\d{10}$/.test(digits) ? digits.slice(1) : digits;
};
