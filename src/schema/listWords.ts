import type { Bilingual } from './fields.ts';
import type { Comparison, Period } from './filters.ts';

/*
 * Words of lists as data. The catalogue of a language imports them. They are in a file of their own, because otherwise
 * a first visit would also load the code that uses them.
 */

/**
 * Words before the value in the description of a filter, such as `is not Kia`. A comparison that is missing here needs
 * no word.
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

/** Labels and words for the lines in an exported file that say where its rows come from. */
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
