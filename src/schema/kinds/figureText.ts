import type { FieldKind } from './field.ts';
import { rulesOf } from './kinds.ts';
import { plain } from './plain.ts';

const written = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)$/;
/** An English thousand, which in Russian would be 1 with three decimals. */
const ambiguous = /^[+-]?\d{1,3},\d{3}$/;
const groups = /(?<=\d)[ '’](?=\d{3}(?!\d))/g;
/** Words for a year after its number. */
const years = ['г. в.', 'г.в.', 'года', 'год', 'г.', 'г'];
const roubles = ['руб.', 'руб', 'р.', '₽', 'rub'];

const withoutUnit = (text: string, kind: FieldKind): string => {
  const { unit } = rulesOf(kind);
  const known = kind === 'money' ? roubles : unit ? [unit.ru, unit.en] : kind === 'number' ? years : [];
  const end = known.find(each => text.toLowerCase().endsWith(each.toLowerCase()));
  return end === undefined ? text : text.slice(0, -end.length).trim();
};

/**
 * Parses a number that a person typed, pasted or has in a file: `1 000`, `1,5`, `+5`, and `12 км` if the field is in
 * kilometres. Undefined for other texts, such as `2e3`, `--` and, in English, `1,000`.
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
