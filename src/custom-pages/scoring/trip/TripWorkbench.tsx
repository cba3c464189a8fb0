import LocationOffOutlined from '@mui/icons-material/LocationOffOutlined';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClock, useClockState } from '../../../components/clock/ClockContext.tsx';
import { Scrubber } from '../../../components/clock/Scrubber.tsx';
import { useClockAddress } from '../../../components/clock/useClockAddress.ts';
import { useClockKeys } from '../../../components/clock/useClockKeys.ts';
import { plotInset } from '../../../components/curves/plotOptions.ts';
import { Readouts } from '../../../components/curves/Readouts.tsx';
import { type AccelerationSeries, mergeTimes, wholeSpan } from '../../../components/curves/series.ts';
import { markShapes } from '../../../components/map/marks.ts';
import type { SceneMark } from '../../../components/map/scene.ts';
import { speedBandsKmh } from '../../../components/map/speedBands.ts';
import { TrackMap } from '../../../components/map/TrackMap.tsx';
import { headingsOf, pointsOf, trackOf } from '../../../components/map/track.ts';
import { Notice } from '../../../components/Notice.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import type { DriveCurves } from '../../../contract/shapes/driveCurves.ts';
import { LazyBoundary, lazyComponent } from '../../../feedback/LazyBoundary.tsx';
import { useFormat } from '../useFormat.ts';
import { secondsFromStart, type Trip, useCurves } from './queries.ts';

const AccelerationPlot = lazyComponent(
  'AccelerationPlot',
  () => import('../../../components/curves/AccelerationPlot.tsx'),
);
const SpeedPlot = lazyComponent('SpeedPlot', () => import('../../../components/curves/SpeedPlot.tsx'));
const heights = { acceleration: '220px', speed: '160px' } as const;
const skeletonOf = (height: string) => <Skeleton variant="rectangular" sx={{ height }} />;

