import { normaliseNumber } from './documentNumber.ts';
import type { Field } from './field.ts';
import { type Fault, type FieldKindRules, textFault, textParser, typeFault } from './kind.ts';
import { tidy, tidyLine } from './plain.ts';

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

/** Maximum length in characters from which a text may have several lines. */
const severalLinesFromLength = 400;

/** Whether the texts of a field may have several lines, such as a reason. A name or a number has one. */
export const hasSeveralLines = ({ kind, maxLength }: Field): boolean =>
  kind === 'text' && (maxLength ?? 0) >= severalLinesFromLength;

const tidyLines = textParser(tidy);
const tidyOneLine = textParser(tidyLine);
const parseDocumentNumber = textParser(normaliseNumber);
const parseTextValue = (value: unknown, field: Field) =>
  field.documentNumber ? parseDocumentNumber(value) : (hasSeveralLines(field) ? tidyLines : tidyOneLine)(value);

export const textRules = {
  valueType: 'text',
  parse: parseTextValue,
  fault: textFault,
  warning: alphabetWarning,
} as const satisfies FieldKindRules;

const sortChoices = (values: readonly unknown[], { choices, pairOf }: Field): readonly unknown[] => {
  if (choices) {
    const unknownValues = values.filter(value => !choices.includes(value as string));
    return [...choices.filter(choice => values.includes(choice)), ...unknownValues];
  }
  if (pairOf) return [...new Set(values)].sort((a, b) => String(a).localeCompare(String(b), 'en', { numeric: true }));
  return [...new Set(values as number[])].sort((a, b) => a - b);
};

/** Matches a pair of ids of dictionary entries, for example `3:1`. */
const pairPattern = /^[1-9]\d{0,8}:[1-9]\d{0,8}$/;

/**
 * Rules of the kinds option and status. Several choices are sorted and duplicates are removed. Another order of the
 * same choices is therefore no change.
 */
export const choiceRules = {
  valueType: 'choice',
  parse: (value, field) =>
    field.many && Array.isArray(value) ? sortChoices(value, field) : parseTextValue(value, field),
  fault: (value, field) => {
    const { choices, pairOf } = field;
    if (typeof value !== 'string') return typeFault('object');
    if (!choices && !pairOf) return textFault(value, field);
    return (choices ? choices.includes(value) : pairPattern.test(value)) ? undefined : { message: 'unknownOption' };
  },
} as const satisfies FieldKindRules;
