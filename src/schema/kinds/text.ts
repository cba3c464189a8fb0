import { alphabetWarning } from './alphabets.ts';
import { normaliseNumber } from './documentNumber.ts';
import type { Field } from './field.ts';
import { type FieldKindRules, textFault, textParser, typeFault } from './kind.ts';
import { tidy, tidyLine } from './plain.ts';

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
