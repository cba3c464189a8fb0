import { useListContext } from 'ra-core';
import { useEffect, useState } from 'react';
import { useListNews, usePhase } from '../../../live/store.ts';
import type { ListNews } from './ListNews.tsx';

/** Loaded as soon as there is a connection to lose: without one it could not be. */
const useListNewsComponent = (wanted: boolean): typeof ListNews | undefined => {
  const [component, setComponent] = useState<typeof ListNews>();
  useEffect(() => {
    if (!wanted) return;
    let shown = true;
    import('./ListNews.tsx').then(
      loaded => {
        if (shown) setComponent(() => loaded.ListNews);
      },
      // The list works without it.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [wanted]);
  return component;
};

/** Shows what changed since the list was fetched; usually nothing, then renders nothing. */
export const NewsLine = () => {
  const { resource } = useListContext();
  const { arrived, left, missed } = useListNews(resource);
  const phase = usePhase();
  const Line = useListNewsComponent(phase !== 'off');
  const lost = phase === 'lost';
  if (!Line || (!lost && !missed && arrived.size + left.size === 0)) return null;
  return <Line arrived={arrived.size} left={left.size} missed={missed} lost={lost} />;
};
