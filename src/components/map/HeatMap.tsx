import { lazy } from 'react';
import { withinTime } from '../../fetchChunk.ts';
import { DrawingThenMap } from './DrawingThenMap.tsx';
import { HeatDrawing } from './HeatDrawing.tsx';
import type { HeatScene } from './heat.ts';

const GlHeatMap = lazy(() => withinTime(async () => ({ default: (await import('./GlHeatMap.tsx')).GlHeatMap })));

/** A heat map. A drawing to scale replaces it until the map is ready. */
export const HeatMap = (scene: HeatScene & { readonly onZoom: (zoom: number) => void }) => (
  <DrawingThenMap
    drawing={() => <HeatDrawing {...scene} />}
    map={(onShown, onFailed) => <GlHeatMap {...scene} onShown={onShown} onFailed={onFailed} />}
  />
);
