import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import './fonts.css';
import { useDensity } from '../settings/density.ts';
import { useMode } from '../settings/mode.ts';
import { themeFor } from './theme.ts';

export const AppTheme = ({ children }: { children: ReactNode }) => {
  const mode = useMode();
  // Print uses the light theme, because paper is white and shows no backgrounds. The query is `not screen`, because MUI
  // warns about the query `print`. The warning says that the whole page renders again, which is wanted here.
  const isPrinting = useMediaQuery('not screen', { noSsr: true });
  return (
    <ThemeProvider theme={themeFor(isPrinting ? 'light' : mode, useDensity())}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
};
