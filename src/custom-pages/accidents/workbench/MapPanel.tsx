import LocationOffOutlinedIcon from '@mui/icons-material/LocationOffOutlined';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { TrackMap } from '../../../components/map/TrackMap.tsx';
import { headingsOf, type LngLat, pointsOf, trackOf } from '../../../components/map/track.ts';
import { Notice } from '../../../components/Notice.tsx';
import type { AccidentDetail } from '../../../contract/shapes/accident.ts';
import type { CrashMap } from '../../../contract/shapes/telemetry.ts';
import { placeOf } from '../formats.ts';

/** The track on the map, or the reason why there is none. */
export const MapPanel = ({ accident, map }: { accident: AccidentDetail; map: CrashMap }) => {
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
          text={placeOf(accident) || translate('accident.map.noneHelp')}
        />
      </Box>
    );
  return <TrackMap track={track} headings={headings} impact={impact} severity={accident.Severity} bySpeed />;
};
