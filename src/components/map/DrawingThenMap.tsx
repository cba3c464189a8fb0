import Box from '@mui/material/Box';
import { type ReactNode, useCallback, useState } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';

let known: boolean | undefined;

/** Returns true if WebGL works. Checked once, because each check takes one of the browser's few graphics contexts. */
const webglWorks = (): boolean => {
  if (known !== undefined) return known;
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    known = context !== null;
    context?.getExtension('WEBGL_lose_context')?.loseContext();
  } catch {
    known = false;
  }
  return known;
};

interface Props {
  /** Drawing that is shown until the map is ready. `lasting` is true if no map will replace it. */
  readonly drawing: (lasting: boolean) => ReactNode;
  /** The WebGL map. It calls `onShown` when it has drawn something, and `onFailed` if it failed. */
  readonly map: (onShown: (shown: boolean) => void, onFailed: () => void) => ReactNode;
}

/** Shows a drawing at once and replaces it by the map when the map is ready. Without WebGL the drawing stays. */
export const DrawingThenMap = ({ drawing, map }: Props) => {
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
        // The map is laid out but invisible and out of the tab order until it shows something.
        <Box sx={{ position: 'absolute', inset: 0, visibility: shown === 'map' ? 'visible' : 'hidden' }}>
          <LazyBoundary waiting={null} failed={null}>
            {map(onShown, onFailed)}
          </LazyBoundary>
        </Box>
      )}
    </Box>
  );
};
