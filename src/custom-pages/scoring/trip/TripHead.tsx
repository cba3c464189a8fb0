import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { ScoreText } from '../../../components/score/ScoreText.tsx';
import { WholeUnits } from '../../../components/WholeUnits.tsx';
import { useFormat } from '../useFormat.ts';
import type { Trip } from './queries.ts';

/** Date and figures of the trip. */
export const TripHead = ({ trip }: { trip: Trip }) => {
  const { locale, translate, number, duration, moment } = useFormat();
  const facts = [
    [translate('scoring.trips.Duration'), duration(trip.DurationS)],
    [translate('scoring.trips.Distance'), number(trip.DistanceKm, 1)],
    [translate('scoring.figures.AverageSpeed'), number(trip.AverageSpeed)],
    [translate('scoring.figures.MaximumSpeed'), number(trip.MaximumSpeed)],
    [translate('scoring.trips.EventsCount'), number(trip.EventsCount)],
    [translate('scoring.trips.Complication'), number(trip.Complication)],
    [translate('scoring.figures.NightDurationS'), duration(trip.NightDurationS)],
    [translate('scoring.figures.RushDurationS'), duration(trip.RushDurationS)],
    [translate('scoring.trips.Score'), <ScoreText key="score" score={trip.Score} locale={locale} />],
  ] as const;
  return (
    <Paper component="header" sx={{ p: 2 }}>
      <Typography variant="h1" sx={{ mb: 1.5 }}>
        {translate('scoring.trip.title', { at: moment(trip.DateTime) })}
      </Typography>
      <Box
        component="dl"
        sx={{
          // Values are aligned at the bottom, also if a label takes two lines.
          ...{ m: 0, display: 'grid', gap: 1.5, alignItems: 'end' },
          gridTemplateColumns: 'repeat(auto-fill, minmax(128px, 1fr))',
        }}
      >
        {facts.map(([name, text]) => (
          <div key={name}>
            <Typography component="dt" variant="caption" color="textSecondary">
              <WholeUnits text={name} />
            </Typography>
            <Typography
              component="dd"
              sx={{ m: 0, fontVariantNumeric: 'tabular-nums', fontWeight: 'fontWeightMedium' }}
            >
              {text}
            </Typography>
          </div>
        ))}
      </Box>
    </Paper>
  );
};
