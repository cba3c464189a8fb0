import polyglot from 'ra-i18n-polyglot';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import { type Locale, languageName, locales } from './locale.ts';
import type { TextsByKey } from './overlays.ts';
import type { ExtraTexts, FirstTexts, Texts } from './texts.ts';

/**
 * `first`: texts of the sign-in page and the frame. `whole`: all texts except those that load with the page that uses
 * them.
 */
export type Catalogue = 'first' | 'whole';

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

export type ExtraName = keyof ExtraTexts;

const extraLoaders = import.meta.glob<object>('./*/extra/*.ts');

/** Names of the groups of texts that are loaded separately. */
export type MessagesName = Catalogue | ExtraName;
export type Messages = object;

const isCatalogue = (name: MessagesName): name is Catalogue => name === 'first' || name === 'whole';

/** Loads a group of texts in Russian or English. */
export const loadMessages = async (locale: Locale, name: MessagesName): Promise<Messages> => {
  if (isCatalogue(name)) return catalogues[locale][name]();
  const path = `./${locale}/extra/${name}.ts`;
  const load = extraLoaders[path];
  if (!load) throw new Error(`src/i18n has no ${path}`);
  return load();
};

/** Returns react-admin's text provider for the loaded groups of texts. The texts in `overrides` replace them. */
export const createI18nProvider = (
  locale: Locale,
  messages: readonly (Messages | undefined)[],
  overrides: TextsByKey = {},
): I18nProvider => {
  const texts = Object.assign({}, ...messages) as FirstTexts;
  return polyglot(
    () => ({ ...texts, ...overrides }) as unknown as TranslationMessages,
    locale,
    locales.map(name => ({ locale: name, name: languageName(name) })),
  );
};
