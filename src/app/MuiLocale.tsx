import { ruRU } from '@mui/material/locale';
import { createTheme, type Theme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { Locale } from '../i18n/locale.ts';
import { useAppLocale } from '../i18n/TextsProvider.tsx';

const themeLocalizers: { readonly [L in Locale]: (theme: Theme) => Theme } = {
  // The parameter `theme` has the type `object`. Comparing a complete theme with theme options costs seconds of type
  // checking.
  ru: (theme: object) => createTheme(theme, ruRU),
  en: theme => theme,
};

/** MUI's built-in texts ("Open", "Clear", "Close") in the chosen language. Pages before sign-in show none of them. */
export const MuiLocale = ({ children }: { children: ReactNode }) => {
  const [locale] = useAppLocale();
  return <ThemeProvider theme={themeLocalizers[locale]}>{children}</ThemeProvider>;
};
