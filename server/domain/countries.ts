import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';
import type { Locale } from '../../src/contract/messages/index.ts';

const load = createRequire(import.meta.url);
for (const locale of ['ru', 'en']) countries.registerLocale(load(`i18n-iso-countries/langs/${locale}.json`));

/** What every country is called, by its code of two letters. */
export const countryTitles = (locale: Locale): Readonly<Record<string, string>> =>
  countries.getNames(locale, { select: 'official' });
