import { currentLocale } from './locale.ts';

type Translate = (key: string, options?: Record<string, unknown>) => string;

/**
 * A counted text: 1 авария, 2 аварии, 5 аварий. The key holds the forms `one`, `few`, `many`, `other`; `%{n}` in them
 * is the number as the language writes it.
 */
export const count = (translate: Translate, key: string, n: number, locale: string = currentLocale()): string => {
  const form = new Intl.PluralRules(locale).select(n);
  return translate(`${key}.${form}`, { n: new Intl.NumberFormat(locale).format(n) });
};
