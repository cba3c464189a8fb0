import type { Map as GlMap } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import type { MapCamera } from './createMap.ts';

/**
 * Time that the browser has to restore a lost graphics context, milliseconds. After a restoration the library draws
 * again. A longer loss counts as permanent.
 */
const contextRestoreMs = 3000;

/** Calls `onLost` if the map lost WebGL permanently. Returns a function that stops watching. */
export const watchContext = (map: Pick<GlMap, 'on'>, onLost: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lostSubscription = map.on('webglcontextlost', () => {
    clearTimeout(timer);
    timer = setTimeout(onLost, contextRestoreMs);
  });
  const restoredSubscription = map.on('webglcontextrestored', () => clearTimeout(timer));
  return () => {
    clearTimeout(timer);
    lostSubscription.unsubscribe();
    restoredSubscription.unsubscribe();
  };
};

/**
 * Creates a map, and creates it again whenever `create` changes. `onShown` is called with true when a map has drawn
 * everything, and with false while it is replaced, for example after a change of theme.
 */
export const useGlMap = <View extends { readonly map: GlMap; readonly whenDrawn: Promise<void> }>(
  create: (container: HTMLElement, onMove: (camera: MapCamera) => void) => Promise<View>,
  onShown: (shown: boolean) => void,
  onFailed: () => void,
) => {
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>();
  const [camera, setCamera] = useState<MapCamera>();
  useEffect(() => {
    if (!container.current) return undefined;
    let createdView: View | undefined;
    let isDisposed = false;
    let stopWatching: (() => void) | undefined;
    create(container.current, newCamera => {
      // A map may be discarded while it is being created. The discarded map must not report its view.
      if (!isDisposed) setCamera(newCamera);
    })
      .then(created => {
        if (isDisposed) created.map.remove();
        else {
          createdView = created;
          stopWatching = watchContext(created.map, onFailed);
          setView(created);
          return created.whenDrawn.then(() => isDisposed || onShown(true));
        }
      })
      .catch(onFailed);
    return () => {
      isDisposed = true;
      stopWatching?.();
      setView(undefined);
      onShown(false);
      createdView?.map.remove();
    };
  }, [create, onShown, onFailed]);
  return { container, view, camera };
};
