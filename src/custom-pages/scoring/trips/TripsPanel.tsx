import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import PaginationItem from '@mui/material/PaginationItem';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { api } from '../../../api/client.ts';
import { ClockProvider } from '../../../components/clock/ClockContext.tsx';
import type { SceneMark } from '../../../components/map/scene.ts';
import { TrackMap } from '../../../components/map/TrackMap.tsx';
import { trackOf } from '../../../components/map/track.ts';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import { defaultPageSize, exportRowsMax } from '../../../contract/limits.ts';
import { type ManoeuvreKind, manoeuvreKinds } from '../../../contract/scoring.ts';
import type { CountedManoeuvre, TripRow } from '../../../contract/shapes/telemetry.ts';
import { type ExportedTable, kindColumn, numberColumn } from '../../../screens/export/columns.ts';
import { TableExport } from '../../../screens/export/TableExport.tsx';
import type { PanelProps } from '../panelProps.ts';
import { useAbout } from '../useAbout.ts';
import { useFormat } from '../useFormat.ts';
import { TripTable, tripAddress } from './TripTable.tsx';

const emptyTrack = trackOf([]);
const emptyHeadings: readonly number[] = [];

type LocatedManoeuvre = CountedManoeuvre & { readonly Latitude: number; readonly Longitude: number };
const hasPosition = (event: CountedManoeuvre): event is LocatedManoeuvre =>
  event.Latitude !== null && event.Longitude !== null;

