import type { ReactNode } from 'react';
import { I18nContext } from 'react-admin';
import type { Locale } from './locale.ts';
import { setLanguage, useTexts } from './store.ts';

/** Provides texts to its children. */
export const TextsProvider = ({ children }: { children: ReactNode }) => (
  <I18nContext.Provider value={useTexts()}>{children}</I18nContext.Provider>
);

/** Returns the language of formats and descriptions, and the setter of the language on screen. */
export const useAppLocale = () => [useTexts().getLocale() as Locale, setLanguage] as const;
