import type { FieldKind } from './field.ts';
import { rulesOf } from './kinds.ts';
import { plain } from './plain.ts';

const written = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)$/;
/**
 * Up to three digits, a comma and three digits: `1,000` is a thousand in English, but 1 with three decimals in Russian.
 */
const ambiguous = /^[+-]?\d{1,3},\d{3}$/;
const groups = /(?<=\d)[ '’](?=\d{3}(?!\d))/g;
/** Russian words for "year" after a number. */
const years = ['г. в.', 'г.в.', 'года', 'год', 'г.', 'г'];
const roubles = ['руб.', 'руб', 'р.', '₽', 'rub'];

const withoutUnit = (text: string, kind: FieldKind): string => {
  const { unit } = rulesOf(kind);
  const known = kind === 'money' ? roubles : unit ? [unit.ru, unit.en] : kind === 'number' ? years : [];
  const end = known.find(each => text.toLowerCase().endsWith(each.toLowerCase()));
  return end === undefined ? text : text.slice(0, -end.length).trim();
};

/**
 * Parses a number that a person typed or pasted, or that is in a file: `1 000`, `1,5`, `+5`, and `12 км` if the field
 * is in kilometres. Undefined for other texts, such as `2e3` and `--`. In English also for `1,000`.
 */
export const readFigure = (
  text: string,
  kind: FieldKind = 'number',
  locale: 'ru' | 'en' = 'ru',
): number | undefined => {
  const bare = withoutUnit(plain(text), kind).replace(groups, '');
  if (!written.test(bare) || (locale === 'en' && ambiguous.test(bare))) return undefined;
  const value = Number(bare.replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
};
