import { currentLocale } from './locale.ts';

type Translate = (key: string, options?: Record<string, unknown>) => string;

/**
 * Returns a text in the plural form for a number: 1 авария, 2 аварии, 5 аварий. The key holds the forms `one`, `few`,
 * `many`, `other`. `%{n}` in the text is the formatted number.
 */
export const pluralize = (translate: Translate, key: string, n: number, locale: string = currentLocale()): string => {
  const pluralForm = new Intl.PluralRules(locale).select(n);
  return translate(`${key}.${pluralForm}`, { n: new Intl.NumberFormat(locale).format(n) });
};
