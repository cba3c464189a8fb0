import { Box, Skeleton } from '@mui/material';
import { lazy, type ReactNode, useCallback, useState } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { withinTime } from '../../fetchChunk.ts';
import { MapLegend } from './MapLegend.tsx';
import type { TrackScene } from './scene.ts';
import { TrackDrawing } from './TrackDrawing.tsx';
import { webglWorks } from './webgl.ts';

// The library is large: loaded only when a map is about to be visible. On failure the drawing is shown.
const GlTrackMap = lazy(() => withinTime(async () => ({ default: (await import('./GlTrackMap.tsx')).GlTrackMap })));

/** A track on a map, or as a drawing without WebGL. `legend` in place of that of a crash. */
export const TrackMap = ({ legend, ...scene }: TrackScene & { readonly legend?: ReactNode }) => {
  const [failed, setFailed] = useState(() => !webglWorks());
  const onFailed = useCallback(() => setFailed(true), []);
  const drawing = <TrackDrawing {...scene} />;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', width: 1, height: 1 }}>
      <Box sx={{ position: 'relative', flex: '1 1 0', minHeight: 0, overflow: 'hidden' }}>
        {failed ? (
          drawing
        ) : (
          <LazyBoundary waiting={<Skeleton variant="rectangular" width="100%" height="100%" />} failed={drawing}>
            <GlTrackMap {...scene} onFailed={onFailed} />
          </LazyBoundary>
        )}
      </Box>
      {legend === undefined ? <MapLegend severity={scene.severity} track={scene.track.times.length > 1} /> : legend}
    </Box>
  );
};
