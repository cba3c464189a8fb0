import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { BarPlot } from '@mui/x-charts/BarChart';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { LinePlot, MarkPlot } from '@mui/x-charts/LineChart';
import { Link } from 'react-router-dom';
import { ChartFigure } from '../../../components/charts/ChartFigure.tsx';
import { ChartWords } from '../../../components/charts/ChartWords.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { ExplainedPart, ExplainedPeriodFigures, Figures } from '../../../contract/shapes/statistics.ts';
import { monthText } from '../../../fields/dates/month.ts';
import { formatDayOfYear } from '../../../fields/format.ts';
import type { PanelProps } from '../panelProps.ts';
import { useFigures, usePeriod } from '../queries.ts';
import { useFormat } from '../useFormat.ts';
import { type TrendStep, trendSteps } from '../usePageState.ts';
import { FiguresPanel } from './FiguresPanel.tsx';

/** A point of the trend: a day, a week or a month. */
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

/** Chart of score and distance for each day or week of the period, or for each month since activation. */
export const Trend = (props: TrendQueryProps & Pick<PanelProps, 'state' | 'changeState'>) => {
  const { locale, translate, number, day } = useFormat();
  const trendStep = props.state.step;
  const days = useDays(props, trendStep === 'days');
  const weeks = useWeeks(props, trendStep === 'weeks');
  const months = useMonths(props, trendStep === 'months');
  const t = (key: string) => translate(`scoring.trend.${key}`);
  const toPoint = (label: string, tick: string, { Score, DistanceKm }: Figures): TrendPoint => ({
    label,
    tick,
    score: Score,
    distanceKm: DistanceKm,
  });
  const formatTick = (date: string) => formatDayOfYear(date, locale);
  const steps: Record<TrendStep, readonly TrendPoint[] | undefined> = {
    days: days.data?.Items.map(figures => toPoint(day(figures.Date), formatTick(figures.Date), figures)),
    weeks: weeks.data?.Items.map(figures =>
      toPoint(`${day(figures.From)} – ${day(figures.To)}`, formatTick(figures.From), figures),
    ),
    months: months.data?.Items.map(figures =>
      toPoint(monthText(figures.Month, locale), monthText(figures.Month, locale, 'short'), figures),
    ),
  };
  const { error, isFetching, refetch } = { days, weeks, months }[trendStep];
  const points = steps[trendStep];
  const query = { data: points, error, isFetching, refetch };
  const hasDistance = points?.some(({ distanceKm }) => (distanceKm ?? 0) > 0);
  return (
    <ChartFigure
      title={t('title')}
      tableLabel={t('table')}
      height={height}
      table={
        points && hasDistance
          ? {
              head: [t(stepTextKeys[trendStep]), t('score'), t('distance')],
              rows: points.map(({ label, score, distanceKm }) => [label, number(score, 1), number(distanceKm, 1)]),
            }
          : undefined
      }
      controls={
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

const numberCellStyle = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
/** Style of table columns that are hidden on a phone. */
const hiddenOnPhoneStyle = { display: { xs: 'none', sm: 'table-cell' } } as const;

const CostBar = ({ part: { Cost, Weight } }: { part: ExplainedPart }) => (
  <Box aria-hidden sx={{ width: 48, height: 8, borderRadius: 1, bgcolor: 'action.selected', overflow: 'hidden' }}>
    <Box
      sx={{
        width: `${Weight > 0 ? Math.min(100, ((Cost ?? 0) / Weight) * 100) : 0}%`,
        height: 1,
        bgcolor: 'primary.main',
      }}
    />
  </Box>
);

const PartRow = ({ part, addressAfter }: { part: ExplainedPart } & Pick<PanelProps, 'addressAfter'>) => {
  const { translate, number } = useFormat();
  const { Kind, Cost, Rate, CompanyRate, Count, Z } = part;
  const name = translate(`scoring.parts.${Kind}`);
  // Formats a rate. For night driving the rate is a share of the driving time, otherwise manoeuvres per 100 km.
  const formatRate = (value: number | null) =>
    Kind === 'night' && value !== null
      ? translate('scoring.explanation.share', { value: number(value, 1) })
      : number(value, 1);
  if (Cost === null && Rate === null)
    return (
      <TableRow>
        <TableCell sx={{ color: 'text.secondary' }}>{name}</TableCell>
        <TableCell colSpan={6} sx={{ color: 'text.secondary' }}>
          {translate('scoring.explanation.notMeasured')}
        </TableCell>
      </TableRow>
    );
  return (
    <TableRow hover>
      <TableCell>
        <MuiLink
          component={Link}
          to={addressAfter({ tab: 'trips', part: Kind })}
          aria-label={translate('scoring.explanation.open', { part: name })}
        >
          {name}
        </MuiLink>
      </TableCell>
      <TableCell align="right" sx={numberCellStyle}>
        {/* Shows no minus sign before a cost that rounds to zero. */}
        {Cost !== null && Cost >= 0.05 ? `−${number(Cost, 1)}` : number(Cost, 1)}
      </TableCell>
      <TableCell sx={hiddenOnPhoneStyle}>
        <CostBar part={part} />
      </TableCell>
      <TableCell align="right" sx={numberCellStyle}>
        {formatRate(Rate)}
      </TableCell>
      <TableCell align="right" sx={{ ...numberCellStyle, ...hiddenOnPhoneStyle, color: 'text.secondary' }}>
        {formatRate(CompanyRate)}
      </TableCell>
      <TableCell align="right" sx={{ ...numberCellStyle, ...hiddenOnPhoneStyle, color: 'text.secondary' }}>
        {number(Z === null ? null : Z * 100)}
      </TableCell>
      <TableCell align="right" sx={numberCellStyle}>
        {number(Count)}
      </TableCell>
    </TableRow>
  );
};

/** Below this part of the distance the page says how much of it was measured. */
const mostOfDistance = 0.95;

const isMostlyMeasured = ({ MeasuredKm, DistanceKm }: ExplainedPeriodFigures): boolean =>
  MeasuredKm === null || DistanceKm === null || MeasuredKm >= DistanceKm * mostOfDistance;

/** Explanation of the score. The costs of all parts sum to 100 − score. Each part links to its trips. */
export const ExplanationTable = ({
  period,
  addressAfter,
}: { period: ExplainedPeriodFigures } & Pick<PanelProps, 'addressAfter'>) => {
  const { translate, number, day } = useFormat();
  const { Explanation, Previous, Score } = period;
  const t = (key: string, values?: object) => translate(`scoring.explanation.${key}`, { ...values });
  const z = Explanation.Parts.map(part => part.Z).filter(value => value !== null);
  const means = Explanation.Parts.flatMap(({ Kind, K, Dispersion }) => {
    if (K === null) return [];
    const name = translate(`scoring.parts.${Kind}`);
    return [
      t(Dispersion === null ? 'meanOfShare' : 'mean', { name, k: number(K, 2), dispersion: number(Dispersion, 2) }),
    ];
  });
  if (period.TripsCount === 0)
    return (
      <Paper component="section" aria-label={t('title')} sx={{ p: 2, minWidth: 0 }}>
        <Typography variant="h2">{t('title')}</Typography>
        <Notice area="line" title={translate('scoring.trips.noneCounted')} />
      </Paper>
    );
  const scoreChange = Score === null || Previous.Score === null ? null : Number((Score - Previous.Score).toFixed(1));
  return (
    <Paper component="section" aria-label={t('title')} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h2">{t('title')}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {t(Score === null ? 'aboutNone' : 'about')}
      </Typography>
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={t('title')}>
        <Table size="small" sx={{ '& td, & th': { px: 1 }, '& thead th': { whiteSpace: 'normal', lineHeight: 1.3 } }}>
          <TableHead>
            <TableRow>
              <TableCell>{t('part')}</TableCell>
              <TableCell align="right">{t('cost')}</TableCell>
              <TableCell sx={hiddenOnPhoneStyle} />
              <TableCell align="right">{t('rate')}</TableCell>
              <TableCell align="right" sx={hiddenOnPhoneStyle}>
                {t('company')}
              </TableCell>
              <TableCell align="right" sx={hiddenOnPhoneStyle}>
                {t('own')}
              </TableCell>
              <TableCell align="right">{t('count')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {Explanation.Parts.map(part => (
              <PartRow key={part.Kind} part={part} addressAfter={addressAfter} />
            ))}
          </TableBody>
        </Table>
      </Box>
      {Score !== null && (
        <Typography sx={{ mt: 1.5, fontWeight: 'fontWeightMedium', fontVariantNumeric: 'tabular-nums' }}>
          {t('sum', { cost: number(100 - Score, 1), score: number(Score, 1) })}
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {translate('scoring.previous', {
          from: day(Previous.From),
          to: day(Previous.To),
          score: Previous.Score === null ? translate('scoring.unknown') : number(Previous.Score, 1),
        })}
        {scoreChange !== null &&
          `, ${
            scoreChange === 0
              ? translate('scoring.same')
              : translate(scoreChange > 0 ? 'scoring.better' : 'scoring.worse', {
                  points: number(Math.abs(scoreChange), 1),
                })
          }`}
      </Typography>
      {isMostlyMeasured(period) ? null : (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {t('measured', { measured: number(period.MeasuredKm, 1), distance: number(period.DistanceKm, 1) })}
        </Typography>
      )}
      {Score !== null && z.length > 0 && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {t('z', { share: number(Math.min(...z) * 100) })} {t('means', { means: means.join('; ') })}
        </Typography>
      )}
      {Score !== null && (
        <Typography variant="caption" color="textSecondary" component="p">
          {translate('scoring.intervalMeaning')}
        </Typography>
      )}
      {Score !== null && period.Source && (
        <Typography variant="caption" color="textSecondary" component="p">
          {translate(`scoring.source.note.${period.Source}`)}
        </Typography>
      )}
      <Typography variant="caption" color="textSecondary" component="p">
        {t('traffic')}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="p">
        {t('formula', { formula: Explanation.Formula, least: number(Explanation.LeastDistanceKm) })}
      </Typography>
    </Paper>
  );
};

/** Overview tab: the score with its parts, its trend, and the figures of the period. */
export const OverviewPanel = ({ scoringObject, span, state, addressAfter, changeState }: PanelProps) => {
  const period = usePeriod(scoringObject, state.span);
  const skeletonOf = (height: number) => <Skeleton variant="rounded" height={height} />;
  return (
    <Box
      sx={{
        ...{ display: 'grid', gap: 2, alignItems: 'start' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <QueryContent query={period} skeleton={skeletonOf(400)} failureText="scoring.failed">
        {data => <ExplanationTable period={data} addressAfter={addressAfter} />}
      </QueryContent>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Trend scoringObject={scoringObject} span={span} state={state} changeState={changeState} />
        {/* Shows no error here, because the panel above uses the same query and shows the error. */}
        {period.data ? <FiguresPanel figures={period.data} /> : !period.isError && skeletonOf(180)}
      </Box>
    </Box>
  );
};
