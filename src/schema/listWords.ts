import type { Bilingual } from './fields.ts';
import type { Comparison, Period } from './filters.ts';

/*
 * Words of lists as data. The texts of a language import them, so they stand apart from the code that uses them: a
 * first visit would load that code with the texts.
 */

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

/** Labels and words for the lines about the origin of an exported file. */
export const originTexts = {
  list: { ru: 'Список', en: 'List' },
  filter: { ru: 'Отбор', en: 'Filter' },
  everything: { ru: 'все строки', en: 'every row' },
  chosen: { ru: 'выбранные строки', en: 'chosen rows' },
  search: { ru: 'поиск', en: 'search' },
  order: { ru: 'Порядок', en: 'Order' },
  asc: { ru: 'по возрастанию', en: 'ascending' },
  desc: { ru: 'по убыванию', en: 'descending' },
  rows: { ru: 'Строк', en: 'Rows' },
  author: { ru: 'Кто выгрузил', en: 'Author' },
  at: { ru: 'Когда', en: 'Written' },
} as const satisfies Readonly<Record<string, Bilingual>>;
