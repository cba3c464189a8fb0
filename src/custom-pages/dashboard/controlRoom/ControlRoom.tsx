import Refresh from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../../api/client.ts';
import { ChartFigure } from '../../../components/charts/ChartFigure.tsx';
import { ChartWords } from '../../../components/charts/ChartWords.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { ControlRoomData } from '../../../contract/calls/controlRoom.ts';
import type { Locale } from '../../../contract/messages/index.ts';
import { formatDay, formatDayOfYear, formatNumber, formatTime } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { Bars } from './Bars.tsx';
import { ExplainedTitle, FigureLink } from './FigureLink.tsx';
import { DeviceModels, OperatorLoad } from './OperatorLoad.tsx';
import { figureListPath, scoreListPath, useControlRoom } from './query.ts';
import { Renewals } from './Renewals.tsx';
import { ScoreLiftCard } from './ScoreLiftCard.tsx';

const useCompanyScores = () =>
  useQuery({
    queryKey: ['control-room', 'scores'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room/scores')({ signal }),
  });

const height = 280;
/** Height of the legend above the drawing, pixels. */
const legendHeight = 40;
/** Margins of the drawing. The right margin is wide, because half of the last label extends beyond its bar or point. */
const margin = { left: 0, right: 24, top: 8, bottom: 0 };
/** Formats a number in the reader's language, because the chart library would use the browser's language. */
const formatOrDash = (value: number | null, decimals: number, locale: Locale) =>
  value === null ? '—' : formatNumber(value, decimals, locale);
const buckets = ['Opened', 'Closed', 'Notvalid'] as const;

/** Chart of crashes by hour in the company's time zone. A click opens the list of that hour. */
const HoursChart = ({ controlRoom }: { controlRoom: ControlRoomData }) => {
  const { palette } = useTheme();
  const { locale, translate } = useI18n();
  const navigate = useNavigate();
  const wholeNumber = (value: number | null) => formatOrDash(value, 0, locale);
  const t = (key: string) => translate(`room.hours.${key}`);
  const formatHour = (time: string) => formatTime(new Date(time), controlRoom.TimeZone);
  const colours = { Opened: palette.chart.minor, Closed: palette.primary.main, Notvalid: palette.chart.quiet };
  return (
    <ChartFigure
      title={t('title')}
      explanation={t('about')}
      tableLabel={translate('room.table')}
      height={height}
      table={{
        head: [t('hour'), ...buckets.map(bucket => t(bucket))],
        rows: controlRoom.Hours.map(hour => [
          formatHour(hour.From),
          ...buckets.map(bucket => (
            <FigureLink
              key={bucket}
              figure={hour[bucket]}
              label={`${formatHour(hour.From)}, ${t(bucket)}`}
              about={t('about')}
            />
          )),
        ]),
      }}
    >
      <BarChart
        height={height - legendHeight}
        margin={margin}
        skipAnimation
        xAxis={[
          {
            scaleType: 'band',
            data: controlRoom.Hours.map(({ From }) => formatHour(From)),
            height: 28,
          },
        ]}
        yAxis={[{ min: 0, width: 32, tickMinStep: 1, valueFormatter: wholeNumber }]}
        grid={{ horizontal: true }}
        onItemClick={(_, { seriesId, dataIndex }) => {
          const bucket = buckets.find(each => each === seriesId);
          const hour = controlRoom.Hours[dataIndex ?? -1];
          if (bucket && hour) void navigate(figureListPath(hour[bucket]));
        }}
        series={buckets.map(bucket => ({
          id: bucket,
          stack: 'all',
          label: t(bucket),
          color: colours[bucket],
          data: controlRoom.Hours.map(hour => hour[bucket].Count),
          valueFormatter: wholeNumber,
        }))}
      />
    </ChartFigure>
  );
};

/** Smallest span of the score axis. A smaller one would make chance look like a trend. */
const leastScoreSpan = 10;

/** Bounds of an axis for scores from 0 to 100: around the scores, so that their change can be seen. */
const scoreBounds = (scores: readonly (number | null)[]) => {
  const known = scores.filter(score => score !== null);
  if (known.length === 0) return { min: 0, max: 100 };
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const spare = Math.max(2, (leastScoreSpan - (highest - lowest)) / 2);
  return { min: Math.max(0, Math.floor(lowest - spare)), max: Math.min(100, Math.ceil(highest + spare)) };
};

/** Chart of the company's score by week. */
const ScoresChart = () => {
  const { palette } = useTheme();
  const { locale, translate } = useI18n();
  const navigate = useNavigate();
  const t = (key: string) => translate(`room.scores.${key}`);
  const query = useCompanyScores();
  const weeks = query.data?.Weeks;
  const source = query.data?.Source ?? null;
  const openWeek = (index: number | undefined) => {
    const week = weeks?.[index ?? -1];
    if (week) void navigate(scoreListPath(week.From, week.To, source));
  };
  return (
    <ChartFigure
      title={t('title')}
      explanation={source ? `${t('about')} ${t(`sources.${source}`)}` : t('about')}
      tableLabel={translate('room.table')}
      height={height}
      table={
        weeks && {
          head: [t('week'), t('score'), t('drivers')],
          rows: weeks.map(({ From, To, Score, Drivers }) => [
            `${formatDay(From, locale)} – ${formatDay(To, locale)}`,
            formatOrDash(Score, 1, locale),
            <MuiLink key="drivers" component={Link} to={scoreListPath(From, To, source)}>
              {formatNumber(Drivers, 0, locale)}
            </MuiLink>,
          ]),
        }
      }
    >
      <QueryContent query={query} skeleton={<Skeleton variant="rounded" height={height} />} failureText="room.failed">
        {({ Weeks }) => (
          <ChartWords noValue={translate('room.noValue')}>
            <LineChart
              height={height}
              margin={margin}
              skipAnimation
              hideLegend
              xAxis={[
                {
                  scaleType: 'point',
                  data: Weeks.map(({ From }) => formatDayOfYear(From, locale)),
                  height: 28,
                },
              ]}
              yAxis={[{ ...scoreBounds(Weeks.map(({ Score }) => Score)), width: 32 }]}
              grid={{ horizontal: true }}
              onMarkClick={(_, { dataIndex }) => openWeek(dataIndex)}
              onAxisClick={(_, axis) => openWeek(axis?.dataIndex)}
              series={[
                {
                  data: Weeks.map(({ Score }) => Score),
                  label: t('score'),
                  color: palette.primary.main,
                  curve: 'linear',
                  showMark: true,
                  valueFormatter: value => formatOrDash(value, 1, locale),
                },
              ]}
            />
          </ChartWords>
        )}
      </QueryContent>
    </ChartFigure>
  );
};

/** Colours of new accidents by age, the same colours as in the list of new accidents. */
const ageColours = ['chart.quiet', 'text.secondary', 'chart.minor', 'error.main'];

/** Number of new accidents by age, and number of overdue phone calls. */
const Queue = ({ controlRoom }: { controlRoom: ControlRoomData }) => {
  const { translate } = useI18n();
  const t = (key: string, values = {}) => translate(`room.waiting.${key}`, values);
  const formatAge = ({ FromHours: from, ToHours: to }: ControlRoomData['Waiting'][number]) =>
    to === null ? t('over', { from }) : from === 0 ? t('under', { to }) : t('between', { from, to });
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Bars
        bars={controlRoom.Waiting.map((figure, index) => ({
          key: String(figure.FromHours),
          label: formatAge(figure),
          value: <FigureLink figure={figure} label={`${t('title')}, ${formatAge(figure)}`} about={t('about')} />,
          parts: [[figure.Count, ageColours[index] ?? 'error.main']],
        }))}
      />
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mt: 1.5 }}>
        <Typography color={controlRoom.Overdue.Count > 0 ? 'error' : undefined}>{t('overdue')}</Typography>
        <FigureLink figure={controlRoom.Overdue} label={t('overdue')} about={t('overdueAbout')} />
      </Box>
    </>
  );
};

