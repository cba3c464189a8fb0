import { ruRU } from '@mui/material/locale';
import { createTheme, type Theme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { Locale } from '../i18n/locale.ts';
import { useAppLocale } from '../i18n/TextsProvider.tsx';

/** MUI's own words are English. */
const inWords: { readonly [L in Locale]: (theme: Theme) => Theme } = {
  // Taken as any object: comparing a finished theme with a theme's options costs the type check seconds.
  ru: (theme: object) => createTheme(theme, ruRU),
  en: theme => theme,
};

/** What MUI says by itself ("Open", "Clear", "Close") in the language chosen. Nothing before signing in says any of it. */
export const MuiLocale = ({ children }: { children: ReactNode }) => {
  const [locale] = useAppLocale();
  return <ThemeProvider theme={inWords[locale]}>{children}</ThemeProvider>;
};
