import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { BarPlot } from '@mui/x-charts/BarChart';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { LinePlot, MarkPlot } from '@mui/x-charts/LineChart';
import { ChartFigure } from '../../../components/charts/ChartFigure.tsx';
import { ChartWords } from '../../../components/charts/ChartWords.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { Figures } from '../../../contract/shapes/statistics.ts';
import { monthText } from '../../../fields/dates/month.ts';
import { formatDayOfYear } from '../../../fields/format.ts';
import { kindColumn, numberColumn, toFigureTable } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';
import type { PanelProps } from '../panelProps.ts';
import { useFigures } from '../queries.ts';
import { useAbout } from '../useAbout.ts';
import { useFormat } from '../useFormat.ts';
import { type TrendStep, trendSteps } from '../usePageState.ts';

interface TrendPoint {
  readonly label: string;
  /** Short label of the point for the horizontal axis. */
  readonly tick: string;
  readonly score: number | null;
  readonly distanceKm: number | null;
}

/** Maximum number of points that are marked on the line. More marks would overlap. */
const maxMarks = 62;

/** Chart with the score as a line and the distance as bars. The line skips points without a score. */
export const TrendChart = ({ steps, height }: { steps: readonly TrendPoint[]; height: number }) => {
  const { palette } = useTheme();
  const { translate, number } = useFormat();
  const t = (key: string) => translate(`scoring.trend.${key}`);
  const formatTick = (value: number) => number(value, Number.isInteger(value) ? 0 : 1);
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
            // Marks are drawn on the line if there are few points. Without marks a single score would be invisible.
            showMark: steps.length <= maxMarks,
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
            valueFormatter: formatTick,
          },
          // Width of the distance axis. Values of ten thousand kilometres fit.
          {
            ...{ id: 'distance', position: 'right', min: 0, label: t('distance'), width: 72 },
            valueFormatter: formatTick,
          },
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

const height = 300;

type TrendQueryProps = Pick<PanelProps, 'scoringObject' | 'span'>;

const useDays = ({ scoringObject, span }: TrendQueryProps, enabled: boolean) =>
  useFigures('GET /api/v2/StatisticSummingDay/period/list', { ...scoringObject, ...span }, enabled);
const useWeeks = ({ scoringObject, span }: TrendQueryProps, enabled: boolean) =>
  useFigures('GET /api/v3/scoring/weeks', { ...scoringObject, ...span }, enabled);
const useMonths = ({ scoringObject }: TrendQueryProps, enabled: boolean) =>
  useFigures('GET /api/v2/StatisticSummingMonth/all', { ...scoringObject }, enabled);

const stepTextKeys = { days: 'day', weeks: 'week', months: 'month' } as const satisfies Record<TrendStep, string>;

/** Returns the query of the trend by days, weeks or months. Its data are the points of the chart. */
const useTrendPoints = (props: TrendQueryProps, step: TrendStep) => {
  const { locale, day } = useFormat();
  const days = useDays(props, step === 'days');
  const weeks = useWeeks(props, step === 'weeks');
  const months = useMonths(props, step === 'months');
  const toPoint = (label: string, tick: string, { Score, DistanceKm }: Figures): TrendPoint => ({
    label,
    tick,
    score: Score,
    distanceKm: DistanceKm,
  });
  const formatTick = (date: string) => formatDayOfYear(date, locale);
  const points: Record<TrendStep, readonly TrendPoint[] | undefined> = {
    days: days.data?.Items.map(figures => toPoint(day(figures.Date), formatTick(figures.Date), figures)),
    weeks: weeks.data?.Items.map(figures =>
      toPoint(`${day(figures.From)} – ${day(figures.To)}`, formatTick(figures.From), figures),
    ),
    months: months.data?.Items.map(figures =>
      toPoint(monthText(figures.Month, locale), monthText(figures.Month, locale, 'short'), figures),
    ),
  };
  const { error, isFetching, refetch } = { days, weeks, months }[step];
  return { data: points[step], error, isFetching, refetch };
};

export const Trend = (props: TrendQueryProps & Pick<PanelProps, 'state' | 'changeState'>) => {
  const { locale, translate } = useFormat();
  const trendStep = props.state.step;
  // Months are those since activation, whatever the period of the page.
  const about = useAbout(props.scoringObject, trendStep === 'months' ? undefined : props.span);
  const query = useTrendPoints(props, trendStep);
  const points = query.data;
  const hasDistance = points?.some(({ distanceKm }) => (distanceKm ?? 0) > 0);
  const t = (key: string) => translate(`scoring.trend.${key}`);
  const columns = [
    kindColumn<TrendPoint>(t(stepTextKeys[trendStep]), 'text', ({ label }) => label),
    numberColumn<TrendPoint>(t('score'), 1, ({ score }) => score),
    numberColumn<TrendPoint>(t('distance'), 1, ({ distanceKm }) => distanceKm),
  ];
  return (
    <ChartFigure
      title={t('title')}
      tableLabel={t('table')}
      height={height}
      table={points && hasDistance ? toFigureTable(columns, points, { locale, zone: '' }) : undefined}
      controls={
        <>
          {points && hasDistance && (
            <TableExport
              isCompact
              table={{ name: `trend-${trendStep}`, title: t('title'), about, columns, readRows: () => points }}
            />
          )}
          <ToggleButtonGroup
            exclusive
            size="small"
            value={trendStep}
            onChange={(_, next) => next && props.changeState({ step: next })}
            aria-label={t('by')}
          >
            {trendSteps.map(name => (
              <ToggleButton key={name} value={name} sx={{ textTransform: 'none', py: 0.25 }}>
                {t(name)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </>
      }
    >
      <QueryContent
        query={query}
        skeleton={<Skeleton variant="rectangular" height={height} />}
        failureText="scoring.failed"
      >
        {shownPoints =>
          hasDistance ? (
            <TrendChart steps={shownPoints} height={height} />
          ) : (
            <Notice area="line" title={translate('scoring.trips.noneCounted')} />
          )
        }
      </QueryContent>
    </ChartFigure>
  );
};
