import type { Bilingual, Field } from './fields.ts';
import type { Comparison, Period } from './filters.ts';
import { type Reader, type TitleOf, wordFor, yesNoText } from './kinds/cell.ts';
import { formatDay, formatMoment } from './kinds/format.ts';

/**
 * Words before the value in the text of a filter, such as `is not Kia`. A comparison without an entry has no such word.
 */
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

const valueText = (field: Field, value: string, reader: Reader, titleOf: TitleOf): string => {
  const { locale, zone } = reader;
  switch (field.kind) {
    case 'date':
      return formatDay(value.slice(0, 10), locale);
    case 'dateTime':
      return formatMoment(new Date(value), locale, zone);
    case 'boolean':
      return yesNoText(value === 'true', reader);
    default:
      return titleOf(field, value) ?? field.choiceLabels?.[value]?.[locale] ?? value;
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
  if (comparison === 'empty') {
    const presence = String(value) === 'true' ? 'empty' : 'notEmpty';
    return wordFor(reader, `lists.filters.presence.${presence}`, emptyTexts[presence]);
  }
  // An address may contain any value, so an unknown period is shown as written.
  if (comparison === 'within' && !Object.hasOwn(periodTexts, String(value))) return String(value);
  if (comparison === 'within') return wordFor(reader, `lists.filters.periods.${value}`, periodTexts[value as Period]);
  const several = comparison === 'oneOf' || comparison === 'noneOf' ? String(value).split(',') : [String(value)];
  const text = several.map(each => valueText(field, each, reader, titleOf)).join(', ');
  const word = comparisonTexts[comparison];
  return word ? `${wordFor(reader, `lists.filters.comparisons.${comparison}`, word)} ${text}` : text;
};
