import type { I18nProvider, TranslationMessages } from 'ra-core';
import polyglot from 'ra-i18n-polyglot';
import { type Locale, locales } from './locale.ts';
import type { FirstTexts, Texts } from './texts.ts';

/** `first` has the words of the sign-in page and the frame, `whole` all of them. */
export type Part = 'first' | 'whole';

const catalogues: {
  readonly [L in Locale]: { readonly first: () => Promise<FirstTexts>; readonly whole: () => Promise<Texts> };
} = {
  ru: {
    first: () => import('./ru/first.ts').then(({ ruFirst }) => ruFirst),
    whole: () => import('./ru/index.ts').then(({ ru }) => ru),
  },
  en: {
    first: () => import('./en/first.ts').then(({ enFirst }) => enFirst),
    whole: () => import('./en/index.ts').then(({ en }) => en),
  },
};

/** Only what is needed of the chosen language is fetched. */
export const loadTexts = async (locale: Locale, part: Part): Promise<I18nProvider> => {
  const texts = await catalogues[locale][part]();
  return polyglot(
    () => texts as unknown as TranslationMessages,
    locale,
    locales.map(each => ({ locale: each, name: texts.shell.language[each] })),
  );
};
