import 'maplibre-gl/dist/maplibre-gl.css';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClockTick } from '../clock/ClockContext.tsx';
import type { ClockState } from '../clock/clock.ts';
import { createTrackMap, type TrackMapView } from './createTrackMap.ts';
import { hasFocus } from './focus.ts';
import { MapFrame } from './MapFrame.tsx';
import type { TrackScene } from './scene.ts';
import { bandLines } from './speedBands.ts';
import { metresFrom, pointsOf, poseAt } from './track.ts';
import { useGlMap } from './useGlMap.ts';
import { useMapColours } from './useMapColours.ts';
import { useMapLabels } from './useMapLabels.ts';

/** Width and height of the small drawing of the track, and the free space along its edges, pixels. */
const insetSizePx = { width: 104, height: 76, edge: 8 } as const;

/**
 * A small drawing of the whole track, for maps that open on a part of it. It covers a part of the map, so it is shown
 * only while the button that shows the whole track is pointed at or has the focus.
 */
const TrackInset = ({ track, impact, severity }: TrackScene) => {
  const { palette } = useTheme();
  const colours = useMapColours(severity);
  const drawing = useMemo(() => {
    const origin = impact ?? pointsOf(track)[0];
    if (!origin) return undefined;
    const positions = pointsOf(track).map(point => metresFrom(origin, point));
    const east = positions.map(point => point.east);
    const north = positions.map(point => point.north);
    const [left, top] = [Math.min(0, ...east), Math.max(0, ...north)];
    const scale = Math.min(
      (insetSizePx.width - 2 * insetSizePx.edge) / Math.max(1, Math.max(0, ...east) - left),
      (insetSizePx.height - 2 * insetSizePx.edge) / Math.max(1, top - Math.min(0, ...north)),
    );
    const toSvgPoint = (point: { east: number; north: number }) =>
      `${(insetSizePx.edge + (point.east - left) * scale).toFixed(1)},${(insetSizePx.edge + (top - point.north) * scale).toFixed(1)}`;
    return {
      lines: bandLines(track).map(({ band, points }) => ({
        band,
        path: points.map(point => toSvgPoint(metresFrom(origin, point))).join(' '),
      })),
      here: toSvgPoint({ east: 0, north: 0 }).split(','),
    };
  }, [track, impact]);
  if (!drawing) return null;
  return (
    <Box
      className="map-inset"
      sx={{
        position: 'absolute',
        // On a map of small height, the buttons reach down to the small drawing. Therefore the drawing is left of the
        // buttons.
        right: 48,
        bottom: 36,
        zIndex: 1,
        visibility: 'hidden',
        pointerEvents: 'none',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        lineHeight: 0,
      }}
    >
      <svg
        viewBox={`0 0 ${insetSizePx.width} ${insetSizePx.height}`}
        width={insetSizePx.width}
        height={insetSizePx.height}
        aria-hidden
      >
        {drawing.lines.map(({ band, path }) => (
          <polyline key={path} points={path} fill="none" stroke={palette.speeds[band]} strokeWidth={2.5} />
        ))}
        {impact && (
          <circle cx={drawing.here[0]} cy={drawing.here[1]} r={4} fill={colours.impact} stroke={colours.casing} />
        )}
      </svg>
    </Box>
  );
};

const noMarks = [] as const;

/** Updates marks, circle and click handler of an existing map, which is not created again. */
const useSceneUpdates = (
  view: TrackMapView | undefined,
  { marks = noMarks, onMarkClick, circle = null, onPick }: TrackScene,
) => {
  useEffect(() => view?.showMarks(marks, onMarkClick), [view, marks, onMarkClick]);
  useEffect(() => view?.placeCircle(circle), [view, circle]);
  useEffect(() => {
    if (!view || !onPick) return undefined;
    const { unsubscribe } = view.map.on('click', ({ lngLat }) => onPick([lngLat.lng, lngLat.lat]));
    return unsubscribe;
  }, [view, onPick]);
};

export const GlTrackMap = ({
  onShown,
  onFailed,
  ...scene
}: TrackScene & { onShown: (shown: boolean) => void; onFailed: () => void }) => {
  const { track, headings, impact, severity, colourBySpeed, circle = null, marks = noMarks, onPick } = scene;
  const colours = useMapColours(severity);
  const labels = useMapLabels();
  // The map opens on the circle and the marks that came together with the track. Marks that come later do not move the
  // map.
  const [initialScene, setInitialScene] = useState({ track, circle, marks });
  if (initialScene.track !== track) setInitialScene({ track, circle, marks });
  const create = useCallback(
    (container: HTMLElement, onMove: Parameters<typeof createTrackMap>[0]['onMove']) =>
      createTrackMap({ container, impact, colourBySpeed, ...initialScene, colours, labels, onMove }),
    [impact, colourBySpeed, initialScene, colours, labels],
  );
  const { container, view, camera } = useGlMap(create, onShown, onFailed);
  useSceneUpdates(view, scene);

  const onTick = useCallback(
    ({ time }: ClockState) => view?.placeCar(poseAt(track, headings, time)),
    [view, track, headings],
  );
  useClockTick(onTick);

  return (
    <MapFrame
      camera={camera}
      onZoom={view?.zoomBy}
      onFit={view?.fitTrack}
      {...(hasFocus(scene) && { onImpact: view?.fitFocus })}
    >
      {hasFocus(scene) && <TrackInset {...scene} />}
      {/* Only the size is set here, because the library's style sheet sets the position. */}
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
