import { useTheme } from '@mui/material/styles';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { CrashFacts } from '../../contract/shapes/accident.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { severityScaleOf } from '../../resources/accidents/impact.ts';
import { useClockOrigin } from '../clock/ClockContext.tsx';
import { Plot } from './Plot.tsx';
import { curveDashes, useCurveColours } from './plotOptions.ts';
import { type AccelerationSeries, accelerationSeries, type Curves } from './series.ts';

interface Props {
  readonly curves: Curves;
  /** Facts of the impact. Absent: the plot shows no impact. */
  readonly facts?: CrashFacts;
  readonly hiddenSeries: readonly AccelerationSeries[];
  /** False if another plot below draws the time axis for both plots. */
  readonly hasTimeAxis: boolean;
  readonly height: string;
}
const calmRange = [-1, 1.5] as const;

/**
 * Plot of the acceleration on three axes and of the resultant, with the sensor's range. The thresholds of the severities
 * are shown if the peak decided the severity.
 */
export const AccelerationPlot = ({ curves, facts, hiddenSeries, hasTimeAxis, height }: Props) => {
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
        isShown: !hiddenSeries.includes(key),
        width: key === 'Resultant' ? 2 : 1.5,
      })),
    [translate, colours, hiddenSeries],
  );
  const values = useMemo(() => accelerationSeries.map(key => curves[key]), [curves]);
  const levels = useMemo(() => {
    const g = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 1 });
    const severityLevel = (value: number, severity: 'minor' | 'major') => ({
      value,
      colour: palette.severity[severity],
      label: translate(`accident.curves.levels.${severity}`, { g: g(value) }),
      labelBelow: severity === 'minor',
    });
    return [
      ...(facts && severityScaleOf(facts).unit === 'g'
        ? [severityLevel(facts.MinorFromG, 'minor'), severityLevel(facts.MajorFromG, 'major')]
        : []),
      ...(curves.RangeG
        ? [curves.RangeG, -curves.RangeG].map(value => ({
            value,
            colour: palette.text.disabled,
            label: translate('accident.curves.levels.range', { g: g(Math.abs(value)) }),
          }))
        : []),
    ];
  }, [facts, curves.RangeG, palette, translate, locale]);
  // The scale always includes the peak of a severe impact, so that a weak impact looks weak.
  const major = facts?.MajorFromG;
  const minRange = useMemo(() => (major === undefined ? calmRange : ([calmRange[0], major * 1.1] as const)), [major]);
  return (
    <Plot
      times={curves.Time}
      values={values}
      height={height}
      series={series}
      levels={levels}
      minRange={minRange}
      xTitle={hasTimeAxis ? translate(`accident.curves.time.${origin}`) : undefined}
      yTitle={translate('accident.curves.acceleration')}
      label={translate('accident.curves.accelerationLabel')}
    />
  );
};
