import LocationOffOutlined from '@mui/icons-material/LocationOffOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useCallback, useMemo } from 'react';
import { useClock } from '../../../components/clock/ClockContext.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import type { SceneMark } from '../../../components/map/scene.ts';
import { TrackMap } from '../../../components/map/TrackMap.tsx';
import { headingsOf, pointsOf, trackOf } from '../../../components/map/track.ts';
import { Notice } from '../../../components/Notice.tsx';
import { useFormat } from '../useFormat.ts';
import { ManoeuvreList } from './ManoeuvreList.tsx';
import { offsetOf, type Trip, useCurves } from './queries.ts';
import { SpeedLegend } from './SpeedLegend.tsx';
import { TripCurves } from './TripCurves.tsx';

const TripMap = ({ trip }: { trip: Trip }) => {
  const clock = useClock();
  const { translate, moment } = useFormat();
  const track = useMemo(() => trackOf(trip.Track), [trip.Track]);
  const headings = useMemo(() => headingsOf(pointsOf(track)), [track]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language, and the marks with them
  const marks = useMemo<readonly SceneMark[]>(
    () =>
      trip.Events.flatMap(({ Kind, Start, Latitude, Longitude }, id) =>
        Latitude === null || Longitude === null
          ? []
          : [
              {
                id,
                kind: Kind,
                at: [Longitude, Latitude] as const,
                label: translate('scoring.events.at', { part: translate(`scoring.parts.${Kind}`), at: moment(Start) }),
              },
            ],
      ),
    [trip.Events, translate],
  );
  const onMark = useCallback(
    (id: number) => {
      const event = trip.Events[id];
      if (event) clock.seek(offsetOf(trip, event.Start));
    },
    [clock, trip],
  );
  if (track.times.length === 0) return <Notice icon={LocationOffOutlined} title={translate('scoring.trip.noMap')} />;
  return (
    <TrackMap
      track={track}
      headings={headings}
      impact={null}
      severity={null}
      bySpeed
      marks={marks}
      onMark={onMark}
      legend={<SpeedLegend marks={marks} />}
    />
  );
};

/** Map, manoeuvres and curves of a trip with a shared clock. */
export const TripBench = ({ trip }: { trip: Trip }) => {
  const { translate, number } = useFormat();
  const curves = useCurves(trip);
  const t = (key: string, values?: object) => translate(`scoring.trip.${key}`, { ...values });
  const title = t('manoeuvres', { count: number(trip.EventsCount) });
  const drawn = trip.Track.length > 0;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(drawn && { lg: 'minmax(0, 1fr) 320px' }) },
      }}
    >
      <Paper component="section" aria-label={t('map')} sx={{ minWidth: 0, overflow: 'hidden' }}>
        {/* Where there is nothing to draw the notice is as tall as its text. */}
        <Box sx={drawn ? { height: 'clamp(280px, 46vh, 560px)' } : undefined}>
          <TripMap trip={trip} />
        </Box>
      </Paper>
      <Paper
        component="section"
        aria-label={title}
        sx={{
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          ...(drawn && { maxHeight: { lg: 'clamp(280px, 46vh, 560px)' } }),
        }}
      >
        <Typography variant="h2" sx={{ p: 2, pb: 1 }}>
          {title}
        </Typography>
        <ManoeuvreList trip={trip} />
      </Paper>
      <Paper component="section" aria-label={t('curves')} sx={{ minWidth: 0, gridColumn: '1 / -1' }}>
        {/* Alone a failure would not say what of the page is missing. */}
        {curves.isError && !curves.isFetching && !curves.data && (
          <Typography variant="h2" sx={{ p: 2, pb: 1 }}>
            {t('curves')}
          </Typography>
        )}
        <Loaded query={curves} skeleton={<Skeleton variant="rectangular" height={420} />} failed="scoring.failed">
          {data => <TripCurves trip={trip} curves={data} />}
        </Loaded>
      </Paper>
    </Box>
  );
};
