/** Key, default and fallback of the specification. */
export const localeKey = 'applocale';
export const locales = ['ru', 'en'] as const;
export type Locale = (typeof locales)[number];

const isLocale = (value: unknown): value is Locale => value === 'ru' || value === 'en';

export const currentLocale = (): Locale => {
  const stored = localStorage.getItem(localeKey);
  return isLocale(stored) ? stored : 'ru';
};

export const saveLocale = (locale: string): void => {
  if (isLocale(locale)) localStorage.setItem(localeKey, locale);
};
