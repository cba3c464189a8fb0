import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { NonBreakingUnits } from '../../../components/NonBreakingUnits.tsx';
import type { EventCounts, Figures } from '../../../contract/shapes/statistics.ts';
import { ComplicationText } from '../ComplicationText.tsx';
import { useFormat } from '../useFormat.ts';

/** Returns the number of manoeuvres, bumps included and impacts excluded. Null if no kind was measured. */
export const countManoeuvres = (events: EventCounts): number | null => {
  const { Acceleration, Braking, Cornering, DirectionChange, Speeding, Bump } = events;
  const measuredCounts = [Acceleration, Braking, Cornering, DirectionChange, Speeding, Bump].filter(
    count => count !== null,
  );
  return measuredCounts.length > 0 ? measuredCounts.reduce((sum, count) => sum + count, 0) : null;
};

/** Returns the number of manoeuvres per 100 measured km. Null if nothing was measured. */
export const manoeuvresPer100Km = ({ Events, MeasuredKm }: Figures): number | null => {
  const count = countManoeuvres(Events);
  return count === null || !MeasuredKm ? null : (count / MeasuredKm) * 100;
};

/** Returns a function that shows the figures of a period with their units. */
export const useFigureTexts = () => {
  const { number, duration } = useFormat();
  return (figures: Figures) =>
    [
      ['DistanceKm', number(figures.DistanceKm, 1)],
      ['MeasuredKm', number(figures.MeasuredKm, 1)],
      ['DurationS', duration(figures.DurationS)],
      ['TripsCount', number(figures.TripsCount)],
      ['AverageSpeed', number(figures.AverageSpeed)],
      ['MaximumSpeed', number(figures.MaximumSpeed)],
      ['NightDurationS', duration(figures.NightDurationS)],
      ['RushDurationS', duration(figures.RushDurationS)],
      ['SpeedingDurationS', duration(figures.SpeedingDurationS)],
      [
        'Complication',
        figures.TripsCount ? (
          <ComplicationText key="complication" complication={figures.Complication} decimals={1} />
        ) : (
          number(null)
        ),
      ],
      ['events', number(countManoeuvres(figures.Events))],
    ] as const;
};

export const FiguresPanel = ({ figures }: { figures: Figures }) => {
  const { translate } = useFormat();
  const figureTexts = useFigureTexts();
  return (
    <Paper component="section" aria-label={translate('scoring.figures.title')} sx={{ p: 2 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {translate('scoring.figures.title')}
      </Typography>
      <Box
        component="dl"
        sx={{
          // Same layout as the figures on the page of a trip.
          ...{ m: 0, display: 'grid', gap: 2, alignItems: 'end' },
          gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
        }}
      >
        {figureTexts(figures).map(([name, text]) => (
          <div key={name}>
            <Typography component="dt" variant="caption" color="textSecondary">
              <NonBreakingUnits text={translate(`scoring.figures.${name}`)} />
            </Typography>
            <Typography component="dd" variant="h3" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
              {text}
            </Typography>
          </div>
        ))}
      </Box>
    </Paper>
  );
};
