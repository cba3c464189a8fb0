import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { CalendarDay } from '../../../contract/shapes/statistics.ts';
import { addMonths, monthText } from '../../../fields/dates/month.ts';
import { kindColumn, numberColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';
import { useZone } from '../../../settings/zone.ts';
import type { PanelProps } from '../panelProps.ts';
import { todayIn } from '../period.ts';
import { useFigures } from '../queries.ts';
import { TripTable } from '../trips/TripTable.tsx';
import { useAbout } from '../useAbout.ts';
import { useFormat } from '../useFormat.ts';
import { MonthGrid } from './MonthGrid.tsx';

const DayTrips = ({ scoringObject, date }: Pick<PanelProps, 'scoringObject'> & { date: string }) => {
  const { translate, day } = useFormat();
  const title = translate('scoring.calendar.trips', { date: day(date) });
  const query = useFigures('GET /api/v2/StatisticSummingDay/calendar/day', { ...scoringObject, date });
  return (
    <Paper component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <QueryContent query={query} skeleton={<Skeleton variant="rounded" height={160} />} failureText="scoring.failed">
        {data =>
          data.Items.length === 0 ? (
            <Typography color="textSecondary">{translate('scoring.calendar.noTrips')}</Typography>
          ) : (
            <TripTable scoringObject={scoringObject} trips={data.Items} />
          )
        }
      </QueryContent>
    </Paper>
  );
};

export const CalendarPanel = ({ scoringObject, span, state, changeState }: PanelProps) => {
  const { locale, translate } = useFormat();
  const currentMonth = todayIn(useZone()).slice(0, 7);
  const month = state.month ?? span.to.slice(0, 7);
  const chosenDay = state.day?.startsWith(month) ? state.day : undefined;
  const query = useFigures('GET /api/v2/StatisticSummingDay/calendar', { ...scoringObject, month });
  const about = useAbout(scoringObject, monthText(month, locale));
  const t = (key: string) => translate(`scoring.calendar.${key}`);
  const changeMonth = (months: number) => changeState({ month: addMonths(month, months) });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Paper component="section" aria-label={t('title')} sx={{ p: { xs: 1, sm: 2 } }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <IconButton aria-label={t('earlier')} onClick={() => changeMonth(-1)}>
            <ChevronLeft />
          </IconButton>
          <Typography variant="h2" aria-live="polite" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
            {monthText(month, locale)}
          </Typography>
          <IconButton aria-label={t('later')} disabled={month >= currentMonth} onClick={() => changeMonth(1)}>
            <ChevronRight />
          </IconButton>
          <Box sx={{ ml: 'auto' }}>
            <TableExport
              table={{
                name: 'calendar',
                title: t('title'),
                about,
                columns: [
                  kindColumn<CalendarDay>(translate('scoring.trend.day'), 'date', ({ Date: date }) => date),
                  numberColumn<CalendarDay>(translate('scoring.score'), 1, ({ Score }) => Score),
                  numberColumn<CalendarDay>(translate('scoring.figures.DistanceKm'), 1, ({ DistanceKm }) => DistanceKm),
                  numberColumn<CalendarDay>(translate('scoring.figures.TripsCount'), 0, ({ TripsCount }) => TripsCount),
                ],
                readRows: async () => (await query.refetch({ throwOnError: true })).data?.Items ?? [],
              }}
            />
          </Box>
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t(query.data?.Items.every(({ TripsCount }) => TripsCount === 0) ? 'emptyMonth' : 'help')}
        </Typography>
        <QueryContent query={query} skeleton={<Skeleton variant="rounded" height={420} />} failureText="scoring.failed">
          {data => <MonthGrid days={data.Items} chosen={chosenDay} onChoose={day => changeState({ day })} />}
        </QueryContent>
      </Paper>
      {chosenDay && <DayTrips scoringObject={scoringObject} date={chosenDay} />}
    </Box>
  );
};
