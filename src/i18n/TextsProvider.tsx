import type { ReactNode } from 'react';
import { I18nContext } from 'react-admin';
import type { Locale } from './locale.ts';
import { setLanguage, useTexts } from './store.ts';

export const TextsProvider = ({ children }: { children: ReactNode }) => (
  <I18nContext.Provider value={useTexts()}>{children}</I18nContext.Provider>
);

/**
 * Returns Russian or English, and a function that changes the language on screen. A further language on screen has its
 * own texts, but formats and labels of resources come from one of these two.
 */
export const useAppLocale = () => [useTexts().getLocale() as Locale, setLanguage] as const;
