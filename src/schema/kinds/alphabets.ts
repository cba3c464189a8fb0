import type { Fault } from './kind.ts';

const latin = /[A-Za-z]/;
const cyrillic = /[А-яЁё]/;
/** Letters of both alphabets that look alike. */
const lookAlikes = /[aceopxyABCEHKMOPTXYасеорхуАВСЕНКМОРТХУ]/g;
const wordPattern = /(?<![\p{L}\p{N}])\p{L}{3,}(?![\p{L}\p{N}])/gu;

/**
 * Whether letters of one alphabet stand for letters of the other that look like them: `Ивaнoв` with Latin a and o. Words
 * such as `SMSка` need both alphabets.
 */
const isMixed = (word: string): boolean => {
  const ownLetters = word.replace(lookAlikes, '');
  return latin.test(word) && cyrillic.test(word) && !(latin.test(ownLetters) && cyrillic.test(ownLetters));
};

/** Returns a warning about the first word of a text that mixes two alphabets. A search finds such a word all the same. */
export const alphabetWarning = (value: unknown): Fault | undefined => {
  const word = typeof value === 'string' ? value.match(wordPattern)?.find(isMixed) : undefined;
  return word === undefined ? undefined : { message: 'mixedAlphabets', values: { value: word } };
};
