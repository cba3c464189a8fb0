import { overlayLanguages } from './overlays.ts';

/** Key in localStorage, fixed by the specification. */
export const localeKey = 'applocale';
/** Languages in which the descriptions have their texts. */
export const locales = ['ru', 'en'] as const;
export type Locale = (typeof locales)[number];

/** All built-in languages: those of the descriptions, and those of overlays. */
export const languages: readonly string[] = [...locales, ...overlayLanguages];

const isLocale = (value: string): value is Locale => value === 'ru' || value === 'en';

/**
 * Returns the language of the descriptions for a language. It is English for an overlay, because English replaces
 * missing texts.
 */
export const localeOf = (language: string): Locale => (isLocale(language) ? language : 'en');

export const currentLanguage = (): string => {
  const stored = localStorage.getItem(localeKey);
  return stored !== null && languages.includes(stored) ? stored : 'ru';
};

/** Returns the language of formats, and of texts that the server sends. */
export const currentLocale = (): Locale => localeOf(currentLanguage());

export const saveLanguage = (language: string): void => {
  if (languages.includes(language)) localStorage.setItem(localeKey, language);
};

/** Returns the name of a language in that language, with a capital letter. */
export const languageName = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};
