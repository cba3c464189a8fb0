import { normaliseNumber } from './documentNumber.ts';
import type { Field } from './field.ts';
import { type FieldKindRules, onText, textFault } from './kind.ts';
import { tidy } from './plain.ts';

const words = onText(tidy);
const documentNumber = onText(normaliseNumber);
const parse = (value: unknown, field: Field) => (field.documentNumber ? documentNumber(value) : words(value));

export const text = { value: 'text', parse, fault: textFault } as const satisfies FieldKindRules;

const inOrder = (values: readonly unknown[], { choices, pairOf }: Field): readonly unknown[] => {
  if (choices) return choices.filter(choice => values.includes(choice));
  if (pairOf) return [...new Set(values as string[])].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return [...new Set(values as number[])].sort((a, b) => a - b);
};

/** Options and statuses. Several choices are made unique and sorted, so that another order is no change. */
export const choice = {
  value: 'choice',
  parse: (value, field) => (field.many && Array.isArray(value) ? inOrder(value, field) : parse(value, field)),
  fault: textFault,
} as const satisfies FieldKindRules;
