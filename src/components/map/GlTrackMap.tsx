import 'maplibre-gl/dist/maplibre-gl.css';
import { Box } from '@mui/material';
import type { Map as GlMap } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClockTick } from '../clock/ClockContext.tsx';
import type { ClockState } from '../clock/clock.ts';
import { createTrackMap, type Look, type TrackMapView } from './createTrackMap.ts';
import { MapButtons } from './MapButtons.tsx';
import { MapScale } from './MapScale.tsx';
import { NorthArrow } from './NorthArrow.tsx';
import type { TrackScene } from './scene.ts';
import { poseAt } from './track.ts';
import { useMapColours } from './useMapColours.ts';
import { useMapLabels } from './useMapLabels.ts';

/** The WebGL map; any failure falls back to the drawing. */
export const GlTrackMap = ({ onFailed, ...scene }: TrackScene & { onFailed: () => void }) => {
  const { track, headings, impact, severity } = scene;
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<TrackMapView>();
  const [look, setLook] = useState<Look>();
  const colours = useMapColours(severity);
  const labels = useMapLabels();

  useEffect(() => {
    if (!container.current) return;
    let made: TrackMapView | undefined;
    let gone = false;
    createTrackMap({ container: container.current, track, impact, colours, labels, onMove: setLook })
      .then(created => {
        if (gone) created.map.remove();
        else {
          made = created;
          setView(created);
        }
      })
      .catch(onFailed);
    return () => {
      gone = true;
      setView(undefined);
      made?.map.remove();
    };
  }, [track, impact, colours, labels, onFailed]);

  const onTick = useCallback(
    ({ time }: ClockState) => {
      if (!view) return;
      const pose = poseAt(track, headings, time);
      view.placeCar(pose);
    },
    [view, track, headings],
  );
  useClockTick(onTick);

  const withMap = (action: (map: GlMap) => void) => () => view && action(view.map);
  return (
    <Box sx={{ position: 'absolute', inset: 0 }}>
      {/* Only sized here: the library's style sheet sets the position. */}
      <Box ref={container} sx={{ width: 1, height: 1, '& .maplibregl-canvas': { outlineOffset: -2 } }} />
      <NorthArrow bearing={look?.bearing} />
      {look && <MapScale metresPerPixel={look.metresPerPixel} />}
      <MapButtons
        onZoomIn={withMap(map => map.zoomIn())}
        onZoomOut={withMap(map => map.zoomOut())}
        onFit={() => view?.fitTrack()}
      />
    </Box>
  );
};