const EventsMap = ({ events, onMark }: { events: readonly CountedManoeuvre[]; onMark: (id: number) => void }) => {
  const { translate, moment } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language, and the map with them
  const marks = useMemo<readonly SceneMark[]>(
    () =>
      events.filter(hasPosition).map(({ Id, Kind, Start, Latitude, Longitude }) => ({
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
          track={emptyTrack}
          headings={emptyHeadings}
          impact={null}
          severity={null}
          marks={marks}
          onMarkClick={onMark}
          legend={null}
        />
      </ClockProvider>
    </Box>
  );
};

type Period = Pick<PanelProps, 'scoringObject' | 'span'>;

interface Props extends Period {
  readonly events: readonly CountedManoeuvre[];
  /** Total number of manoeuvres. `events` may hold only some of them. */
  readonly total: number;
  readonly part: ManoeuvreKind;
}

const EventsView = ({ scoringObject, span, events, total, part }: Props) => {
  const about = useAbout(scoringObject, span);
  const { translate, number, moment } = useFormat();
  const navigate = useNavigate();
  const t = (key: string, values?: object) => translate(`scoring.events.${key}`, { ...values });
  const onMark = useCallback(
    (id: number) => {
      const event = events.find(({ Id }) => Id === id);
      if (event) void navigate(tripAddress(scoringObject, event.TripId, event.Start));
    },
    [events, scoringObject, navigate],
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
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
          <Typography variant="h2">{title}</Typography>
          <TableExport
            table={{
              name: 'manoeuvres',
              title: translate(`scoring.parts.${part}`),
              about,
              columns: [
                kindColumn<CountedManoeuvre>(t('when'), 'dateTime', ({ Start }) => Start),
                numberColumn<CountedManoeuvre>(t('peak'), 2, ({ PeakG }) => PeakG),
                numberColumn<CountedManoeuvre>(t('speed'), 0, ({ Speed }) => Speed),
              ],
              readRows: () => events,
            }}
          />
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t('about')} {total > events.length && t('more', { shown: number(events.length), count: number(total) })}
        </Typography>
        <TableContainer tabIndex={0} role="group" aria-label={title} sx={{ maxHeight: 420 }}>
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
                    <MuiLink component={Link} to={tripAddress(scoringObject, TripId, Start)}>
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

const EventsPanel = ({ scoringObject, span, part }: PanelProps & { part: ManoeuvreKind }) => {
  const { translate } = useFormat();
  const query = useQuery({
    queryKey: ['scoring', 'manoeuvres', scoringObject, span, part],
    queryFn: ({ signal }) =>
      api('GET /api/v3/scoring/manoeuvres')({ query: { ...scoringObject, ...span, kind: part }, signal }),
  });
  return (
    <QueryContent query={query} skeleton={<Skeleton variant="rounded" height={480} />} failureText="scoring.failed">
      {({ Items, Total }) =>
        Total === 0 ? (
          <Notice area="line" title={translate('scoring.events.empty')} />
        ) : (
          <EventsView scoringObject={scoringObject} span={span} events={Items} total={Total} part={part} />
        )
      }
    </QueryContent>
  );
};

const useTrips = ({ scoringObject, span, state: { page } }: PanelProps) =>
  useQuery({
    queryKey: ['scoring', 'trips', scoringObject, span, page],
    queryFn: ({ signal }) =>
      api('GET /api/v2/StatisticSummingTrip/list')({
        query: { ...scoringObject, ...span, page, pageSize: defaultPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

const useExportedTrips = ({ scoringObject, span }: Period): ExportedTable<TripRow> => {
  const { translate } = useFormat();
  const t = (key: string) => translate(`scoring.trips.${key}`);
  const countedText = ({ Counted, Excluded, Held }: TripRow) =>
    Counted ? translate('lists.yes') : t(Excluded ? 'excluded' : Held ? 'held' : 'notCounted');
  return {
    name: 'trips',
    title: translate('scoring.tabs.trips'),
    about: useAbout(scoringObject, span),
    columns: [
      kindColumn(t('DateTime'), 'dateTime', ({ DateTime }) => DateTime),
      kindColumn(t('Duration'), 'duration', ({ DurationS }) => DurationS),
      numberColumn(t('Distance'), 1, ({ DistanceKm }) => DistanceKm),
      numberColumn(t('Estimated'), 1, ({ EstimatedKm }) => EstimatedKm || null),
      numberColumn(translate('scoring.figures.AverageSpeed'), 0, ({ AverageSpeed }) => AverageSpeed),
      numberColumn(translate('scoring.figures.MaximumSpeed'), 0, ({ MaximumSpeed }) => MaximumSpeed),
      numberColumn(t('EventsCount'), 0, ({ EventsCount }) => EventsCount),
      numberColumn(t('Complication'), 0, ({ Complication }) => Complication),
      numberColumn(t('Score'), 1, ({ Score }) => Score),
      kindColumn(t('counted'), 'text', countedText),
      kindColumn(t('Notes'), 'text', ({ Notes }) => Notes),
    ],
    readRows: async signal => {
      const query = { ...scoringObject, ...span, pageSize: exportRowsMax.xlsx };
      return (await api('GET /api/v2/StatisticSummingTrip/list')({ query, signal })).Items;
    },
  };
};

const Trips = (props: PanelProps) => {
  const { scoringObject, state, addressAfter } = props;
  const { translate, number } = useFormat();
  const query = useTrips(props);
  const exportedTrips = useExportedTrips(props);
  return (
    <QueryContent query={query} skeleton={<Skeleton variant="rounded" height={480} />} failureText="scoring.failed">
      {({ Items, Total, NotCounted }) => (
        <Paper component="section" sx={{ p: 2, minWidth: 0 }} aria-busy={query.isPlaceholderData}>
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 1 }}>
            <Typography variant="h2">
              {/* The heading tells how many trips do not count, because the figures of the period leave them out. */}
              {translate(`scoring.trips.${NotCounted > 0 ? 'someNotCounted' : 'title'}`, {
                count: number(Total),
                left: number(NotCounted),
              })}
            </Typography>
            {Total > 0 && <TableExport table={exportedTrips} />}
          </Box>
          {Total === 0 ? (
            <Notice area="line" title={translate('scoring.trips.empty')} />
          ) : (
            <TripTable scoringObject={scoringObject} trips={Items} />
          )}
          {Total > defaultPageSize && (
            <Pagination
              aria-label={translate('scoring.trips.page')}
              count={Math.ceil(Total / defaultPageSize)}
              page={state.page}
              sx={{ mt: 1.5 }}
              renderItem={item => (
                <PaginationItem
                  {...item}
                  {...(item.page !== null && { component: Link, to: addressAfter({ page: item.page }) })}
                />
              )}
            />
          )}
        </Paper>
      )}
    </QueryContent>
  );
};

const isManoeuvre = (part: string | undefined): part is ManoeuvreKind => manoeuvreKinds.some(kind => kind === part);

export const TripsPanel = (props: PanelProps) => {
  const { state, addressAfter } = props;
  const { translate } = useFormat();
  const navigate = useNavigate();
  const { part } = state;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TextField
        select
        label={translate('scoring.events.part')}
        value={part ?? ''}
        onChange={event =>
          navigate(
            addressAfter({ part: event.target.value === '' ? undefined : (event.target.value as typeof part) }),
            {
              preventScrollReset: true,
            },
          )
        }
        sx={{ maxWidth: 280 }}
        slotProps={{
          // The menu closes without a transition, because a menu that fades out takes key presses and loses them.
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