/** Median time from an impact to the first logged phone call to the client. */
const FirstContact = ({ controlRoom }: { controlRoom: ControlRoomData }) => {
  const { translate, locale } = useI18n();
  const t = (key: string, values = {}) => translate(`room.contact.${key}`, values);
  const { MedianMin, EarlierMedianMin, OnTimeShare, Of } = controlRoom.FirstContact;
  const formatMinutes = (minutes: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 }).format(minutes);
  const details = [
    MedianMin === null ? t('none') : t('median'),
    EarlierMedianMin === null ? undefined : t('earlier', { minutes: formatMinutes(EarlierMedianMin) }),
    OnTimeShare === null
      ? undefined
      : t('onTime', { percent: new Intl.NumberFormat(locale, { style: 'percent' }).format(OnTimeShare) }),
  ].filter(text => text !== undefined);
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Typography variant="h1" component="p">
        {MedianMin === null ? '—' : formatMinutes(MedianMin)}
      </Typography>
      <Typography color="textSecondary" variant="body2" sx={{ mb: 1 }}>
        {details.join(' · ')}
      </Typography>
      <Bars
        bars={Of.map(figure => ({
          key: figure.List,
          label: t(`of.${figure.List}`),
          value: <FigureLink figure={figure} label={`${t('title')}, ${t(`of.${figure.List}`)}`} about={t('about')} />,
          parts: [[figure.Count, 'primary.main']],
        }))}
      />
    </>
  );
};

