import type { FieldKind } from './field.ts';
import { ambiguousNumber } from './figure.ts';
import { rulesOf } from './kinds.ts';
import { uniformSpelling } from './plain.ts';

const numberPattern = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)$/;
const groupSeparators = /(?<=\d)[ '’](?=\d{3}(?!\d))/g;
/** Matches a number whose points or commas can only separate thousands: `1.234,5`, `1,234.5`, `1.234.567`. */
const groupedPattern = /^[+-]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+|(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;
const withoutGroups = (text: string): string =>
  groupedPattern.test(text) ? text.replaceAll(/[.,]/.exec(text)?.[0] ?? '', '') : text;
/** Russian words for "year" after a number. */
const yearWords = ['г. в.', 'г.в.', 'года', 'год', 'г.', 'г'];
const roubleWords = ['руб.', 'руб', 'р.', '₽', 'rub'];

const withoutUnit = (text: string, kind: FieldKind): string => {
  const { unit } = rulesOf(kind);
  const unitTexts = kind === 'money' ? roubleWords : unit ? [unit.ru, unit.en] : kind === 'number' ? yearWords : [];
  const unitText = unitTexts.find(each => text.toLowerCase().endsWith(each.toLowerCase()));
  return unitText === undefined ? text : text.slice(0, -unitText.length).trim();
};

/**
 * Parses a number that a person typed or pasted, or that is in a file: `1 000`, `1,5`, `1.234,5`, and `12 км` if the field
 * is in kilometres. Returns undefined for other texts, such as `2e3` and `--`, and for `1.000` and `1,000`, which may be
 * a thousand or one (`ambiguousNumber`).
 */
export const parseNumber = (text: string, kind: FieldKind = 'number'): number | undefined => {
  const unitless = withoutUnit(uniformSpelling(text), kind);
  const digits = withoutGroups(unitless.replace(groupSeparators, ''));
  if (!numberPattern.test(digits) || ambiguousNumber(unitless)) return undefined;
  const value = Number(digits.replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
};
