import LocationOffOutlinedIcon from '@mui/icons-material/LocationOffOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useClockKeys } from '../../../components/clock/useClockKeys.ts';
import { TrackMap } from '../../../components/map/TrackMap.tsx';
import { headingsOf, type LngLat, pointsOf, type Track, trackOf } from '../../../components/map/track.ts';
import { Notice } from '../../../components/Notice.tsx';
import { hasAnyRole, rights } from '../../../contract/access.ts';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashMap } from '../../../contract/shapes/telemetry.ts';
import { formatNumber, formatSpan } from '../../../fields/format.ts';
import { useLanguage } from '../../../i18n/useLanguage.ts';
import { FactsDrawer } from '../facts/FactsPanel.tsx';
import { formatPlace } from '../formats.ts';
import { useLease } from '../lock/LeaseContext.tsx';
import { Panel, PanelLoaded } from '../Panel.tsx';
import { useCrashCurves, useCrashMap, useMe, useRefetchMapAndCurves, useTrackAround } from '../queries.ts';
import { HiddenSeries, ImpactCurve, Strip } from './CurvesPlayer.tsx';
import { heights, stripHeight } from './heights.ts';

/** Largest time between the report and a fix that still tells where the car was at that moment, s. */
const sameMomentS = 60;

/** Returns the index of the fix that is nearest to the reported moment. The track has at least one fix. */
const nearestFix = ({ times }: Track): number =>
  times.reduce((best, time, index) => (Math.abs(time) < Math.abs(times[best]!) ? index : best), 0);

const Whereabouts = ({ track }: { track: Track }) => {
  const translate = useTranslate();
  const locale = useLanguage();
  const nearest = nearestFix(track);
  const seconds = track.times[nearest]!;
  const kmh = track.speeds[nearest] ?? null;
  const speed = kmh === null ? '' : `, ${formatNumber(kmh, 0, locale)} ${translate('accident.units.kmh')}`;
  const key = Math.abs(seconds) <= sameMomentS ? 'present' : seconds < 0 ? 'earlier' : 'later';
  return (
    <Typography variant="caption" component="p" sx={{ m: 0, px: 1, py: 0.5, borderTop: 1, borderColor: 'divider' }}>
      {translate(`accident.map.report.${key}`, { span: formatSpan(Math.abs(seconds), locale) }) + speed}
    </Typography>
  );
};

export const ReportedMap = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const { data: me } = useMe();
  const { hasLease } = useLease();
  const mayRead = hasLease || (me !== undefined && hasAnyRole(me.Roles, rights.scoring));
  const whereabouts = useTrackAround(accident, mayRead);
  const { Latitude: latitude, Longitude: longitude } = accident;
  const place = useMemo<LngLat | null>(
    () => (latitude === null || longitude === null ? null : [longitude, latitude]),
    [latitude, longitude],
  );
  const track = useMemo(() => trackOf((mayRead && whereabouts.data) || []), [mayRead, whereabouts.data]);
  const headings = useMemo(() => headingsOf(pointsOf(track)), [track]);
  const hasTrack = track.times.length > 0;
  const content =
    hasTrack || place ? (
      <TrackMap
        track={track}
        headings={headings}
        impact={place}
        severity={null}
        colourBySpeed
        legend={
          hasTrack ? (
            <Whereabouts track={track} />
          ) : (
            <Typography variant="caption" component="p" sx={{ m: 0, px: 1, py: 0.5 }}>
              {translate(mayRead ? 'accident.map.report.unknown' : 'accident.map.report.takeFirst')}
            </Typography>
          )
        }
      />
    ) : (
      <Box sx={{ height: 1, display: 'grid', alignContent: 'center' }}>
        <Notice
          icon={LocationOffOutlinedIcon}
          title={formatPlace(accident) || translate('accident.map.none')}
          text={translate(mayRead ? 'accident.map.report.unknown' : 'accident.map.report.takeFirst')}
        />
      </Box>
    );
  if (!mayRead) return content;
  return (
    <PanelLoaded query={whereabouts} skeleton={<Skeleton variant="rectangular" height="100%" />}>
      {() => content}
    </PanelLoaded>
  );
};

