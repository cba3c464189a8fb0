import { lazy } from 'react';
import { withinTime } from '../../fetchChunk.ts';
import { DrawnFirst } from './DrawnFirst.tsx';
import { HeatDrawing } from './HeatDrawing.tsx';
import type { HeatScene } from './heat.ts';

const GlHeatMap = lazy(() => withinTime(async () => ({ default: (await import('./GlHeatMap.tsx')).GlHeatMap })));

/** Where something was how often: on a map, drawn to scale until the map is there. */
export const HeatMap = (scene: HeatScene & { readonly onZoom: (zoom: number) => void }) => (
  <DrawnFirst
    drawing={() => <HeatDrawing {...scene} />}
    map={(onShown, onFailed) => <GlHeatMap {...scene} onShown={onShown} onFailed={onFailed} />}
  />
);
