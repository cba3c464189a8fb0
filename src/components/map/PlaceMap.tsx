import Paper from '@mui/material/Paper';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import type { CrashMap } from '../../contract/shapes/telemetry.ts';
import { ClockProvider } from '../clock/ClockContext.tsx';
import type { SceneCircle } from './scene.ts';
import { TrackMap } from './TrackMap.tsx';
import { headingsOf, type LngLat, pointsOf, trackOf } from './track.ts';

interface Props {
  readonly height: string;
  readonly place: readonly [latitude: number, longitude: number] | undefined;
  readonly radiusM: number;
  readonly track?: CrashMap['Track'] | undefined;
  readonly onPick: (latitude: number, longitude: number) => void;
}

const noPoints: CrashMap['Track'] = [];

export const PlaceMap = ({ height, place, radiusM, track: points = noPoints, onPick }: Props) => {
  const translate = useTranslate();
  const track = useMemo(() => trackOf(points), [points]);
  const headings = useMemo(() => headingsOf(pointsOf(track)), [track]);
  const [latitude, longitude] = place ?? [];
  const circle = useMemo<SceneCircle | null>(
    () =>
      latitude === undefined || longitude === undefined || !(radiusM > 0)
        ? null
        : { at: [longitude, latitude], radiusM },
    [latitude, longitude, radiusM],
  );
  // `onPick` is in a ref, because with a new function the map would be created again.
  const latestOnPick = useRef(onPick);
  latestOnPick.current = onPick;
  const onMapPick = useCallback(([lng, lat]: LngLat) => latestOnPick.current(lat, lng), []);
  return (
    <Paper
      component="section"
      aria-label={translate('accident.map.placeAndRecord')}
      sx={{ height, minWidth: 0, overflow: 'hidden' }}
    >
      <ClockProvider origin="start">
        <TrackMap
          track={track}
          headings={headings}
          impact={null}
          severity={null}
          colourBySpeed
          circle={circle}
          onPick={onMapPick}
          legend={null}
        />
      </ClockProvider>
    </Paper>
  );
};
