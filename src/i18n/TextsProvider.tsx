import type { I18nProvider } from 'ra-core';
import { I18nContext } from 'ra-core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { currentLocale, type Locale, localeKey, saveLocale } from './locale.ts';
import { loadTexts } from './messages.ts';

type SetLocale = (locale: Locale) => Promise<void>;
const LocaleContext = createContext<readonly [Locale, SetLocale]>(['ru', async () => undefined]);

/** The language and the way to change it; the page stays as it is, only its words change. */
export const useAppLocale = () => useContext(LocaleContext);

/** Gives texts to everything below; the catalogue of the first language is loaded before the first render. */
export const TextsProvider = ({ first, children }: { first: I18nProvider; children: ReactNode }) => {
  const [texts, setTexts] = useState(first);
  const locale = texts.getLocale() as Locale;

  const setLocale = useCallback<SetLocale>(async next => {
    const loaded = await loadTexts(next);
    saveLocale(next);
    document.documentElement.lang = next;
    setTexts(loaded);
  }, []);

  useEffect(() => {
    const fromOtherTab = (event: StorageEvent) => {
      if (event.key === localeKey) void loadTexts(currentLocale()).then(setTexts);
    };
    window.addEventListener('storage', fromOtherTab);
    return () => window.removeEventListener('storage', fromOtherTab);
  }, []);

  return (
    <LocaleContext.Provider value={useMemo(() => [locale, setLocale] as const, [locale, setLocale])}>
      <I18nContext.Provider value={texts}>{children}</I18nContext.Provider>
    </LocaleContext.Provider>
  );
};
