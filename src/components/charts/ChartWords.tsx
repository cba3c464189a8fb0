import { ChartsLocalizationProvider } from '@mui/x-charts/ChartsLocalizationProvider';
import type { ReactNode } from 'react';

/**
 * What the library of charts says by itself, in the reader's words: it has no Russian. For charts alone, not for what stands
 * around them: whoever imports this loads the library.
 */
export const ChartWords = ({ noValue, children }: { readonly noValue: string; readonly children: ReactNode }) => (
  <ChartsLocalizationProvider localeText={{ a11yNoValue: noValue, noData: noValue }}>
    {children}
  </ChartsLocalizationProvider>
);
