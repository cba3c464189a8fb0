import type { Map as GlMap } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import type { Look } from './createMap.ts';

/** The library draws again by itself if the browser gives the graphics context back; a longer wait is a loss for good. */
const restoreMs = 3000;

/** Calls `onLost` when the map has lost WebGL and did not get it back. Returns the function that stops watching. */
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
 * A map that lives as long as what it is made of stays the same; `create` must not change otherwise. `onShown` is told
 * whether there is one that has drawn everything: not while another takes its place, as when the theme changes.
 */
export const useGlMap = <View extends { readonly map: GlMap; readonly drawn: Promise<void> }>(
  create: (container: HTMLElement, onMove: (look: Look) => void) => Promise<View>,
  onShown: (shown: boolean) => void,
  onFailed: () => void,
) => {
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>();
  const [look, setLook] = useState<Look>();
  useEffect(() => {
    if (!container.current) return undefined;
    let made: View | undefined;
    let gone = false;
    let stopWatching: (() => void) | undefined;
    create(container.current, now => {
      // A map that was given up while it was made has nothing to say of the next one.
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
