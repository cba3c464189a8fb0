import Box from '@mui/material/Box';
import { type ReactNode, useCallback, useState } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';

let webglCheck: boolean | undefined;

/** Returns true if WebGL works. Checked once, because each check takes one of the browser's few graphics contexts. */
const isWebglAvailable = (): boolean => {
  if (webglCheck !== undefined) return webglCheck;
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    webglCheck = context !== null;
    context?.getExtension('WEBGL_lose_context')?.loseContext();
  } catch {
    webglCheck = false;
  }
  return webglCheck;
};

interface Props {
  /** Drawing that is shown until the map is ready. `isFinal` is true if no map will replace it. */
  readonly drawing: (isFinal: boolean) => ReactNode;
  /** The WebGL map. It calls `onShown` when it has drawn something, and `onFailed` if it failed. */
  readonly map: (onShown: (shown: boolean) => void, onFailed: () => void) => ReactNode;
}

/** Shows a drawing at once and replaces it by the map when the map is ready. Without WebGL the drawing stays. */
export const DrawingThenMap = ({ drawing, map }: Props) => {
  const [layer, setLayer] = useState<'drawing' | 'map' | 'drawingOnly'>(() =>
    isWebglAvailable() ? 'drawing' : 'drawingOnly',
  );
  const onShown = useCallback(
    (isMapShown: boolean) =>
      setLayer(current => (current === 'drawingOnly' ? current : isMapShown ? 'map' : 'drawing')),
    [],
  );
  const onFailed = useCallback(() => setLayer('drawingOnly'), []);
  return (
    <Box sx={{ position: 'relative', width: 1, height: 1, overflow: 'hidden' }}>
      {layer !== 'map' && drawing(layer === 'drawingOnly')}
      {layer !== 'drawingOnly' && (
        // The map is laid out but invisible and out of the tab order until it shows something.
        <Box sx={{ position: 'absolute', inset: 0, visibility: layer === 'map' ? 'visible' : 'hidden' }}>
          <LazyBoundary waiting={null} failed={null}>
            {map(onShown, onFailed)}
          </LazyBoundary>
        </Box>
      )}
    </Box>
  );
};
