import { Box } from '@mui/material';
import { type ReactNode, useCallback, useState } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { webglWorks } from './webgl.ts';

interface Props {
  /** What stands there before the map, or, `lasting`, in its place. */
  readonly drawing: (lasting: boolean) => ReactNode;
  /** The WebGL map; says whether it shows something, or that it never will. */
  readonly map: (onShown: (shown: boolean) => void, onFailed: () => void) => ReactNode;
}

/** A drawing at once, the map in its place as soon as there is one; without WebGL the drawing stays. */
export const DrawnFirst = ({ drawing, map }: Props) => {
  const [shown, setShown] = useState<'drawing' | 'map' | 'drawingOnly'>(() =>
    webglWorks() ? 'drawing' : 'drawingOnly',
  );
  const onShown = useCallback(
    (there: boolean) => setShown(now => (now === 'drawingOnly' ? now : there ? 'map' : 'drawing')),
    [],
  );
  const onFailed = useCallback(() => setShown('drawingOnly'), []);
  return (
    <Box sx={{ position: 'relative', width: 1, height: 1, overflow: 'hidden' }}>
      {shown !== 'map' && drawing(shown === 'drawingOnly')}
      {shown !== 'drawingOnly' && (
        // Laid out but not to be seen, or reached by keyboard, before it shows anything.
        <Box sx={{ position: 'absolute', inset: 0, visibility: shown === 'map' ? 'visible' : 'hidden' }}>
          <LazyBoundary waiting={null} failed={null}>
            {map(onShown, onFailed)}
          </LazyBoundary>
        </Box>
      )}
    </Box>
  );
};
