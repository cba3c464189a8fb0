import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { bandOf, bandSeverity } from '../../../contract/scoring.ts';
import type { CalendarDay } from '../../../contract/shapes/statistics.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { useFormat } from '../useFormat.ts';

// Returns the name of a weekday, 1 for Monday. It formats a day of January 2024, because that month began on a Monday.
export const weekdayText = (weekday: number, locale: Locale, style: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday));

/** Returns the ISO weekday of a day, from 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

interface DayProps {
  readonly day: CalendarDay;
  readonly chosen: boolean;
  readonly onChoose: (date: string) => void;
}

const DayCell = ({ day: { Date: date, Score, DistanceKm, TripsCount, WorstEvent }, chosen, onChoose }: DayProps) => {
  const { translate, number, day } = useFormat();
  const t = (key: string, values?: object) => translate(`scoring.calendar.${key}`, { ...values });
  const hasTrips = TripsCount !== 0;
  const score = Score === null ? t('noScore') : number(Score, 1);
  const dayText = hasTrips ? t('text', { score, distance: number(DistanceKm, 1) }) : t('noTrips');
  const worstEventText = WorstEvent && t('worst', { part: translate(`scoring.parts.${WorstEvent.Kind}`) });
  return (
    <ButtonBase
      disabled={!hasTrips}
      onClick={() => onChoose(date)}
      aria-pressed={chosen}
      aria-label={[t('day', { date: day(date), text: dayText }), worstEventText].filter(Boolean).join('. ')}
      title={worstEventText ?? undefined}
      sx={{
        display: 'grid',
        justifyItems: 'start',
        justifyContent: 'stretch',
        alignContent: 'space-between',
        minHeight: { xs: 56, sm: 64 },
        p: { xs: 0.5, sm: 1 },
        border: 1,
        borderColor: chosen ? 'primary.main' : 'divider',
        borderRadius: 1,
        borderTopWidth: 3,
        ...(Score !== null && { borderTopColor: `severity.${bandSeverity[bandOf(Score)]}` }),
        bgcolor: chosen ? 'action.selected' : undefined,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Typography variant="caption" color="textSecondary">
        {Number(date.slice(8))}
      </Typography>
      {hasTrips && (
        <Box sx={{ textAlign: 'start', minWidth: 0, width: 1 }}>
          <Typography component="div" sx={{ fontWeight: 'fontWeightMedium', fontVariantNumeric: 'tabular-nums' }}>
            {number(Score, 1)}
          </Typography>
          <Typography component="div" variant="caption" color="textSecondary" noWrap>
            <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
              {t('km', { distance: number(DistanceKm) })}
            </Box>
            <Box component="span" sx={{ display: { sm: 'none' } }}>
              {t('kmAlone', { distance: number(DistanceKm) })}
            </Box>
          </Typography>
        </Box>
      )}
    </ButtonBase>
  );
};

interface Props {
  readonly days: readonly CalendarDay[];
  readonly chosen: string | undefined;
  readonly onChoose: (date: string) => void;
}

export const MonthGrid = ({ days, chosen, onChoose }: Props) => {
  const { locale } = useFormat();
  const firstWeekday = days[0] ? weekdayOf(days[0].Date) : 1;
  return (
    <Box sx={{ display: 'grid', gap: { xs: 0.5, sm: 1 }, gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' }}>
      {[1, 2, 3, 4, 5, 6, 7].map(weekday => (
        <Typography key={weekday} variant="caption" color="textSecondary" sx={{ textAlign: 'center' }}>
          <abbr title={weekdayText(weekday, locale, 'long')} style={{ textDecoration: 'none' }}>
            {weekdayText(weekday, locale, 'short')}
          </abbr>
        </Typography>
      ))}
      {firstWeekday > 1 && <Box sx={{ gridColumn: `span ${firstWeekday - 1}` }} />}
      {days.map(day => (
        <DayCell key={day.Date} day={day} chosen={day.Date === chosen} onChoose={onChoose} />
      ))}
    </Box>
  );
};
