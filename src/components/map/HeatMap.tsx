import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { lazy } from 'react';
import { withinTime } from '../../fetchChunk.ts';
import { degreeLengths } from '../../schema/kinds/wgs84.ts';
import { DrawingThenMap } from './DrawingThenMap.tsx';
import { type HeatScene, heatOpacity } from './heat.ts';
import { NorthArrow } from './NorthArrow.tsx';
import { metresFrom } from './track.ts';

/** A heat map drawn to scale without a street map, north up. It is shown until the map is ready, and without WebGL. */
const HeatDrawing = ({ cells, cellM, label }: HeatScene) => {
  const { palette } = useTheme();
  const origin = [cells[0]?.[1] ?? 0, cells[0]?.[0] ?? 0] as const;
  const side = Math.max(cellM, degreeLengths(origin[1]).northM * 1e-5);
  const opacity = heatOpacity(cells);
  const squares = cells.map(([latitude, longitude, weight]) => {
    const { east, north } = metresFrom(origin, [longitude, latitude]);
    return { key: `${latitude} ${longitude}`, x: east - side / 2, y: -north - side / 2, opacity: opacity(weight) };
  });
  const xs = squares.map(({ x }) => x);
  const ys = squares.map(({ y }) => y);
  const left = Math.min(...xs) - side;
  const top = Math.min(...ys) - side;
  return (
    <Box sx={{ position: 'absolute', inset: 0, bgcolor: 'background.paper' }}>
      <Box
        component="svg"
        role="img"
        aria-label={label}
        viewBox={`${left} ${top} ${Math.max(...xs) - left + 2 * side} ${Math.max(...ys) - top + 2 * side}`}
        sx={{ width: 1, height: 1 }}
      >
        {squares.map(({ key, ...square }) => (
          <rect key={key} {...square} width={side} height={side} fill={palette.primary.main} />
        ))}
      </Box>
      <NorthArrow />
    </Box>
  );
};

const GlHeatMap = lazy(() => withinTime(async () => ({ default: (await import('./GlHeatMap.tsx')).GlHeatMap })));

/** A heat map. A drawing to scale replaces it until the map is ready. */
export const HeatMap = (scene: HeatScene & { readonly onZoom: (zoom: number) => void }) => (
  <DrawingThenMap
    drawing={() => <HeatDrawing {...scene} />}
    map={(onShown, onFailed) => <GlHeatMap {...scene} onShown={onShown} onFailed={onFailed} />}
  />
);
