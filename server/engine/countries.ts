import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';
import type { Locale } from '../../src/contract/messages/index.ts';

const requireModule = createRequire(import.meta.url);
for (const locale of ['ru', 'en']) countries.registerLocale(requireModule(`i18n-iso-countries/langs/${locale}.json`));

/** Official names of all countries in a language, by two-letter code (ISO 3166-1). */
export const countryTitles = (locale: Locale): Readonly<Record<string, string>> =>
  countries.getNames(locale, { select: 'official' });
