import type { ReactNode } from 'react';
import { I18nContext } from 'react-admin';
import type { Locale } from './locale.ts';
import { setLocale, useTexts } from './store.ts';

/** Provides texts to its children. */
export const TextsProvider = ({ children }: { children: ReactNode }) => (
  <I18nContext.Provider value={useTexts()}>{children}</I18nContext.Provider>
);

/** Returns the present language and its setter. */
export const useAppLocale = () => [useTexts().getLocale() as Locale, setLocale] as const;