const MapPanel = ({ accident, map }: { accident: AccidentDetail; map: CrashMap }) => {
  const translate = useTranslate();
  const latitude = map.Latitude ?? accident.Latitude;
  const longitude = map.Longitude ?? accident.Longitude;
  const impact = useMemo<LngLat | null>(
    () => (latitude === null || longitude === null ? null : [longitude, latitude]),
    [latitude, longitude],
  );
  const track = useMemo(() => trackOf(map.Track), [map.Track]);
  const headings = useMemo(() => headingsOf(pointsOf(track)), [track]);
  if (track.times.length === 0 && impact === null)
    return (
      <Box sx={{ height: 1, display: 'grid', alignContent: 'center' }}>
        <Notice
          icon={LocationOffOutlinedIcon}
          title={translate('accident.map.none')}
          text={formatPlace(accident) || translate('accident.map.noneHelp')}
        />
      </Box>
    );
  return <TrackMap track={track} headings={headings} impact={impact} severity={accident.Severity} colourBySpeed />;
};

const emptyMap: CrashMap = { CrashDateTime: '', Latitude: null, Longitude: null, Track: [], Ignition: [] };

export const Workbench = ({ accident }: { accident: AccidentDetail }) => {
  const translate = useTranslate();
  const map = useCrashMap(accident.Id);
  const curves = useCrashCurves(accident.Id);
  useRefetchMapAndCurves(accident);
  const evidence = useRef<HTMLDivElement>(null);
  useClockKeys(evidence);
  // An accident reported by a person has no curve of the impact. Its panel is left out, because the verdict already says
  // so. If the device sent no fixes either, the strip is left out as well.
  const hasNoCurve = accident.Source !== 'device' && curves.data?.Time.length === 0;
  const hasNoRecording = hasNoCurve && curves.data?.SpeedTime.length === 0 && map.data?.Track.length === 0;
  const skeleton = <Skeleton variant="rectangular" sx={{ height: stripHeight }} />;
  return (
    <HiddenSeries>
      <Box ref={evidence} sx={{ containerType: 'inline-size', minWidth: 0 }}>
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: 'minmax(0, 1fr)',
            '@container (min-width: 560px)': {
              gridTemplateColumns: hasNoCurve ? 'minmax(0, 1fr)' : 'repeat(2, minmax(0, 1fr))',
              '& > :nth-of-type(3)': { gridColumn: '1 / -1' },
            },
          }}
        >
          <Panel label={translate('accident.map.title')}>
            <Box sx={{ height: heights.map }}>
              <PanelLoaded query={map} skeleton={<Skeleton variant="rectangular" height="100%" />}>
                {data =>
                  accident.Source !== 'device' && data.Track.length === 0 ? (
                    <ReportedMap accident={accident} />
                  ) : (
                    <MapPanel accident={accident} map={data} />
                  )
                }
              </PanelLoaded>
            </Box>
          </Panel>
          {!hasNoCurve && (
            <Panel label={translate('accident.curves.acceleration')}>
              <Box sx={{ height: heights.map }}>
                <PanelLoaded query={curves} skeleton={<Skeleton variant="rectangular" height="100%" />}>
                  {data => <ImpactCurve accident={accident} curves={data} />}
                </PanelLoaded>
              </Box>
            </Panel>
          )}
          {!hasNoRecording && (
            <Panel label={translate('accident.curves.title')}>
              <PanelLoaded query={curves} skeleton={skeleton}>
                {/* The strip waits until the track has loaded or failed, because the track extends its time range. */}
                {data =>
                  map.isPending ? skeleton : <Strip accident={accident} curves={data} map={map.data ?? emptyMap} />
                }
              </PanelLoaded>
            </Panel>
          )}
        </Box>
        {hasNoRecording && <FactsDrawer accident={accident} />}
      </Box>
    </HiddenSeries>
  );
};
