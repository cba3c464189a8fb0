import { phoneDigits } from '../../../../src/schema/kinds/phoneSpelling.ts';
import { uniformSpelling } from '../../../../src/schema/kinds/plain.ts';

/*
 * Normalised spelling for search: upper case, Ё as Е, look-alike letters as Latin ones. Must equal the database
 * functions search_key() and search_words().
 */
const lowerLetters = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyzЁАВЕКМНОРСТУХ';
const upperLetters = 'AБBГДEEЖЗИЙKЛMHOПPCTYФXЦЧШЩЪЫЬЭЮЯABCDEFGHIJKLMNOPQRSTUVWXYZEABEKMHOPCTYX';
const upperByLetter = new Map([...lowerLetters].map((letter, at) => [letter, upperLetters[at] ?? '']));

/** Returns the text in capitals. Russian letters that look like Latin ones become Latin. */
export const normaliseSpelling = (text: string): string =>
  [...uniformSpelling(text)].map(letter => upperByLetter.get(letter) ?? letter).join('');

/** Words of a text: runs of letters and digits. */
export const wordsOf = (text: string): string[] => normaliseSpelling(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a text joined: `А 123 вс-77` → `A123BC77`. For values written with or without gaps. */
export const searchKeyOf = (text: string): string => wordsOf(text).join('');

/**
 * Returns a key by which numbers that look the same are equal. Alphabet, case, and signs between letters and digits do
 * not count.
 * Signs between digits count: 1/12 is not 11/2.
 */
export const lookAlikeKey = (text: string): string =>
  (normaliseSpelling(text).match(/\p{L}+|\p{N}+/gu) ?? []).join(' ');

export const reverseText = (key: string): string => [...key].reverse().join('');

/** A Russian number without the country code. +7 916…, 8 916… and 916… give the same ten digits. */
export const nationalPhone = (text: string): string => {
  const digits = phoneDigits(text);
  return /^[78]\d{10}$/.test(digits) ? digits.slice(1) : digits;
};
