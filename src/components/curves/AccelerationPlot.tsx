import { useTheme } from '@mui/material/styles';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { CrashFacts } from '../../contract/shapes/accident.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useClockOrigin } from '../clock/ClockContext.tsx';
import { curveDashes, useCurveColours } from './colours.ts';
import { Plot } from './Plot.tsx';
import { type AccelerationSeries, accelerationSeries, type Curves } from './series.ts';

interface Props {
  readonly curves: Curves;
  /** Thresholds of the severities. Absent: no thresholds are drawn. */
  readonly facts?: Pick<CrashFacts, 'MinorFromG' | 'MajorFromG'>;
  readonly hidden: readonly AccelerationSeries[];
  /** False if another plot below draws the time axis for both. */
  readonly timeAxis: boolean;
  readonly height: string;
}
const calm = [-1, 1.5] as const;

/** Acceleration on three axes and the resultant, with the severity thresholds and the sensor's range. */
export const AccelerationPlot = ({ curves, facts, hidden, timeAxis, height }: Props) => {
  const translate = useTranslate();
  const { palette } = useTheme();
  const locale = useLanguage();
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
  const levels = useMemo(() => {
    const g = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 1 });
    const of = (value: number, severity: 'minor' | 'major') => ({
      value,
      colour: palette.severity[severity],
      label: translate(`accident.curves.levels.${severity}`, { g: g(value) }),
      labelBelow: severity === 'minor',
    });
    return [
      ...(facts ? [of(facts.MinorFromG, 'minor'), of(facts.MajorFromG, 'major')] : []),
      ...(curves.RangeG
        ? [curves.RangeG, -curves.RangeG].map(value => ({
            value,
            colour: palette.text.disabled,
            label: translate('accident.curves.levels.range', { g: g(Math.abs(value)) }),
          }))
        : []),
    ];
  }, [facts, curves.RangeG, palette, translate, locale]);
  // The scale always includes both severity thresholds, so that a weak impact looks weak.
  const major = facts?.MajorFromG;
  const atLeast = useMemo(() => (major === undefined ? calm : ([calm[0], major * 1.1] as const)), [major]);
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
