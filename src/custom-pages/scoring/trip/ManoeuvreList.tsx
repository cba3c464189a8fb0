import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useClock, useClockState } from '../../../components/clock/ClockContext.tsx';
import { formatDuration } from '../../../fields/format.ts';
import { useFormat } from '../useFormat.ts';
import { offsetOf, type Trip } from './queries.ts';

/** Events of the trip in time order. A click moves map and curves to the event. */
export const ManoeuvreList = ({ trip }: { trip: Trip }) => {
  const { translate, number } = useFormat();
  const clock = useClock();
  const current = useClockState(({ time }) =>
    trip.Events.findIndex(({ Start, End }) => time >= offsetOf(trip, Start) - 0.5 && time <= offsetOf(trip, End) + 0.5),
  );
  if (trip.Events.length === 0)
    return (
      <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
        {translate(trip.EventsCount === null ? 'scoring.trip.notLooked' : 'scoring.trip.noManoeuvres')}
      </Typography>
    );
  return (
    <List
      dense
      disablePadding
      // Next to the map the list has the map's height. Below it, or without a map, it has its own height.
      sx={[
        { overflowY: 'auto', maxHeight: 320 },
        trip.Track.length > 0 && { maxHeight: { lg: 'none' }, flex: { lg: '1 1 0' }, minHeight: 0 },
      ]}
    >
      {trip.Events.map(({ Kind, Start, PeakG, Speed }, at) => (
        <ListItem key={`${Start} ${Kind}`} disablePadding>
          <ListItemButton
            selected={at === current}
            aria-current={at === current || undefined}
            onClick={() => clock.seek(offsetOf(trip, Start))}
          >
            <ListItemText
              primary={translate(`scoring.parts.${Kind}`)}
              secondary={[
                formatDuration(offsetOf(trip, Start)),
                PeakG !== null && `${number(PeakG, 2)} ${translate('accident.units.g')}`,
                Speed !== null && `${number(Speed)} ${translate('accident.units.kmh')}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
};
