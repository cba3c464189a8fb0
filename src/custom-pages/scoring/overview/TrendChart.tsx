import { useTheme } from '@mui/material/styles';
import { BarPlot } from '@mui/x-charts/BarChart';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { LinePlot, MarkPlot } from '@mui/x-charts/LineChart';
import { ChartWords } from '../../../components/charts/ChartWords.tsx';
import { useFormat } from '../useFormat.ts';

/** A point of the trend: a day, a week or a month. */
export interface Step {
  readonly label: string;
  /** Short label for the axis. */
  readonly tick: string;
  readonly score: number | null;
  readonly distanceKm: number | null;
}

/** Maximum number of point marks. More would overlap. */
const marksMax = 62;

/** The score as a line over the distance as bars. A point without a score only interrupts the line. */
export const TrendChart = ({ steps, height }: { steps: readonly Step[]; height: number }) => {
  const { palette } = useTheme();
  const { translate, number } = useFormat();
  const t = (key: string) => translate(`scoring.trend.${key}`);
  const tick = (value: number) => number(value, Number.isInteger(value) ? 0 : 1);
  return (
    <ChartWords noValue={t('noValue')}>
      <ChartsContainer<'bar' | 'line'>
        height={height}
        margin={{ left: 0, right: 0, top: 12, bottom: 0 }}
        skipAnimation
        series={[
          {
            type: 'bar',
            yAxisId: 'distance',
            data: steps.map(({ distanceKm }) => distanceKm),
            label: t('distance'),
            color: palette.action.disabled,
            valueFormatter: value => number(value, 1),
          },
          {
            type: 'line',
            yAxisId: 'score',
            data: steps.map(({ score }) => score),
            label: t('score'),
            color: palette.primary.main,
            connectNulls: true,
            // Without marks a single score would be invisible.
            showMark: steps.length <= marksMax,
            curve: 'linear',
            valueFormatter: value => number(value, 1),
          },
        ]}
        xAxis={[
          {
            ...{ id: 'step', scaleType: 'band', height: 32, data: steps.map((_, at) => at) },
            valueFormatter: (at: number, { location }: { location: string }) =>
              steps[at]?.[location === 'tick' ? 'tick' : 'label'] ?? '',
          },
        ]}
        yAxis={[
          {
            ...{ id: 'score', position: 'left', min: 0, max: 100, label: t('score'), width: 48 },
            valueFormatter: tick,
          },
          // Width for values of ten thousand kilometres per month.
          { ...{ id: 'distance', position: 'right', min: 0, label: t('distance'), width: 72 }, valueFormatter: tick },
        ]}
      >
        <ChartsGrid horizontal />
        <BarPlot />
        <LinePlot />
        <MarkPlot />
        <ChartsXAxis axisId="step" />
        <ChartsYAxis axisId="score" />
        <ChartsYAxis axisId="distance" />
        <ChartsTooltip trigger="axis" />
      </ChartsContainer>
    </ChartWords>
  );
};
