import { useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import { useListNews, usePhase } from '../../../live/store.ts';
import type { ListNews } from './ListNews.tsx';

/** Loads the component while there is a connection, because it could not be loaded after the connection is lost. */
const useListNewsComponent = (wanted: boolean): typeof ListNews | undefined => {
  const [component, setComponent] = useState<typeof ListNews>();
  useEffect(() => {
    if (!wanted) return;
    let shown = true;
    import('./ListNews.tsx').then(
      loaded => {
        if (shown) setComponent(() => loaded.ListNews);
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
export const NewsLine = () => {
  const { resource } = useListContext();
  const { arrived, left, missed } = useListNews(resource);
  const phase = usePhase();
  const Line = useListNewsComponent(phase !== 'off');
  const lost = phase === 'lost';
  if (!Line || (!lost && !missed && arrived.size + left.size === 0)) return null;
  return <Line arrived={arrived.size} left={left.size} missed={missed} lost={lost} />;
};