const TripCurves = ({ trip, curves }: { trip: Trip; curves: DriveCurves }) => {
  const { translate } = useFormat();
  const clock = useClock();
  const [hidden, setHidden] = useState<readonly AccelerationSeries[]>([]);
  const times = useMemo(
    () =>
      mergeTimes(
        mergeTimes(curves.Time, curves.SpeedTime),
        trip.Track.map(([offset]) => offset),
      ),
    [curves, trip],
  );
  useEffect(() => {
    const fullSpan = wholeSpan([times, [0, trip.DurationS]], [0, trip.DurationS]);
    clock.load(times, fullSpan, fullSpan);
  }, [clock, times, trip]);
  useClockAddress();
  useClockKeys();
  const hasAcceleration = curves.Time.length > 1;
  const toggleSeries = (key: AccelerationSeries) =>
    setHidden(previous => (previous.includes(key) ? previous.filter(series => series !== key) : [...previous, key]));
  return (
    <Box sx={{ p: 1, display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Readouts curves={curves} hiddenSeries={hidden} onToggle={hasAcceleration ? toggleSeries : undefined} />
      <Scrubber shows="view" hasCurve inset={plotInset} />
      {hasAcceleration ? (
        <LazyBoundary waiting={skeletonOf(heights.acceleration)}>
          <AccelerationPlot
            curves={curves}
            hiddenSeries={hidden}
            hasTimeAxis={curves.SpeedTime.length < 2}
            height={heights.acceleration}
          />
        </LazyBoundary>
      ) : (
        <Typography variant="caption" color="textSecondary" sx={{ px: 1 }}>
          {translate(curves.SpeedTime.length > 1 ? 'scoring.trip.noAcceleration' : 'scoring.trip.noCurves')}
        </Typography>
      )}
      {curves.SpeedTime.length > 1 && (
        <LazyBoundary waiting={skeletonOf(heights.speed)}>
          <SpeedPlot times={curves.SpeedTime} speeds={curves.Speed} height={heights.speed} />
        </LazyBoundary>
      )}
    </Box>
  );
};

const ManoeuvreList = ({ trip }: { trip: Trip }) => {
  const { translate, number, clockTime } = useFormat();
  const clock = useClock();
  const currentIndex = useClockState(({ time }) =>
    trip.Events.findIndex(
      ({ Start, End }) => time >= secondsFromStart(trip, Start) - 0.5 && time <= secondsFromStart(trip, End) + 0.5,
    ),
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
      // On wide screens the list of events is next to the map and as tall as the map. Below the map, or without a map,
      // the list has its own maximum height.
      sx={[
        { overflowY: 'auto', maxHeight: 320 },
        trip.Track.length > 0 && { maxHeight: { lg: 'none' }, flex: { lg: '1 1 0' }, minHeight: 0 },
      ]}
    >
      {trip.Events.map(({ Kind, Start, PeakG, Speed }, at) => (
        <ListItem key={`${Start} ${Kind}`} disablePadding>
          <ListItemButton
            selected={at === currentIndex}
            aria-current={at === currentIndex || undefined}
            onClick={() => clock.seek(secondsFromStart(trip, Start))}
          >
            <ListItemText
              primary={translate(`scoring.parts.${Kind}`)}
              secondary={[
                `${clockTime(Start)}:${Start.slice(17, 19)}`,
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

const SpeedLegend = ({ marks }: { marks: readonly SceneMark[] }) => {
  const { palette } = useTheme();
  const { translate } = useFormat();
  const bandLabels = [
    ...speedBandsKmh.map(kmh => translate('scoring.trip.upTo', { kmh })),
    translate('scoring.trip.over', { kmh: speedBandsKmh.at(-1) }),
  ];
  const markKinds = [...new Set(marks.map(({ kind }) => kind))];
  return (
    <Box
      component="ul"
      aria-label={translate('scoring.trip.legend')}
      sx={{
        ...{ m: 0, px: 1, py: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'caption' },
        ...{ borderTop: 1, borderColor: 'divider', listStyle: 'none' },
      }}
    >
      <Box component="li" sx={{ color: 'text.secondary' }}>
        {translate('scoring.trip.legend')}
      </Box>
      {bandLabels.map((text, band) => (
        <Box key={text} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box aria-hidden sx={{ width: 16, height: 5, borderRadius: 1, bgcolor: palette.speeds[band] }} />
          {text}
        </Box>
      ))}
      {markKinds.map(kind => (
        <Box key={kind} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box component="svg" viewBox="-13 -13 26 26" aria-hidden sx={{ width: 14, height: 14 }}>
            <path d={markShapes[kind]} fill={palette.warning.main} />
          </Box>
          {translate(`scoring.parts.${kind}`)}
        </Box>
      ))}
    </Box>
  );
};

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
      if (event) clock.seek(secondsFromStart(trip, event.Start));
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
      colourBySpeed
      marks={marks}
      onMarkClick={onMark}
      legend={<SpeedLegend marks={marks} />}
    />
  );
};

export const TripWorkbench = ({ trip }: { trip: Trip }) => {
  const { translate, number } = useFormat();
  const curves = useCurves(trip);
  const t = (key: string, values?: object) => translate(`scoring.trip.${key}`, { ...values });
  const title = t('manoeuvres', { count: number(trip.EventsCount) });
  const hasTrack = trip.Track.length > 0;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(hasTrack && { lg: 'minmax(0, 1fr) 320px' }) },
      }}
    >
      <Paper component="section" aria-label={t('map')} sx={{ minWidth: 0, overflow: 'hidden' }}>
        {/* Without a track a notice replaces the map, and the box is only as tall as the notice. */}
        <Box sx={hasTrack ? { height: 'clamp(280px, 46vh, 560px)' } : undefined}>
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
          ...(hasTrack && { maxHeight: { lg: 'clamp(280px, 46vh, 560px)' } }),
        }}
      >
        <Typography variant="h2" sx={{ p: 2, pb: 1 }}>
          {title}
        </Typography>
        <ManoeuvreList trip={trip} />
      </Paper>
      <Paper component="section" aria-label={t('curves')} sx={{ minWidth: 0, gridColumn: '1 / -1' }}>
        {/* The heading names the curves, because the error message alone does not say which part failed. */}
        {curves.isError && !curves.isFetching && !curves.data && (
          <Typography variant="h2" sx={{ p: 2, pb: 1 }}>
            {t('curves')}
          </Typography>
        )}
        <QueryContent
          query={curves}
          skeleton={<Skeleton variant="rectangular" height={420} />}
          failureText="scoring.failed"
        >
          {data => <TripCurves trip={trip} curves={data} />}
        </QueryContent>
      </Paper>
    </Box>
  );
};
