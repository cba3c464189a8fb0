import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { ScoreText } from '../../../components/score/ScoreText.tsx';
import type { TripRow } from '../../../contract/shapes/telemetry.ts';
import { formatMoment } from '../../../fields/format.ts';
import { minuteMs } from '../../../schema/kinds/time.ts';
import { ComplicationText } from '../ComplicationText.tsx';
import type { ScoringObject } from '../queries.ts';
import { useFormat } from '../useFormat.ts';

/** Returns the path of a trip's page. `shownAt`: the moment that map and curves show first. */
export const tripAddress = ({ voucherId, objectId }: ScoringObject, tripId: number, shownAt?: string): string => {
  const query = new URLSearchParams({
    ...(objectId !== undefined && { voucherObjectId: objectId }),
    ...(shownAt && { at: shownAt }),
  });
  const queryText = query.toString();
  return `/cabinet/scoring/${voucherId}/trips/${tripId}/${queryText && `?${queryText}`}`;
};

const numberCellStyle = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
/**
 * Hides a column of the table on a phone. Its value then stands under the time of the trip, because the column would
 * push the score out of view.
 */
const hiddenOnPhoneStyle = { display: { xs: 'none', sm: 'table-cell' } } as const;
const phoneColumns = ['DateTime', 'EventsCount', 'Score'];
/** Hides the column of notes on a phone and a tablet. The notes then stand under the time of the trip. */
const notesColumnStyle = { display: { xs: 'none', xl: 'table-cell' } } as const;
const columns = ['DateTime', 'Duration', 'Distance', 'Speed', 'EventsCount', 'Complication', 'Score', 'Notes'] as const;

const TripNotes = ({ trip }: { trip: TripRow }) => {
  const { translate } = useFormat();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, minWidth: 0 }}>
      {!trip.Counted && (
        <Chip
          size="small"
          variant="outlined"
          label={translate(`scoring.trips.${trip.Excluded ? 'excluded' : trip.Held ? 'held' : 'notCounted'}`)}
        />
      )}
      {/* Under the time of the trip the note wraps, because one long line would push the score out of view. */}
      <Typography
        variant="body2"
        title={trip.Notes}
        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', overflowWrap: 'anywhere', whiteSpace: { xl: 'nowrap' } }}
      >
        {trip.Notes}
      </Typography>
    </Box>
  );
};

const TripTableRow = ({ scoringObject, trip }: { scoringObject: ScoringObject; trip: TripRow }) => {
  const { locale, translate, number, duration, moment } = useFormat();
  const startText = moment(trip.DateTime);
  const localText =
    trip.UtcOffsetMinutes === null
      ? null
      : formatMoment(new Date(Date.parse(trip.DateTime) + trip.UtcOffsetMinutes * minuteMs), locale, 'UTC');
  const formatUnit = (value: number, name: 'kilometer' | 'kilometer-per-hour') =>
    value.toLocaleString(locale, { style: 'unit', unit: name, maximumFractionDigits: name === 'kilometer' ? 1 : 0 });
  return (
    <TableRow hover sx={{ position: 'relative', ...(!trip.Counted && { color: 'text.secondary' }) }}>
      <TableCell sx={numberCellStyle}>
        <MuiLink
          component={Link}
          to={tripAddress(scoringObject, trip.Id)}
          aria-label={translate('scoring.trips.open', { at: startText })}
          sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
        >
          {startText}
        </MuiLink>
        {localText !== null && localText !== startText && (
          <Typography variant="caption" component="div" color="textSecondary">
            {translate('scoring.trips.localTime', { at: localText })}
          </Typography>
        )}
        <Typography variant="caption" component="div" color="textSecondary" sx={{ display: { sm: 'none' } }}>
          {`${duration(trip.DurationS)} · ${formatUnit(trip.DistanceKm, 'kilometer')}`}
          {trip.EstimatedKm ? ` (${translate('scoring.trips.estimated', { km: number(trip.EstimatedKm, 1) })})` : null}
          {` · ${formatUnit(trip.AverageSpeed, 'kilometer-per-hour')}`}
          <br />
          {translate('scoring.trips.Complication')}: <ComplicationText complication={trip.Complication} />
        </Typography>
        <Box sx={{ display: { xl: 'none' }, whiteSpace: 'normal' }}>
          <TripNotes trip={trip} />
        </Box>
      </TableCell>
      <TableCell align="right" sx={{ ...numberCellStyle, ...hiddenOnPhoneStyle }}>
        {duration(trip.DurationS)}
      </TableCell>
      <TableCell align="right" sx={{ ...numberCellStyle, ...hiddenOnPhoneStyle }}>
        {number(trip.DistanceKm, 1)}
        {trip.EstimatedKm ? (
          <Typography variant="caption" component="div" color="textSecondary">
            {translate('scoring.trips.estimated', { km: number(trip.EstimatedKm, 1) })}
          </Typography>
        ) : null}
      </TableCell>
      <TableCell align="right" sx={{ ...numberCellStyle, ...hiddenOnPhoneStyle }}>
        {number(trip.AverageSpeed)}
        <Typography component="span" variant="caption" color="textSecondary">
          {` / ${number(trip.MaximumSpeed)}`}
        </Typography>
      </TableCell>
      <TableCell align="right" sx={numberCellStyle}>
        {number(trip.EventsCount)}
      </TableCell>
      <TableCell align="right" sx={{ ...numberCellStyle, ...hiddenOnPhoneStyle }}>
        <ComplicationText complication={trip.Complication} />
      </TableCell>
      <TableCell align="right" sx={numberCellStyle}>
        <ScoreText score={trip.Score} locale={locale} showsBandName={false} />
      </TableCell>
      <TableCell sx={{ maxWidth: 240, ...notesColumnStyle }}>
        <TripNotes trip={trip} />
      </TableCell>
    </TableRow>
  );
};

/** Table of trips with the columns of the specification. Each row links to the page of its trip. */
export const TripTable = ({ scoringObject, trips }: { scoringObject: ScoringObject; trips: readonly TripRow[] }) => {
  const { translate } = useFormat();
  const label = translate('scoring.tabs.trips');
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label}>
      <Table size="small" sx={{ minWidth: { sm: 760 }, '& .MuiTableCell-root': { px: { xs: 0.5, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            {columns.map(name => (
              <TableCell
                key={name}
                align={name === 'DateTime' || name === 'Notes' ? 'left' : 'right'}
                sx={phoneColumns.includes(name) ? undefined : name === 'Notes' ? notesColumnStyle : hiddenOnPhoneStyle}
              >
                {translate(`scoring.trips.${name}`)}
                {name === 'Speed' && (
                  <Typography variant="caption" color="textSecondary" component="div">
                    {translate('scoring.trips.speedHelp')}
                  </Typography>
                )}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {trips.map(trip => (
            <TripTableRow key={trip.Id} scoringObject={scoringObject} trip={trip} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
