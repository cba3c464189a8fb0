import { normaliseNumber } from './documentNumber.ts';
import type { Field } from './field.ts';
import { type FieldKindRules, onText, textFault, typeFault } from './kind.ts';
import { tidy } from './plain.ts';

const words = onText(tidy);
const documentNumber = onText(normaliseNumber);
const parse = (value: unknown, field: Field) => (field.documentNumber ? documentNumber(value) : words(value));

export const text = { value: 'text', parse, fault: textFault } as const satisfies FieldKindRules;

const inOrder = (values: readonly unknown[], { choices, pairOf }: Field): readonly unknown[] => {
  if (choices) {
    const unknown = values.filter(value => !choices.includes(value as string));
    return [...choices.filter(choice => values.includes(choice)), ...unknown];
  }
  if (pairOf) return [...new Set(values)].sort((a, b) => String(a).localeCompare(String(b), 'en', { numeric: true }));
  return [...new Set(values as number[])].sort((a, b) => a - b);
};

/** Ids of two dictionary entries, for example `3:1`. */
const pair = /^[1-9]\d{0,8}:[1-9]\d{0,8}$/;

/**
 * Rules of the kinds option and status. Several choices are sorted and duplicates are removed, so that another order
 * does not count as a change.
 */
export const choice = {
  value: 'choice',
  parse: (value, field) => (field.many && Array.isArray(value) ? inOrder(value, field) : parse(value, field)),
  fault: (value, field) => {
    const { choices, pairOf } = field;
    if (typeof value !== 'string') return typeFault('object');
    if (!choices && !pairOf) return textFault(value, field);
    return (choices ? choices.includes(value) : pair.test(value)) ? undefined : { message: 'unknownOption' };
  },
} as const satisfies FieldKindRules;
