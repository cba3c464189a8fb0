import { useTheme } from '@mui/material/styles';
import { useMemo } from 'react';
import type { Severity } from '../../contract/shapes/accident.ts';

export const useMapColours = (severity: Severity | null) => {
  const { palette } = useTheme();
  return useMemo(
    () => ({
      land: palette.background.paper,
      water: palette.background.default,
      coast: palette.text.disabled,
      grid: palette.divider,
      street: palette.mode === 'dark' ? palette.divider : palette.background.default,
      streetEdge: palette.mode === 'dark' ? palette.background.default : palette.divider,
      text: palette.text.secondary,
      dark: palette.mode === 'dark',
      before: palette.primary.main,
      after: palette.text.secondary,
      casing: palette.background.paper,
      car: palette.text.primary,
      arrow: palette.text.primary,
      impact: severity ? palette.severity[severity] : palette.text.secondary,
      speeds: palette.speeds,
      mark: palette.warning.main,
      chosen: palette.error.main,
    }),
    [palette, severity],
  );
};
export type AllMapColours = ReturnType<typeof useMapColours>;
