import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../../api/client.ts';
import { ChartFigure } from '../../../components/charts/ChartFigure.tsx';
import { ChartWords } from '../../../components/charts/ChartWords.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { ControlRoomData, ControlRoomScores } from '../../../contract/calls/controlRoom.ts';
import type { Locale } from '../../../contract/messages/index.ts';
import { formatDay, formatDayOfYear, formatNumber, formatTime } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { formatZoned } from '../../../schema/kinds/format.ts';
import { kindColumn, numberColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';
import { FigureLink } from './FigureLink.tsx';
import { figureListPath, scoreListPath } from './query.ts';

const useCompanyScores = () =>
  useQuery({
    queryKey: ['control-room', 'scores'],
    queryFn: ({ signal }) => api('GET /api/v3/control-room/scores')({ signal }),
  });

const height = 280;
const legendHeight = 40;
/** Margins of the drawing. The right margin is wide, because half of the last label extends beyond its bar or point. */
const margin = { left: 0, right: 24, top: 8, bottom: 0 };
/** Formats a number in the reader's language, because the chart library would use the browser's language. */
const formatOrDash = (value: number | null, decimals: number, locale: Locale) =>
  value === null ? '—' : formatNumber(value, decimals, locale);
const buckets = ['Opened', 'Closed', 'Notvalid'] as const;
type HourRow = ControlRoomData['Hours'][number];
type WeekRow = ControlRoomScores['Weeks'][number];

export const HoursChart = ({ controlRoom }: { controlRoom: ControlRoomData }) => {
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
      controls={
        <TableExport
          isCompact
          table={{
            name: 'crashes-by-hour',
            title: t('title'),
            about: formatZoned(new Date(controlRoom.At), locale, controlRoom.TimeZone),
            columns: [
              kindColumn<HourRow>(t('hour'), 'dateTime', ({ From }) => From),
              ...buckets.map(bucket => numberColumn<HourRow>(t(bucket), 0, hour => hour[bucket].Count)),
            ],
            readRows: () => controlRoom.Hours,
          }}
        />
      }
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

interface ScoreLineProps {
  readonly weeks: readonly WeekRow[];
  readonly label: string;
  readonly onWeek: (index: number | undefined) => void;
}

const ScoreLine = ({ weeks, label, onWeek }: ScoreLineProps) => {
  const { palette } = useTheme();
  const { locale } = useI18n();
  const scores = weeks.map(({ Score }) => Score);
  return (
    <LineChart
      height={height}
      margin={margin}
      skipAnimation
      hideLegend
      xAxis={[{ scaleType: 'point', data: weeks.map(({ From }) => formatDayOfYear(From, locale)), height: 28 }]}
      yAxis={[{ ...scoreBounds(scores), width: 32 }]}
      grid={{ horizontal: true }}
      onMarkClick={(_, { dataIndex }) => onWeek(dataIndex)}
      onAxisClick={(_, axis) => onWeek(axis?.dataIndex)}
      series={[
        {
          data: scores,
          label,
          color: palette.primary.main,
          curve: 'linear',
          showMark: true,
          valueFormatter: value => formatOrDash(value, 1, locale),
        },
      ]}
    />
  );
};

export const ScoresChart = () => {
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
      controls={
        weeks && (
          <TableExport
            isCompact
            table={{
              name: 'scores-by-week',
              title: t('title'),
              about: source ? t(`sources.${source}`) : '',
              columns: [
                kindColumn<WeekRow>(t('from'), 'date', ({ From }) => From),
                kindColumn<WeekRow>(t('to'), 'date', ({ To }) => To),
                numberColumn<WeekRow>(t('score'), 1, ({ Score }) => Score),
                numberColumn<WeekRow>(t('low'), 1, ({ ScoreLow }) => ScoreLow),
                numberColumn<WeekRow>(t('high'), 1, ({ ScoreHigh }) => ScoreHigh),
                numberColumn<WeekRow>(t('drivers'), 0, ({ Drivers }) => Drivers),
              ],
              readRows: () => weeks,
            }}
          />
        )
      }
      table={
        weeks && {
          head: [t('week'), t('score'), t('interval'), t('drivers')],
          rows: weeks.map(({ From, To, Score, ScoreLow, ScoreHigh, Drivers }) => [
            `${formatDay(From, locale)} – ${formatDay(To, locale)}`,
            formatOrDash(Score, 1, locale),
            ScoreLow === null ? '—' : `${formatNumber(ScoreLow, 1, locale)}–${formatOrDash(ScoreHigh, 1, locale)}`,
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
            <ScoreLine weeks={Weeks} label={t('score')} onWeek={openWeek} />
          </ChartWords>
        )}
      </QueryContent>
    </ChartFigure>
  );
};
