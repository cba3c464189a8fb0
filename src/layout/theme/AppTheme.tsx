import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import './fonts.css';
import { useMode } from './mode.ts';
import { themes } from './theme.ts';

export const AppTheme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={themes[useMode()]}>
    <CssBaseline />
    {children}
  </ThemeProvider>
);
