import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { Link, useNavigate } from 'react-router-dom';
import { ChartFigure } from '../../../components/charts/ChartFigure.tsx';
import { ChartWords } from '../../../components/charts/ChartWords.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import type { Room } from '../../../contract/calls/room.ts';
import type { Locale } from '../../../contract/messages/index.ts';
import { formatDay, formatDayOfYear, formatNumber, formatTime } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { FigureLink } from './FigureLink.tsx';
import { listOf, scoresOf } from './links.ts';
import { useRoomScores } from './queries.ts';

const height = 280;
/** Height of the legend above the drawing, pixels. */
const legendHeight = 40;
/** The last label extends half its width beyond its bar or point. */
const margin = { left: 0, right: 24, top: 8, bottom: 0 };
/** Formats a number in the reader's language, because the chart library uses the browser's. */
const written = (value: number | null, decimals: number, locale: Locale) =>
  value === null ? '—' : formatNumber(value, decimals, locale);
const buckets = ['Opened', 'Closed', 'Notvalid'] as const;

/** Crashes by the hour of the company's clock. A click opens the list of that hour. */
export const HoursChart = ({ room }: { room: Room }) => {
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

/** The company's score, week by week. */
export const ScoresChart = () => {
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
