import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../api/client.ts';
import { ClockProvider } from '../../../components/clock/ClockContext.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import type { SceneMark } from '../../../components/map/scene.ts';
import { TrackMap } from '../../../components/map/TrackMap.tsx';
import { trackOf } from '../../../components/map/track.ts';
import { Notice } from '../../../components/Notice.tsx';
import type { ManoeuvreKind } from '../../../contract/manoeuvres.ts';
import type { EventRow } from '../../../contract/shapes/rawLog.ts';
import type { PanelProps } from '../panelProps.ts';
import { useFormat } from '../useFormat.ts';
import { tripAddress } from './tripAddress.ts';

const eventsMax = 10_000;
const shownMax = 300;
const noTrack = trackOf([]);
const noHeadings: readonly number[] = [];

type Placed = EventRow & { readonly Latitude: number; readonly Longitude: number };
const isPlaced = (event: EventRow): event is Placed => event.Latitude !== null && event.Longitude !== null;

const EventsMap = ({ events, onMark }: { events: readonly EventRow[]; onMark: (id: number) => void }) => {
  const { translate, moment } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language, and the map with them
  const marks = useMemo<readonly SceneMark[]>(
    () =>
      events.filter(isPlaced).map(({ Id, Kind, Start, Latitude, Longitude }) => ({
        id: Id,
        kind: Kind as ManoeuvreKind,
        at: [Longitude, Latitude] as const,
        label: translate('scoring.events.at', { part: translate(`scoring.parts.${Kind}`), at: moment(Start) }),
      })),
    [events, translate],
  );
  return (
    <Box sx={{ height: { xs: '45vh', lg: 1 }, minHeight: 320 }}>
      <ClockProvider>
        <TrackMap
          track={noTrack}
          headings={noHeadings}
          impact={null}
          severity={null}
          marks={marks}
          onMark={onMark}
          legend={null}
        />
      </ClockProvider>
    </Box>
  );
};

const Events = ({ who, events, part }: Pick<PanelProps, 'who'> & { events: readonly EventRow[]; part: string }) => {
  const { translate, number, moment } = useFormat();
  const navigate = useNavigate();
  const t = (key: string, values?: object) => translate(`scoring.events.${key}`, { ...values });
  const addressOf = useCallback(
    ({ TripId, Start }: EventRow) => (TripId === null ? undefined : tripAddress(who, TripId, Start)),
    [who],
  );
  const onMark = useCallback(
    (id: number) => {
      const event = events.find(({ Id }) => Id === id);
      const to = event && addressOf(event);
      if (to) void navigate(to);
    },
    [events, addressOf, navigate],
  );
  const shown = useMemo(() => events.slice(0, shownMax), [events]);
  const title = t('title', { part: translate(`scoring.parts.${part}`), count: number(events.length) });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      <Paper component="section" aria-label={t('map')} sx={{ minWidth: 0, overflow: 'hidden' }}>
        <EventsMap events={shown} onMark={onMark} />
      </Paper>
      <Paper component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
        <Typography variant="h2">{title}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t('about')}{' '}
          {events.length > shownMax && t('more', { shown: number(shownMax), count: number(events.length) })}
        </Typography>
        <TableContainer tabIndex={0} role="region" aria-label={title} sx={{ maxHeight: 420 }}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>{t('when')}</TableCell>
                <TableCell align="right">{t('peak')}</TableCell>
                <TableCell align="right">{t('speed')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {shown.map(event => {
                const to = addressOf(event);
                return (
                  <TableRow key={event.Id} hover>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>
                      {to ? (
                        <MuiLink component={Link} to={to}>
                          {moment(event.Start)}
                        </MuiLink>
                      ) : (
                        moment(event.Start)
                      )}
                    </TableCell>
                    <TableCell align="right">{number(event.PeakG, 2)}</TableCell>
                    <TableCell align="right">{number(event.Speed)}</TableCell>
                  </TableRow>
                );
              })}
            </TableBody>
          </Table>
        </TableContainer>
      </Paper>
    </Box>
  );
};

/** Manoeuvres of one kind in the period, the latest first: where they were, and the trips they were on. */
export const EventsPanel = ({ who, objectId, span, part }: PanelProps & { part: ManoeuvreKind }) => {
  const { translate } = useFormat();
  const query = useQuery({
    queryKey: ['scoring', 'events', objectId, span],
    queryFn: ({ signal }) => api('GET /api/events')({ query: { objectId, ...span, pageSize: eventsMax }, signal }),
    refetchOnMount: 'always',
  });
  const events = useMemo(
    () => query.data?.Items.filter(({ Type, Kind }) => Type === 'manoeuvre' && Kind === part).reverse() ?? [],
    [query.data, part],
  );
  return (
    <Loaded query={query} skeleton={<Skeleton variant="rounded" height={480} />} failed="scoring.failed">
      {() =>
        events.length === 0 ? (
          <Notice place="line" title={translate('scoring.events.empty')} />
        ) : (
          <Events who={who} events={events} part={part} />
        )
      }
    </Loaded>
  );
};