/** Number of a month's crashes by outcome of the work on their cases. */
const Outcomes = ({ controlRoom: { Outcomes: outcomes } }: { controlRoom: ControlRoomData }) => {
  const { translate } = useI18n();
  const t = (key: string) => translate(`room.outcomes.${key}`);
  const bars = [
    ['confirmed', outcomes.Confirmed, 'primary.main'],
    ['notConfirmed', outcomes.NotConfirmed, 'chart.minor'],
    ['mini', outcomes.Mini, 'chart.quiet'],
  ] as const;
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Bars
        bars={bars.map(([key, figure, colour]) => ({
          key,
          label: t(key),
          value: <FigureLink figure={figure} label={t(key)} about={t('about')} large />,
          parts: [[figure.Count, colour]],
        }))}
      />
    </>
  );
};

const chartHeight = 350;
const cardHeight = 208;

const Card = ({ children }: { children: ReactNode }) => <Paper sx={{ p: 2, minWidth: 0 }}>{children}</Paper>;

const CardSkeleton = ({ height }: { height: number }) => <Skeleton variant="rounded" height={height} />;

const skeletonHeights = [cardHeight, cardHeight, cardHeight, chartHeight, chartHeight];

const columnsStyle = {
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
  alignItems: 'stretch',
} as const;
const wideStyle = { gridColumn: { lg: 'span 2' }, minWidth: 0, display: 'grid' } as const;

/**
 * The control room on a manager's dashboard: figures of the company. Each figure links to the list of the records that
 * it counts.
 */
export const ControlRoom = () => {
  const { translate } = useI18n();
  const query = useControlRoom();
  return (
    <Box component="section" aria-labelledby="control-room" sx={{ mt: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, mb: 1 }}>
        <Typography variant="h2" id="control-room">
          {translate('room.title')}
        </Typography>
        {query.data && (
          <>
            <Typography variant="body2" color="textSecondary">
              {translate('room.at', { time: formatTime(new Date(query.data.At)) })}
            </Typography>
            <IconButton
              size="small"
              aria-label={translate('lists.refresh')}
              title={translate('lists.refresh')}
              disabled={query.isFetching}
              onClick={() => void query.refetch()}
              sx={{ alignSelf: 'center', ml: -1 }}
            >
              <Refresh fontSize="small" />
            </IconButton>
          </>
        )}
      </Box>
      <QueryContent
        query={query}
        failureText="room.failed"
        skeleton={
          <Box sx={columnsStyle}>
            {skeletonHeights.map((height, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <CardSkeleton key={index} height={height} />
            ))}
          </Box>
        }
      >
        {controlRoom => (
          <Box sx={columnsStyle}>
            <Card>
              <Queue controlRoom={controlRoom} />
            </Card>
            <Card>
              <FirstContact controlRoom={controlRoom} />
            </Card>
            <Card>
              <Outcomes controlRoom={controlRoom} />
            </Card>
            <Box sx={wideStyle}>
              <HoursChart controlRoom={controlRoom} />
            </Box>
            <Card>
              <DeviceModels controlRoom={controlRoom} />
            </Card>
            <Box sx={wideStyle}>
              <Card>
                <OperatorLoad controlRoom={controlRoom} />
              </Card>
            </Box>
            <ScoresChart />
            <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
              <Card>
                <Renewals zone={controlRoom.TimeZone} />
              </Card>
            </Box>
            <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
              <ScoreLiftCard />
            </Box>
          </Box>
        )}
      </QueryContent>
    </Box>
  );
};
