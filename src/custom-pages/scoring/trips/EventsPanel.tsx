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
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../../api/client.ts';
import { ClockProvider } from '../../../components/clock/ClockContext.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import type { SceneMark } from '../../../components/map/scene.ts';
import { TrackMap } from '../../../components/map/TrackMap.tsx';
import { trackOf } from '../../../components/map/track.ts';
import { Notice } from '../../../components/Notice.tsx';
import type { ManoeuvreKind } from '../../../contract/manoeuvres.ts';
import type { CountedManoeuvre } from '../../../contract/shapes/telemetry.ts';
import type { PanelProps } from '../panelProps.ts';
import { useFormat } from '../useFormat.ts';
import { tripAddress } from './tripAddress.ts';

const noTrack = trackOf([]);
const noHeadings: readonly number[] = [];

type Placed = CountedManoeuvre & { readonly Latitude: number; readonly Longitude: number };
const isPlaced = (event: CountedManoeuvre): event is Placed => event.Latitude !== null && event.Longitude !== null;

const EventsMap = ({ events, onMark }: { events: readonly CountedManoeuvre[]; onMark: (id: number) => void }) => {
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

interface Props extends Pick<PanelProps, 'who'> {
  readonly events: readonly CountedManoeuvre[];
  /** Total number. Only a part of them is shown. */
  readonly total: number;
  readonly part: ManoeuvreKind;
}

const Events = ({ who, events, total, part }: Props) => {
  const { translate, number, moment } = useFormat();
  const navigate = useNavigate();
  const t = (key: string, values?: object) => translate(`scoring.events.${key}`, { ...values });
  const onMark = useCallback(
    (id: number) => {
      const event = events.find(({ Id }) => Id === id);
      if (event) void navigate(tripAddress(who, event.TripId, event.Start));
    },
    [events, who, navigate],
  );
  const title = t('title', { part: translate(`scoring.parts.${part}`), count: number(total) });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      <Paper component="section" aria-label={t('map')} sx={{ minWidth: 0, overflow: 'hidden' }}>
        <EventsMap events={events} onMark={onMark} />
      </Paper>
      <Paper component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
        <Typography variant="h2">{title}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t('about')} {total > events.length && t('more', { shown: number(events.length), count: number(total) })}
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
              {events.map(({ Id, TripId, Start, PeakG, Speed }) => (
                <TableRow key={Id} hover>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>
                    <MuiLink component={Link} to={tripAddress(who, TripId, Start)}>
                      {moment(Start)}
                    </MuiLink>
                  </TableCell>
                  <TableCell align="right">{number(PeakG, 2)}</TableCell>
                  <TableCell align="right">{number(Speed)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      </Paper>
    </Box>
  );
};

/** Counted manoeuvres of one kind in the period, latest first, on a map and with their trips. */
export const EventsPanel = ({ who, span, part }: PanelProps & { part: ManoeuvreKind }) => {
  const { translate } = useFormat();
  const query = useQuery({
    queryKey: ['scoring', 'manoeuvres', who, span, part],
    queryFn: ({ signal }) => api('GET /api/v3/scoring/manoeuvres')({ query: { ...who, ...span, kind: part }, signal }),
  });
  return (
    <Loaded query={query} skeleton={<Skeleton variant="rounded" height={480} />} failed="scoring.failed">
      {({ Items, Total }) =>
        Total === 0 ? (
          <Notice place="line" title={translate('scoring.events.empty')} />
        ) : (
          <Events who={who} events={Items} total={Total} part={part} />
        )
      }
    </Loaded>
  );
};
