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
  // Paper is white, and shows no backgrounds. Asked for by its name, MUI warns that the whole page is drawn anew, which is meant.
  const paper = useMediaQuery('not screen', { noSsr: true });
  return (
    <ThemeProvider theme={themeFor(paper ? 'light' : mode, useDensity())}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
};
