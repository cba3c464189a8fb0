import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { withinTime } from '../../fetchChunk.ts';
import { useClockTick } from '../clock/ClockContext.tsx';
import type { ClockState } from '../clock/clock.ts';
import { circleAround } from './circle.ts';
import { DrawingThenMap } from './DrawingThenMap.tsx';
import { focusPoints, hasFocus } from './focus.ts';
import { gridStep } from './grid.ts';
import { markShapes } from './marks.ts';
import { NorthArrow } from './NorthArrow.tsx';
import type { TrackScene } from './scene.ts';
import { bandLines, speedBandsKmh } from './speedBands.ts';
import { type LngLat, metresFrom, pointsOf, poseAt, splitAtImpact } from './track.ts';
import { type AllMapColours, useMapColours } from './useMapColours.ts';

const minSceneM = 60;
const noMarks = [] as const;

const linesOf = ({ track, colourBySpeed }: TrackScene, colours: AllMapColours) => {
  if (colourBySpeed) return bandLines(track).map(({ band, points }) => ({ points, colour: colours.speeds[band] }));
  const { before, after } = splitAtImpact(track);
  return [
    { points: before, colour: colours.before },
    { points: after, colour: colours.after },
  ];
};

/** Assumed size of the drawing, pixels. It is used until the real size is measured, and where it cannot be measured. */
const defaultBoxPx = { width: 420, height: 210 };

