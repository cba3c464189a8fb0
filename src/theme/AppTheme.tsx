import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import './fonts.css';
import { useDensity } from '../settings/density.ts';
import { useMode } from '../settings/mode.ts';
import { themeFor } from './theme.ts';

export const AppTheme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={themeFor(useMode(), useDensity())}>
    <CssBaseline />
    {children}
  </ThemeProvider>
);
