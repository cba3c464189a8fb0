import type { Bilingual, Field } from './fields.ts';
import type { Comparison, Period } from './filters.ts';
import { type Reader, type TitleOf, yesNo } from './kinds/cell.ts';
import { formatDay, formatMoment } from './kinds/format.ts';

/** Words before the value. A comparison without an entry has no such word. */
export const comparisonTexts: { readonly [C in Comparison]?: Bilingual } = {
  equals: { ru: 'равно', en: 'is' },
  isNot: { ru: 'не', en: 'is not' },
  begins: { ru: 'начинается с', en: 'begins with' },
  noneOf: { ru: 'кроме', en: 'none of' },
  from: { ru: 'от', en: 'from' },
  to: { ru: 'до', en: 'to' },
};

export const emptyTexts = {
  empty: { ru: 'не указано', en: 'empty' },
  notEmpty: { ru: 'указано', en: 'not empty' },
} as const satisfies Readonly<Record<string, Bilingual>>;

export const periodTexts: { readonly [P in Period]: Bilingual } = {
  today: { ru: 'сегодня', en: 'today' },
  yesterday: { ru: 'вчера', en: 'yesterday' },
  last7Days: { ru: 'последние 7 дней', en: 'last 7 days' },
  last30Days: { ru: 'последние 30 дней', en: 'last 30 days' },
  thisWeek: { ru: 'эта неделя', en: 'this week' },
  thisMonth: { ru: 'этот месяц', en: 'this month' },
  lastMonth: { ru: 'прошлый месяц', en: 'last month' },
  next7Days: { ru: 'ближайшие 7 дней', en: 'next 7 days' },
  next30Days: { ru: 'ближайшие 30 дней', en: 'next 30 days' },
};

const valueText = (field: Field, value: string, { locale, zone }: Reader, titleOf: TitleOf): string => {
  switch (field.kind) {
    case 'date':
      return formatDay(value.slice(0, 10), locale);
    case 'dateTime':
      return formatMoment(new Date(value), locale, zone);
    case 'boolean':
      return yesNo[value === 'true' ? 'yes' : 'no'][locale];
    default:
      return field.choiceLabels?.[value]?.[locale] ?? titleOf(field, value) ?? value;
  }
};

/** Returns a filter in words, without the field's name: `begins with Мос`, `none of Kia, Lada`, `last 7 days`. */
export const parameterText = (
  field: Field,
  comparison: Comparison,
  value: string | number | boolean,
  reader: Reader,
  titleOf: TitleOf,
): string => {
  const { locale } = reader;
  if (comparison === 'empty') return emptyTexts[String(value) === 'true' ? 'empty' : 'notEmpty'][locale];
  // An address may contain any value.
  if (comparison === 'within') return periodTexts[value as Period]?.[locale] ?? String(value);
  const several = comparison === 'oneOf' || comparison === 'noneOf' ? String(value).split(',') : [String(value)];
  const text = several.map(each => valueText(field, each, reader, titleOf)).join(', ');
  return [comparisonTexts[comparison]?.[locale], text].filter(Boolean).join(' ');
};
