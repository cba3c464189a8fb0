import { useEffect, useState } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { onTokenChange } from '../api/token.ts';
import { followToken } from './followToken.ts';
import { queryClient } from './queryClient.ts';

/**
 * Returns the router of one session. The next session starts with a new one and an empty cache. It is a data router,
 * because guards of unsaved forms require one.
 */
export const useSessionRouter = (routes: RouteObject[]) => {
  const [router] = useState(() => createBrowserRouter(routes));
  useEffect(() => {
    const stop = onTokenChange(() => void followToken());
    return () => {
      stop();
      router.dispose();
      // The next account must not see the cache.
      queryClient.clear();
    };
  }, [router]);
  return router;
};
