import { useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import { useConnectionPhase, useListChanges } from '../../../live/store.ts';
import type { ListChangesBar } from './ListChangesBar.tsx';

/** Loads the component while there is a connection, because it could not be loaded after the connection is lost. */
const useChangesBarComponent = (wanted: boolean): typeof ListChangesBar | undefined => {
  const [component, setComponent] = useState<typeof ListChangesBar>();
  useEffect(() => {
    if (!wanted) return;
    let shown = true;
    import('./ListChangesBar.tsx').then(
      loaded => {
        if (shown) setComponent(() => loaded.ListChangesBar);
      },
      // A failure is ignored, because the list works without this line.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [wanted]);
  return component;
};

/** Shows changes of the list since it was fetched. Usually there are none, and it renders nothing. */
export const LazyListChangesBar = () => {
  const { resource } = useListContext();
  const { arrived, left, missed } = useListChanges(resource);
  const phase = useConnectionPhase();
  const Line = useChangesBarComponent(phase !== 'off');
  const lost = phase === 'lost';
  if (!Line || (!lost && !missed && arrived.size + left.size === 0)) return null;
  return <Line arrived={arrived.size} left={left.size} missed={missed} lost={lost} />;
};
