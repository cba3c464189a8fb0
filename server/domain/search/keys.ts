/*
 * The spelling that search compares by, letter for letter as search_key(), search_words() and search_fold() of the
 * database write it: capitals, Ё as Е, letters that look alike in both alphabets as Latin ones.
 */
const lower = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyzЁАВЕКМНОРСТУХ';
const upper = 'AБBГДEEЖЗИЙKЛMHOПPCTYФXЦЧШЩЪЫЬЭЮЯABCDEFGHIJKLMNOPQRSTUVWXYZEABEKMHOPCTYX';
const letters = new Map([...lower].map((letter, at) => [letter, upper[at] ?? '']));

const spell = (text: string): string =>
  [...text.normalize('NFC')].map(letter => letters.get(letter) ?? letter).join('');

/** Words of a text, apart from everything that is neither letter nor digit. */
export const wordsOf = (text: string): string[] => spell(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** `А 123 вс-77` → `A123BC77`: for what people write with or without gaps. */
export const keyOf = (text: string): string => wordsOf(text).join('');

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

const cyrillicOnly = 'БГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ';
const stand = 'FGDJZIILNFCQWWVSVEUR';
const folded = new Map([...cyrillicOnly].map((letter, at) => [letter, stand[at] ?? '']));

/**
 * A key in ASCII. A database without a locale breaks words at Cyrillic letters when it makes trigrams, so these are
 * made of the fold; that two letters may share one is mended by looking at what was found.
 */
export const foldOf = (key: string): string => [...key].map(letter => folded.get(letter) ?? letter).join('');

export const reversed = (key: string): string => [...key].reverse().join('');

/** A Russian number without its country: +7 916…, 8 916… and 916… are the same ten digits. */
export const phoneOf = (text: string): string => {
  const digits = digitsOf(text);
  return /^[78]\d{10}$/.test(digits) ? digits.slice(1) : digits;
};
