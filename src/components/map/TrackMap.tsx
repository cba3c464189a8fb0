import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { lazy, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { withinTime } from '../../fetchChunk.ts';
import { DrawingThenMap } from './DrawingThenMap.tsx';
import { MapLegend } from './MapLegend.tsx';
import type { TrackScene } from './scene.ts';
import { TrackDrawing } from './TrackDrawing.tsx';

// The library is large, so it is loaded only when a map is about to be visible.
const GlTrackMap = lazy(() => withinTime(async () => ({ default: (await import('./GlTrackMap.tsx')).GlTrackMap })));

/** Shown without WebGL and without a track. */
const Nothing = () => (
  <Box sx={{ height: 1, display: 'grid', placeItems: 'center', p: 2, textAlign: 'center', color: 'text.secondary' }}>
    {useTranslate()('accident.map.noWebgl')}
  </Box>
);

/** A track on a map. A drawing to scale replaces it until the map is ready. `legend` replaces the legend of a crash. */
export const TrackMap = ({ legend, ...scene }: TrackScene & { readonly legend?: ReactNode }) => {
  const { track, impact, circle, marks } = scene;
  const something = track.times.length > 0 || impact !== null || circle || (marks?.length ?? 0) > 0;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', width: 1, height: 1 }}>
      <Box sx={{ flex: '1 1 0', minHeight: 0 }}>
        <DrawingThenMap
          drawing={lasting => {
            if (something) return <TrackDrawing {...scene} />;
            if (lasting) return <Nothing />;
            return <Skeleton variant="rectangular" width="100%" height="100%" />;
          }}
          map={(onShown, onFailed) => <GlTrackMap {...scene} onShown={onShown} onFailed={onFailed} />}
        />
      </Box>
      {legend === undefined ? <MapLegend {...scene} /> : legend}
    </Box>
  );
};
