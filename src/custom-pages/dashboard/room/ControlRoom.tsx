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
import { Loaded } from '../../../components/Loaded.tsx';
import type { Room } from '../../../contract/calls/room.ts';
import type { Locale } from '../../../contract/messages/index.ts';
import { formatDay, formatDayOfYear, formatNumber, formatTime } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { Bars } from './Bars.tsx';
import { ExplainedTitle, FigureLink } from './FigureLink.tsx';
import { listOf, scoresOf } from './links.ts';
import { Models, OperatorLoad } from './OperatorLoad.tsx';

/**
 * Query of the control room. Live events of accidents invalidate the query. The server counts at most every ten
 * seconds, for all readers.
 * Cases grow older without an event, so the page shows the time of the count. An unused count leaves the cache after a
 * minute.
 */
const useControlRoom = () =>
  useQuery({
    queryKey: ['control-room'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room')({ signal }),
    gcTime: 60_000,
  });

const useRoomScores = () =>
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
const written = (value: number | null, decimals: number, locale: Locale) =>
  value === null ? '—' : formatNumber(value, decimals, locale);
const buckets = ['Opened', 'Closed', 'Notvalid'] as const;

/** Chart of crashes by hour in the company's time zone. A click opens the list of that hour. */
const HoursChart = ({ room }: { room: Room }) => {
  const { palette } = useTheme();
  const { locale, translate } = useI18n();
  const navigate = useNavigate();
  const wholeNumber = (value: number | null) => written(value, 0, locale);
  const t = (key: string) => translate(`room.hours.${key}`);
  const hourOf = (at: string) => formatTime(new Date(at), room.TimeZone);
  const colours = { Opened: palette.severity.minor, Closed: palette.primary.main, Notvalid: palette.action.disabled };
  return (
    <ChartFigure
      title={t('title')}
      about={t('about')}
      tableLabel={translate('room.table')}
      height={height}
      table={{
        head: [t('hour'), ...buckets.map(bucket => t(bucket))],
        rows: room.Hours.map(hour => [
          hourOf(hour.From),
          ...buckets.map(bucket => (
            <FigureLink
              key={bucket}
              figure={hour[bucket]}
              label={`${hourOf(hour.From)}, ${t(bucket)}`}
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
            data: room.Hours.map(({ From }) => hourOf(From)),
            height: 28,
          },
        ]}
        yAxis={[{ min: 0, width: 32, tickMinStep: 1, valueFormatter: wholeNumber }]}
        grid={{ horizontal: true }}
        onItemClick={(_, { seriesId, dataIndex }) => {
          const bucket = buckets.find(each => each === seriesId);
          const hour = room.Hours[dataIndex ?? -1];
          if (bucket && hour) void navigate(listOf(hour[bucket]));
        }}
        series={buckets.map(bucket => ({
          id: bucket,
          stack: 'all',
          label: t(bucket),
          color: colours[bucket],
          data: room.Hours.map(hour => hour[bucket].Count),
          valueFormatter: wholeNumber,
        }))}
      />
    </ChartFigure>
  );
};

/** Chart of the company's score by week. */
const ScoresChart = () => {
  const { palette } = useTheme();
  const { locale, translate } = useI18n();
  const navigate = useNavigate();
  const t = (key: string) => translate(`room.scores.${key}`);
  const query = useRoomScores();
  const weeks = query.data?.Weeks;
  const open = (at: number | undefined) => {
    const week = weeks?.[at ?? -1];
    if (week) void navigate(scoresOf(week.From, week.To));
  };
  return (
    <ChartFigure
      title={t('title')}
      about={t('about')}
      tableLabel={translate('room.table')}
      height={height}
      table={
        weeks && {
          head: [t('week'), t('score'), t('drivers')],
          rows: weeks.map(({ From, To, Score, Drivers }) => [
            `${formatDay(From, locale)} – ${formatDay(To, locale)}`,
            written(Score, 1, locale),
            <MuiLink key="drivers" component={Link} to={scoresOf(From, To)}>
              {formatNumber(Drivers, 0, locale)}
            </MuiLink>,
          ]),
        }
      }
    >
      <Loaded query={query} skeleton={<Skeleton variant="rounded" height={height} />} failed="room.failed">
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
              yAxis={[{ min: 0, max: 100, width: 32 }]}
              grid={{ horizontal: true }}
              onMarkClick={(_, { dataIndex }) => open(dataIndex)}
              onAxisClick={(_, axis) => open(axis?.dataIndex)}
              series={[
                {
                  data: Weeks.map(({ Score }) => Score),
                  label: t('score'),
                  color: palette.primary.main,
                  curve: 'linear',
                  showMark: true,
                  valueFormatter: value => written(value, 1, locale),
                },
              ]}
            />
          </ChartWords>
        )}
      </Loaded>
    </ChartFigure>
  );
};

/** Colours by age of a new accident, the same as in the list of new accidents. */
const colours = ['action.disabled', 'text.secondary', 'severity.minor', 'error.main'];

/** Number of new accidents by age, and number of overdue calls. */
const Queue = ({ room }: { room: Room }) => {
  const { translate } = useI18n();
  const t = (key: string, values = {}) => translate(`room.waiting.${key}`, values);
  const ageOf = ({ FromHours: from, ToHours: to }: Room['Waiting'][number]) =>
    to === null ? t('over', { from }) : from === 0 ? t('under', { to }) : t('between', { from, to });
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Bars
        bars={room.Waiting.map((figure, at) => ({
          key: String(figure.FromHours),
          label: ageOf(figure),
          value: <FigureLink figure={figure} label={`${t('title')}, ${ageOf(figure)}`} about={t('about')} />,
          parts: [[figure.Count, colours[at] ?? 'error.main']],
        }))}
      />
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mt: 1.5 }}>
        <Typography color={room.Overdue.Count > 0 ? 'error' : undefined}>{t('overdue')}</Typography>
        <FigureLink figure={room.Overdue} label={t('overdue')} about={t('overdueAbout')} />
      </Box>
    </>
  );
};

