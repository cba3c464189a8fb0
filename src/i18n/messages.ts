import type { I18nProvider } from 'ra-core';
import polyglot from 'ra-i18n-polyglot';
import { type Locale, locales } from './locale.ts';
import type { Texts } from './texts.ts';

const catalogues: { readonly [L in Locale]: () => Promise<Texts> } = {
  ru: () => import('./ru/index.ts').then(({ ru }) => ru),
  en: () => import('./en/index.ts').then(({ en }) => en),
};

/** Only the catalogue of the chosen language is fetched. */
export const loadTexts = async (locale: Locale): Promise<I18nProvider> => {
  const texts = await catalogues[locale]();
  return polyglot(
    () => texts as unknown as ReturnType<Parameters<typeof polyglot>[0]>,
    locale,
    locales.map(each => ({ locale: each, name: texts.shell.language[each] })),
  );
};
