import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Loaded } from '../../../components/Loaded.tsx';
import { useZone } from '../../../settings/zone.ts';
import type { PanelProps } from '../panelProps.ts';
import { monthText, movedMonth, todayIn } from '../period.ts';
import { useFigures } from '../queries.ts';
import { TripTable } from '../trips/TripTable.tsx';
import { useFormat } from '../useFormat.ts';
import { MonthGrid } from './MonthGrid.tsx';

const DayTrips = ({ who, date }: Pick<PanelProps, 'who'> & { date: string }) => {
  const { translate, day } = useFormat();
  const title = translate('scoring.calendar.trips', { date: day(date) });
  const query = useFigures('GET /api/v2/StatisticSummingDay/calendar/day', { ...who, date });
  return (
    <Paper component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Loaded query={query} skeleton={<Skeleton variant="rounded" height={160} />} failed="scoring.failed">
        {data =>
          data.Items.length === 0 ? (
            <Typography color="textSecondary">{translate('scoring.calendar.noTrips')}</Typography>
          ) : (
            <TripTable who={who} trips={data.Items} />
          )
        }
      </Loaded>
    </Paper>
  );
};

/** Calendar of a month. The trips of the selected day are listed below. */
export const CalendarPanel = ({ who, span, state, go: goTo }: PanelProps) => {
  const { locale, translate } = useFormat();
  const now = todayIn(useZone()).slice(0, 7);
  const month = state.month ?? span.to.slice(0, 7);
  const chosen = state.day?.startsWith(month) ? state.day : undefined;
  const query = useFigures('GET /api/v2/StatisticSummingDay/calendar', { ...who, month });
  const t = (key: string) => translate(`scoring.calendar.${key}`);
  const go = (months: number) => goTo({ month: movedMonth(month, months) });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Paper component="section" aria-label={t('title')} sx={{ p: { xs: 1, sm: 2 } }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <IconButton aria-label={t('earlier')} onClick={() => go(-1)}>
            <ChevronLeft />
          </IconButton>
          <Typography variant="h2" aria-live="polite" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
            {monthText(month, locale)}
          </Typography>
          <IconButton aria-label={t('later')} disabled={month >= now} onClick={() => go(1)}>
            <ChevronRight />
          </IconButton>
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t(query.data?.Items.every(({ TripsCount }) => TripsCount === 0) ? 'emptyMonth' : 'help')}
        </Typography>
        <Loaded query={query} skeleton={<Skeleton variant="rounded" height={420} />} failed="scoring.failed">
          {data => <MonthGrid days={data.Items} chosen={chosen} onChoose={day => goTo({ day })} />}
        </Loaded>
      </Paper>
      {chosen && <DayTrips who={who} date={chosen} />}
    </Box>
  );
};
