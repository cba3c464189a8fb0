import type { FieldKind } from './field.ts';
import { rulesOf } from './kinds.ts';
import { uniformSpelling } from './plain.ts';

const numberPattern = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)$/;
/**
 * Matches up to three digits, a comma and three digits. `1,000` is a thousand in English, but 1 with three decimals in
 * Russian.
 */
const ambiguousThousands = /^[+-]?\d{1,3},\d{3}$/;
const groupSeparators = /(?<=\d)[ '’](?=\d{3}(?!\d))/g;
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
 * Parses a number that a person typed or pasted, or that is in a file: `1 000`, `1,5`, `+5`, and `12 км` if the field
 * is in kilometres. Returns undefined for other texts, such as `2e3` and `--`. In English it also returns undefined for
 * `1,000`, which is ambiguous.
 */
export const parseNumber = (
  text: string,
  kind: FieldKind = 'number',
  locale: 'ru' | 'en' = 'ru',
): number | undefined => {
  const digits = withoutUnit(uniformSpelling(text), kind).replace(groupSeparators, '');
  if (!numberPattern.test(digits) || (locale === 'en' && ambiguousThousands.test(digits))) return undefined;
  const value = Number(digits.replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
};
