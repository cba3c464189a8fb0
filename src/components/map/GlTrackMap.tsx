import 'maplibre-gl/dist/maplibre-gl.css';
import Box from '@mui/material/Box';
import { useCallback, useEffect, useState } from 'react';
import { useClockTick } from '../clock/ClockContext.tsx';
import type { ClockState } from '../clock/clock.ts';
import { createTrackMap, type TrackMapView } from './createTrackMap.ts';
import { hasFocus } from './focus.ts';
import { MapFrame } from './MapFrame.tsx';
import type { TrackScene } from './scene.ts';
import { TrackInset } from './TrackInset.tsx';
import { poseAt } from './track.ts';
import { useGlMap } from './useGlMap.ts';
import { useMapColours } from './useMapColours.ts';
import { useMapLabels } from './useMapLabels.ts';

const noMarks = [] as const;

/** Updates marks, circle and click handler while the map stays. */
const useScene = (view: TrackMapView | undefined, { marks = noMarks, onMark, circle = null, onPick }: TrackScene) => {
  useEffect(() => view?.showMarks(marks, onMark), [view, marks, onMark]);
  useEffect(() => view?.placeCircle(circle), [view, circle]);
  useEffect(() => {
    if (!view || !onPick) return undefined;
    const { unsubscribe } = view.map.on('click', ({ lngLat }) => onPick([lngLat.lng, lngLat.lat]));
    return unsubscribe;
  }, [view, onPick]);
};

/** The WebGL map. Any failure falls back to the drawing. */
export const GlTrackMap = ({
  onShown,
  onFailed,
  ...scene
}: TrackScene & { onShown: (shown: boolean) => void; onFailed: () => void }) => {
  const { track, headings, impact, severity, bySpeed, circle = null, marks = noMarks, onPick } = scene;
  const colours = useMapColours(severity);
  const labels = useMapLabels();
  // Circle and marks at the time when the track arrived. Later changes do not move the map.
  const [begun, setBegun] = useState({ track, circle, marks });
  if (begun.track !== track) setBegun({ track, circle, marks });
  const create = useCallback(
    (container: HTMLElement, onMove: Parameters<typeof createTrackMap>[0]['onMove']) =>
      createTrackMap({ container, impact, bySpeed, ...begun, colours, labels, onMove }),
    [impact, bySpeed, begun, colours, labels],
  );
  const { container, view, look } = useGlMap(create, onShown, onFailed);
  useScene(view, scene);

  const onTick = useCallback(
    ({ time }: ClockState) => view?.placeCar(poseAt(track, headings, time)),
    [view, track, headings],
  );
  useClockTick(onTick);

  return (
    <MapFrame
      look={look}
      onZoom={view?.zoomBy}
      onFit={view?.fitTrack}
      {...(hasFocus(scene) && { onImpact: view?.fitFocus })}
    >
      {hasFocus(scene) && <TrackInset {...scene} onShowAll={() => view?.fitTrack()} />}
      {/* Only sized here: the library's style sheet sets the position. */}
      <Box
        ref={container}
        sx={{
          width: 1,
          height: 1,
          '& .maplibregl-canvas': { outlineOffset: -2, ...(onPick && { cursor: 'crosshair' }) },
          '& .map-mark': { p: 0, border: 0, bgcolor: 'transparent', cursor: 'pointer' },
        }}
      />
    </MapFrame>
  );
};
