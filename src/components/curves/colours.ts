import { type Theme, useTheme } from '@mui/material/styles';
import { useMemo } from 'react';
import type { AccelerationSeries } from './series.ts';

/** Colours of the curves, the same on every screen. */
const coloursOf = ({ palette }: Theme): Record<AccelerationSeries | 'Speed', string> => ({
  Longitudinal: palette.axes.longitudinal,
  Lateral: palette.axes.lateral,
  Vertical: palette.axes.vertical,
  Resultant: palette.text.primary,
  Speed: palette.axes.speed,
});

export const useCurveColours = () => {
  const theme = useTheme();
  return useMemo(() => coloursOf(theme), [theme]);
};

/** Dash patterns of the lines, so that readers can distinguish the curves without colour. */
export const curveDashes: Record<AccelerationSeries | 'Speed', readonly number[]> = {
  Longitudinal: [],
  Lateral: [],
  Vertical: [6, 3],
  Resultant: [2, 3],
  Speed: [],
};
