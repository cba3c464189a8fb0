import { overlayLanguages } from './overlays.ts';

/** Key in localStorage of the user's language, fixed by the specification. */
export const localeKey = 'applocale';
/** Built-in languages. The descriptions of resources have their texts in both. */
export const locales = ['ru', 'en'] as const;
export type Locale = (typeof locales)[number];

/** All languages of the application: the built-in ones, and the additional ones of src/i18n/overlays. */
export const languages: readonly string[] = [...locales, ...overlayLanguages];

const isLocale = (value: string): value is Locale => value === 'ru' || value === 'en';

/**
 * Returns the built-in language that belongs to a language. For an additional language it is English, because English
 * replaces its missing texts.
 */
export const localeOf = (language: string): Locale => (isLocale(language) ? language : 'en');

export const currentLanguage = (): string => {
  const stored = localStorage.getItem(localeKey);
  return stored !== null && languages.includes(stored) ? stored : 'ru';
};

/** Returns the built-in language for number and date formats, and for texts that the server sends. */
export const currentLocale = (): Locale => localeOf(currentLanguage());

export const saveLanguage = (language: string): void => {
  if (languages.includes(language)) localStorage.setItem(localeKey, language);
};

/** Returns the name of a language in that language, with a capital letter: `Русский`. */
export const languageName = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};