const useBoxSize = () => {
  const [box, setBox] = useState(defaultBoxPx);
  const ref = useCallback((element: HTMLElement | null) => {
    // The size cannot be measured in jsdom, which has no ResizeObserver.
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setBox({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, box };
};

/**
 * Returns the plane of the drawing, in metres around the impact: its view, its grid, and functions that draw points.
 */
const createPlane = ({
  track,
  impact,
  circle,
  marks,
}: Pick<TrackScene, 'track' | 'impact' | 'circle'> & { readonly marks: NonNullable<TrackScene['marks']> }) => {
  const origin = impact ?? pointsOf(track)[0] ?? marks[0]?.at ?? circle?.at ?? ([0, 0] as const);
  const project = (point: LngLat): readonly [number, number] => {
    const { east, north } = metresFrom(origin, point);
    return [east, -north];
  };
  const path = (points: readonly LngLat[]) =>
    points
      .map(
        (point, index) =>
          `${index ? 'L' : 'M'}${project(point)
            .map(value => value.toFixed(2))
            .join(',')}`,
      )
      .join('');
  const surroundings = [...(circle ? circleAround(circle) : []), ...marks.map(({ at }) => at)].map(project);
  const focusedPoints = hasFocus({ track, impact }) ? focusPoints({ track, impact }) : pointsOf(track);
  const allPoints = [...focusedPoints.map(project), ...surroundings, [0, 0] as const];
  const xs = allPoints.map(point => point[0]);
  const ys = allPoints.map(point => point[1]);
  const width = Math.max(minSceneM, Math.max(...xs) - Math.min(...xs)) * 1.3;
  const height = Math.max(minSceneM / 2, Math.max(...ys) - Math.min(...ys)) * 1.3;
  const x = (Math.max(...xs) + Math.min(...xs)) / 2;
  const y = (Math.max(...ys) + Math.min(...ys)) / 2;
  // The grid is larger than the scene, so that it fills a box of any shape.
  const side = 20 * Math.max(width, height);
  const gridArea = { x: x - side / 2, y: y - side / 2, width: side, height: side };
  return { project, path, width, height, x, y, gridArea, step: gridStep(width) };
};

type Plane = ReturnType<typeof createPlane>;

/** Returns a ref for the drawn car, which follows the clock. */
const useMovingCar = ({ track, headings }: TrackScene, plane: Plane, metresPerPixel: number) => {
  const carElement = useRef<SVGGElement>(null);
  const onTick = useCallback(
    ({ time }: ClockState) => {
      const pose = poseAt(track, headings, time);
      const [x, y] = pose ? plane.project(pose.at) : [0, 0];
      carElement.current?.setAttribute('visibility', pose ? 'visible' : 'hidden');
      carElement.current?.setAttribute(
        'transform',
        `translate(${x} ${y}) rotate(${pose?.heading ?? 0}) scale(${metresPerPixel})`,
      );
    },
    [track, headings, plane, metresPerPixel],
  );
  useClockTick(onTick);
  return carElement;
};

interface SceneProps {
  readonly scene: TrackScene;
  readonly plane: Plane;
  readonly colours: AllMapColours;
  readonly metresPerPixel: number;
}

const Grid = ({ plane: { step, gridArea }, colours, metresPerPixel }: Omit<SceneProps, 'scene'>) => (
  <>
    <defs>
      <pattern id="metres" width={step} height={step} patternUnits="userSpaceOnUse">
        <path d={`M0,${step} V0 H${step}`} fill="none" stroke={colours.grid} strokeWidth={metresPerPixel} />
      </pattern>
    </defs>
    <rect {...gridArea} fill="url(#metres)" />
  </>
);

/** Lines of the track, the circle, the impact and the marks. */
const SceneShapes = ({ scene, plane, colours, metresPerPixel }: SceneProps) => {
  const { impact, marks = noMarks, circle } = scene;
  const line = {
    fill: 'none',
    strokeWidth: 5 * metresPerPixel,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  } as const;
  return (
    <>
      {linesOf(scene, colours).map(({ points, colour }) => (
        <path key={`${points.length} ${points[0]}`} d={plane.path(points)} stroke={colour} {...line} />
      ))}
      {circle && (
        <path d={plane.path(circleAround(circle))} stroke={colours.chosen} fill={colours.chosen} fillOpacity={0.12} />
      )}
      {impact && (
        <path
          d={markShapes.impact}
          fill={colours.impact}
          stroke={colours.casing}
          transform={`scale(${metresPerPixel})`}
        />
      )}
      {marks.map(({ id, kind, at, label, isSelected }) => (
        <g key={id} transform={`translate(${plane.project(at).join(' ')}) scale(${metresPerPixel})`}>
          <title>{label}</title>
          <path
            d={markShapes[kind]}
            fill={isSelected ? colours.chosen : colours.mark}
            stroke={colours.casing}
            strokeWidth={2}
          />
        </g>
      ))}
      {/* The circle is too small to see on a large scene, so a pin points to its centre. */}
      {circle && (
        <path
          d={markShapes.place}
          fill={colours.chosen}
          stroke={colours.casing}
          strokeWidth={2}
          transform={`translate(${plane.project(circle.at).join(' ')}) scale(${1.5 * metresPerPixel}) translate(0 -10)`}
        />
      )}
    </>
  );
};

/** The track drawn to scale, north up. It is shown until the map is ready, and without WebGL. */
const TrackDrawing = (scene: TrackScene) => {
  const { track, impact, severity, marks = noMarks, circle } = scene;
  const translate = useTranslate();
  const colours = useMapColours(severity);
  const plane = useMemo(() => createPlane({ track, impact, circle, marks }), [track, impact, circle, marks]);
  const { ref, box } = useBoxSize();
  // Metres of the ground per pixel of the drawing. Multiplied by it, the sizes of lines and marks are equal in every
  // scene.
  const metresPerPixel = Math.max(plane.width / box.width, plane.height / box.height);
  const carElement = useMovingCar(scene, plane, metresPerPixel);
  const shared = { plane, colours, metresPerPixel };
  return (
    <Box ref={ref} sx={{ position: 'absolute', inset: 0, bgcolor: colours.land }}>
      <Box
        component="svg"
        role="img"
        aria-label={translate('accident.map.drawing')}
        viewBox={`${plane.x - plane.width / 2} ${plane.y - plane.height / 2} ${plane.width} ${plane.height}`}
        sx={{ width: 1, height: 1, overflow: 'visible' }}
      >
        <Grid {...shared} />
        <SceneShapes scene={scene} {...shared} />
        <g ref={carElement}>
          <path d={markShapes.car} fill={colours.car} stroke={colours.casing} strokeWidth={2} />
        </g>
      </Box>
      <NorthArrow />
      <Box sx={{ position: 'absolute', left: 8, bottom: 8, typography: 'caption', color: 'text.secondary' }}>
        {plane.step < 1000
          ? translate('accident.map.cell', { metres: plane.step })
          : translate('accident.map.cellKm', { kilometres: plane.step / 1000 })}
      </Box>
    </Box>
  );
};

const MapLegend = ({ severity, track, impact, colourBySpeed = false }: TrackScene) => {
  const translate = useTranslate();
  const { palette } = useTheme();
  const colours = useMapColours(severity);
  const line = 'M-11,0 L11,0';
  const marks = [
    ...(track.times.length > 1 ? [{ key: 'car', shape: markShapes.car, fill: colours.car }] : []),
    ...(impact ? [{ key: 'impact', shape: markShapes.impact, fill: colours.impact }] : []),
  ].map(mark => ({ ...mark, text: translate(`accident.map.${mark.key}`) }));
  const bands = palette.speeds.map((fill, band) => {
    const upperBoundKmh = speedBandsKmh[band];
    const text =
      upperBoundKmh === undefined
        ? translate('accident.map.speedOver', { kmh: speedBandsKmh.at(-1) })
        : translate('accident.map.speedUpTo', { kmh: upperBoundKmh });
    return { key: `speed${band}`, shape: line, fill, text };
  });
  const impactLines = (['before', 'after'] as const).map(key => ({
    key,
    shape: line,
    fill: colours[key],
    text: translate(`accident.map.${key}`),
  }));
  const lines = track.times.length > 1 ? (colourBySpeed ? bands : impactLines) : [];
  return (
    <Box
      component="ul"
      aria-label={translate('accident.map.legend')}
      sx={{
        m: 0,
        px: 1,
        py: 0.25,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        listStyle: 'none',
      }}
    >
      {[...marks, ...lines].map(({ key, shape, fill, text }) => (
        <Box key={key} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box component="svg" viewBox="-13 -13 26 26" aria-hidden sx={{ width: 14, height: 14 }}>
            <path d={shape} fill={fill} stroke={fill} strokeWidth={shape === line ? 6 : 1} />
          </Box>
          <Typography variant="caption">{text}</Typography>
        </Box>
      ))}
    </Box>
  );
};

// MapLibre is large, so it is loaded only when a map is about to be visible.
const GlTrackMap = lazy(() => withinTime(async () => ({ default: (await import('./GlTrackMap.tsx')).GlTrackMap })));

/** Text for browsers without WebGL if there is no track to draw. */
const NoWebglText = () => (
  <Box sx={{ height: 1, display: 'grid', placeItems: 'center', p: 2, textAlign: 'center', color: 'text.secondary' }}>
    {useTranslate()('accident.map.noWebgl')}
  </Box>
);

/**
 * A track on a map. A drawing to scale is shown until the map is ready. `legend` replaces the usual legend, which
 * describes a crash.
 */
export const TrackMap = ({ legend, ...scene }: TrackScene & { readonly legend?: ReactNode }) => {
  const { track, impact, circle, marks } = scene;
  const hasContent = track.times.length > 0 || impact !== null || circle || (marks?.length ?? 0) > 0;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', width: 1, height: 1 }}>
      <Box sx={{ flex: '1 1 0', minHeight: 0 }}>
        <DrawingThenMap
          drawing={isFinal => {
            if (hasContent) return <TrackDrawing {...scene} />;
            if (isFinal) return <NoWebglText />;
            return <Skeleton variant="rectangular" width="100%" height="100%" />;
          }}
          map={(onShown, onFailed) => <GlTrackMap {...scene} onShown={onShown} onFailed={onFailed} />}
        />
      </Box>
      {legend === undefined ? <MapLegend {...scene} /> : legend}
    </Box>
  );
};
