import { useTheme } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { CrashFacts } from '../../contract/shapes/accident.ts';
import { useClockOrigin } from '../clock/ClockContext.tsx';
import { curveDashes, useCurveColours } from './colours.ts';
import { Plot } from './Plot.tsx';
import { type AccelerationSeries, accelerationSeries, type Curves } from './series.ts';

interface Props {
  readonly curves: Curves;
  /** Thresholds of the classes of an impact; absent: none are drawn. */
  readonly facts?: Pick<CrashFacts, 'MinorFromG' | 'MajorFromG'>;
  readonly hidden: readonly AccelerationSeries[];
  /** False: a plot below draws the time axis. */
  readonly timeAxis: boolean;
  readonly height: string;
}
const atLeast = [-1, 1.5] as const;

/** Acceleration on three axes and the resultant, with the class thresholds and the sensor's range. */
export const AccelerationPlot = ({ curves, facts, hidden, timeAxis, height }: Props) => {
  const translate = useTranslate();
  const { palette } = useTheme();
  const colours = useCurveColours();
  const origin = useClockOrigin();
  const series = useMemo(
    () =>
      accelerationSeries.map(key => ({
        key,
        label: translate(`accident.curves.${key}`),
        colour: colours[key],
        dash: curveDashes[key],
        shown: !hidden.includes(key),
        width: key === 'Resultant' ? 2 : 1.5,
      })),
    [translate, colours, hidden],
  );
  const values = useMemo(() => accelerationSeries.map(key => curves[key]), [curves]);
  const levels = useMemo(
    () => [
      ...(facts
        ? [
            { value: facts.MinorFromG, colour: palette.severity.minor },
            { value: facts.MajorFromG, colour: palette.severity.major },
          ]
        : []),
      ...(curves.RangeG
        ? [curves.RangeG, -curves.RangeG].map(value => ({ value, colour: palette.text.disabled }))
        : []),
    ],
    [facts, curves.RangeG, palette],
  );
  return (
    <Plot
      times={curves.Time}
      values={values}
      height={height}
      series={series}
      levels={levels}
      atLeast={atLeast}
      xTitle={timeAxis ? translate(`accident.curves.time.${origin}`) : undefined}
      yTitle={translate('accident.curves.acceleration')}
      label={translate('accident.curves.accelerationLabel')}
    />
  );
};
