import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import PaginationItem from '@mui/material/PaginationItem';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../../api/client.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { usualPageSize } from '../../../contract/limits.ts';
import { type ManoeuvreKind, manoeuvreKinds } from '../../../contract/manoeuvres.ts';
import type { PanelProps } from '../panelProps.ts';
import { useFormat } from '../useFormat.ts';
import { EventsPanel } from './EventsPanel.tsx';
import { TripTable } from './TripTable.tsx';

const useTrips = ({ who, span, state: { page } }: PanelProps) =>
  useQuery({
    queryKey: ['scoring', 'trips', who, span, page],
    queryFn: ({ signal }) =>
      api('GET /api/v2/StatisticSummingTrip/list')({
        query: { ...who, ...span, page, pageSize: usualPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

const Trips = (props: PanelProps) => {
  const { who, state, address } = props;
  const { translate, number } = useFormat();
  const query = useTrips(props);
  return (
    <Loaded query={query} skeleton={<Skeleton variant="rounded" height={480} />} failed="scoring.failed">
      {({ Items, Total, NotCounted }) => (
        <Paper component="section" sx={{ p: 2, minWidth: 0 }} aria-busy={query.isPlaceholderData}>
          <Typography variant="h2" sx={{ mb: 1 }}>
            {/* The figures of the period leave these out: what makes the difference is said. */}
            {translate(`scoring.trips.${NotCounted > 0 ? 'someNotCounted' : 'title'}`, {
              count: number(Total),
              left: number(NotCounted),
            })}
          </Typography>
          {Total === 0 ? (
            <Notice place="line" title={translate('scoring.trips.empty')} />
          ) : (
            <TripTable who={who} trips={Items} />
          )}
          {Total > usualPageSize && (
            <Pagination
              aria-label={translate('scoring.trips.page')}
              count={Math.ceil(Total / usualPageSize)}
              page={state.page}
              sx={{ mt: 1.5 }}
              renderItem={item => (
                <PaginationItem
                  {...item}
                  {...(item.page !== null && { component: Link, to: address({ page: item.page }) })}
                />
              )}
            />
          )}
        </Paper>
      )}
    </Loaded>
  );
};

const isManoeuvre = (part: string | undefined): part is ManoeuvreKind => manoeuvreKinds.some(kind => kind === part);

/** The trips of the period, or their events of one kind on a map. */
export const TripsPanel = (props: PanelProps) => {
  const { state, address } = props;
  const { translate } = useFormat();
  const navigate = useNavigate();
  const { part } = state;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TextField
        select
        size="small"
        label={translate('scoring.events.part')}
        value={part ?? ''}
        onChange={event =>
          navigate(address({ part: event.target.value === '' ? undefined : (event.target.value as typeof part) }), {
            preventScrollReset: true,
          })
        }
        sx={{ maxWidth: 280 }}
        slotProps={{
          // A menu that fades out still receives keys and loses them, so it closes without a transition.
          select: { displayEmpty: true, MenuProps: { transitionDuration: 0 } },
          inputLabel: { shrink: true },
        }}
      >
        <MenuItem value="">{translate('scoring.events.any')}</MenuItem>
        {[...manoeuvreKinds, 'night'].map(kind => (
          <MenuItem key={kind} value={kind}>
            {translate(`scoring.parts.${kind}`)}
          </MenuItem>
        ))}
      </TextField>
      {part === 'night' && <Typography color="textSecondary">{translate('scoring.events.night')}</Typography>}
      {isManoeuvre(part) ? <EventsPanel {...props} part={part} /> : <Trips {...props} />}
    </Box>
  );
};
