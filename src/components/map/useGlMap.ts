import type { Map as GlMap } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import type { MapCamera } from './createMap.ts';

/**
 * Time after a loss of the graphics context in which the browser may restore it, milliseconds. After a restoration the
 * library draws again. A longer loss counts as permanent.
 */
const restoreMs = 3000;

/** Calls `onLost` if the map lost WebGL permanently. Returns a function that stops watching. */
export const watchContext = (map: Pick<GlMap, 'on'>, onLost: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lost = map.on('webglcontextlost', () => {
    clearTimeout(timer);
    timer = setTimeout(onLost, restoreMs);
  });
  const restored = map.on('webglcontextrestored', () => clearTimeout(timer));
  return () => {
    clearTimeout(timer);
    lost.unsubscribe();
    restored.unsubscribe();
  };
};

/**
 * Creates a map, and creates it again whenever `create` changes. `onShown` is called with true when a map has drawn
 * everything, and with false while it is replaced, for example after a change of theme.
 */
export const useGlMap = <View extends { readonly map: GlMap; readonly drawn: Promise<void> }>(
  create: (container: HTMLElement, onMove: (look: MapCamera) => void) => Promise<View>,
  onShown: (shown: boolean) => void,
  onFailed: () => void,
) => {
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>();
  const [look, setLook] = useState<MapCamera>();
  useEffect(() => {
    if (!container.current) return undefined;
    let made: View | undefined;
    let gone = false;
    let stopWatching: (() => void) | undefined;
    create(container.current, now => {
      // A map may be discarded while it is being created. Such a map must not report its view.
      if (!gone) setLook(now);
    })
      .then(created => {
        if (gone) created.map.remove();
        else {
          made = created;
          stopWatching = watchContext(created.map, onFailed);
          setView(created);
          return created.drawn.then(() => gone || onShown(true));
        }
      })
      .catch(onFailed);
    return () => {
      gone = true;
      stopWatching?.();
      setView(undefined);
      onShown(false);
      made?.map.remove();
    };
  }, [create, onShown, onFailed]);
  return { container, view, look };
};
