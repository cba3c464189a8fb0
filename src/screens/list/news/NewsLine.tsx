import { useListContext } from 'ra-core';
import { lazy, Suspense } from 'react';
import { useListNews, usePhase } from '../../../live/store.ts';

const ListNews = lazy(() => import('./ListNews.tsx').then(loaded => ({ default: loaded.ListNews })));

/** Tells what became of the list since it was fetched. Most of the time there is nothing to tell, and nothing is drawn. */
export const NewsLine = () => {
  const { resource } = useListContext();
  const { arrived, left, missed } = useListNews(resource);
  const lost = usePhase() === 'lost';
  if (!lost && !missed && arrived.size + left.size === 0) return null;
  return (
    <Suspense>
      <ListNews arrived={arrived.size} left={left.size} missed={missed} lost={lost} />
    </Suspense>
  );
};