/** Median time from an impact to the first logged call to the client. */
const FirstContact = ({ room }: { room: Room }) => {
  const { translate, locale } = useI18n();
  const t = (key: string) => translate(`room.contact.${key}`);
  const { MedianMin, Of } = room.FirstContact;
  return (
    <>
      <ExplainedTitle title={t('title')} about={t('about')} />
      <Typography variant="h1" component="p">
        {MedianMin === null
          ? '—'
          : new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 }).format(
              MedianMin,
            )}
      </Typography>
      <Typography color="textSecondary" variant="body2" sx={{ mb: 1 }}>
        {MedianMin === null ? t('none') : t('median')}
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

/** Number of crashes of a month by outcome. */
const Outcomes = ({ room: { Outcomes: outcomes } }: { room: Room }) => {
  const { translate } = useI18n();
  const t = (key: string) => translate(`room.outcomes.${key}`);
  const bars = [
    ['confirmed', outcomes.Confirmed, 'primary.main'],
    ['notConfirmed', outcomes.NotConfirmed, 'severity.minor'],
    ['mini', outcomes.Mini, 'action.disabled'],
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

const Waiting = ({ height }: { height: number }) => <Skeleton variant="rounded" height={height} />;

const skeleton = [cardHeight, cardHeight, cardHeight, chartHeight, chartHeight];

const columns = {
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
  alignItems: 'stretch',
} as const;
const wide = { gridColumn: { lg: 'span 2' }, minWidth: 0, display: 'grid' } as const;

/** The control room on a manager's dashboard. Each figure links to the list of the records that it counts. */
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
      <Loaded
        query={query}
        failed="room.failed"
        skeleton={
          <Box sx={columns}>
            {skeleton.map((height, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <Waiting key={at} height={height} />
            ))}
          </Box>
        }
      >
        {room => (
          <Box sx={columns}>
            <Card>
              <Queue room={room} />
            </Card>
            <Card>
              <FirstContact room={room} />
            </Card>
            <Card>
              <Outcomes room={room} />
            </Card>
            <Box sx={wide}>
              <HoursChart room={room} />
            </Box>
            <Card>
              <Models room={room} />
            </Card>
            <Box sx={wide}>
              <Card>
                <OperatorLoad room={room} />
              </Card>
            </Box>
            <ScoresChart />
          </Box>
        )}
      </Loaded>
    </Box>
  );
};
