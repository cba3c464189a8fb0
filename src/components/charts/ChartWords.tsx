import { ChartsLocalizationProvider } from '@mui/x-charts/ChartsLocalizationProvider';
import type { ReactNode } from 'react';

/**
 * Texts of the chart library in the reader's language, because the library has no Russian. Use it for charts only:
 * importing it loads the library.
 */
export const ChartWords = ({ noValue, children }: { readonly noValue: string; readonly children: ReactNode }) => (
  <ChartsLocalizationProvider localeText={{ a11yNoValue: noValue, noData: noValue }}>
    {children}
  </ChartsLocalizationProvider>
);
