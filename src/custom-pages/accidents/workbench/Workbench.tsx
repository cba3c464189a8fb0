import LocationOffOutlinedIcon from '@mui/icons-material/LocationOffOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useClockKeys } from '../../../components/clock/useClockKeys.ts';
import { TrackMap } from '../../../components/map/TrackMap.tsx';
import { headingsOf, type LngLat, pointsOf, trackOf } from '../../../components/map/track.ts';
import { Notice } from '../../../components/Notice.tsx';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashMap } from '../../../contract/shapes/telemetry.ts';
import { FactsDrawer } from '../facts/FactsPanel.tsx';
import { formatPlace } from '../formats.ts';
import { Panel, PanelLoaded } from '../Panel.tsx';
import { useCrashCurves, useCrashMap, useRefetchMapAndCurves } from '../queries.ts';
import { HiddenSeries, ImpactCurve, Strip } from './CurvesPlayer.tsx';
import { heights, stripHeight } from './heights.ts';
import { ReportedMap } from './ReportedMap.tsx';

/** The track of the car on the map, or the reason why there is no track. */
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

/** Map and curve side by side, and below them the strip with player and speed. All of them show the same moment. */
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
