import 'maplibre-gl/dist/maplibre-gl.css';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTheme } from '@mui/material/styles';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
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

/** In pixels. */
const size = { width: 104, height: 76, edge: 8 } as const;

/**
 * A small drawing of the whole track. It is shown if the map opens on a part of the track. A click shows the whole
 * track on the map.
 */
const TrackInset = ({ track, impact, severity, onShowAll }: TrackScene & { readonly onShowAll: () => void }) => {
  const translate = useTranslate();
  const { palette } = useTheme();
  const colours = useMapColours(severity);
  const drawn = useMemo(() => {
    const origin = impact ?? pointsOf(track)[0];
    if (!origin) return undefined;
    const flat = pointsOf(track).map(point => metresFrom(origin, point));
    const east = flat.map(point => point.east);
    const north = flat.map(point => point.north);
    const [left, top] = [Math.min(0, ...east), Math.max(0, ...north)];
    const scale = Math.min(
      (size.width - 2 * size.edge) / Math.max(1, Math.max(0, ...east) - left),
      (size.height - 2 * size.edge) / Math.max(1, top - Math.min(0, ...north)),
    );
    const at = (point: { east: number; north: number }) =>
      `${(size.edge + (point.east - left) * scale).toFixed(1)},${(size.edge + (top - point.north) * scale).toFixed(1)}`;
    return {
      lines: bandLines(track).map(({ band, points }) => ({
        band,
        path: points.map(point => at(metresFrom(origin, point))).join(' '),
      })),
      here: at({ east: 0, north: 0 }).split(','),
    };
  }, [track, impact]);
  if (!drawn) return null;
  const label = translate('accident.map.fit');
  return (
    <ButtonBase
      aria-label={label}
      title={label}
      onClick={onShowAll}
      sx={{
        position: 'absolute',
        // On a low map the buttons reach down to this drawing, so the drawing is left of them.
        right: 48,
        bottom: 36,
        '@media (pointer: coarse)': { bottom: 8 },
        zIndex: 1,
        display: 'block',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        lineHeight: 0,
      }}
    >
      <svg viewBox={`0 0 ${size.width} ${size.height}`} width={size.width} height={size.height} aria-hidden>
        {drawn.lines.map(({ band, path }) => (
          <polyline key={path} points={path} fill="none" stroke={palette.speeds[band]} strokeWidth={2.5} />
        ))}
        {impact && <circle cx={drawn.here[0]} cy={drawn.here[1]} r={4} fill={colours.impact} stroke={colours.casing} />}
      </svg>
    </ButtonBase>
  );
};

const noMarks = [] as const;

/** Updates marks, circle and click handler without creating the map again. */
const useScene = (view: TrackMapView | undefined, { marks = noMarks, onMark, circle = null, onPick }: TrackScene) => {
  useEffect(() => view?.showMarks(marks, onMark), [view, marks, onMark]);
  useEffect(() => view?.placeCircle(circle), [view, circle]);
  useEffect(() => {
    if (!view || !onPick) return undefined;
    const { unsubscribe } = view.map.on('click', ({ lngLat }) => onPick([lngLat.lng, lngLat.lat]));
    return unsubscribe;
  }, [view, onPick]);
};

/** The WebGL map of a track. After any failure a drawing replaces it. */
export const GlTrackMap = ({
  onShown,
  onFailed,
  ...scene
}: TrackScene & { onShown: (shown: boolean) => void; onFailed: () => void }) => {
  const { track, headings, impact, severity, bySpeed, circle = null, marks = noMarks, onPick } = scene;
  const colours = useMapColours(severity);
  const labels = useMapLabels();
  // The map opens on the circle and the marks that came together with the track. Later ones do not move the map.
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
