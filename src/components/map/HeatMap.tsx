import { Box, Skeleton } from '@mui/material';
import { lazy, useCallback, useState } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { withinTime } from '../../fetchChunk.ts';
import { HeatDrawing } from './HeatDrawing.tsx';
import type { HeatScene } from './heat.ts';
import { webglWorks } from './webgl.ts';

const GlHeatMap = lazy(() => withinTime(async () => ({ default: (await import('./GlHeatMap.tsx')).GlHeatMap })));

/** Where something was how often: on a map, or as a drawing without WebGL. */
export const HeatMap = (scene: HeatScene & { readonly onZoom: (zoom: number) => void }) => {
  const [failed, setFailed] = useState(() => !webglWorks());
  const onFailed = useCallback(() => setFailed(true), []);
  const drawing = <HeatDrawing {...scene} />;
  return (
    <Box sx={{ position: 'relative', width: 1, height: 1, overflow: 'hidden' }}>
      {failed ? (
        drawing
      ) : (
        <LazyBoundary waiting={<Skeleton variant="rectangular" width="100%" height="100%" />} failed={drawing}>
          <GlHeatMap {...scene} onFailed={onFailed} />
        </LazyBoundary>
      )}
    </Box>
  );
};
