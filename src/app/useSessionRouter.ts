import { useEffect, useState } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { forgetPictures } from '../api/pictures.ts';
import { isPaused } from '../api/session.ts';
import { onTokenChange, readToken } from '../api/token.ts';
import { accountQuery } from '../authProvider/account.ts';
import { forgetPersonal } from '../components/personal.ts';
import { clearPendingRemovals } from '../dataProvider/pendingRemovals.ts';
import { dropUndoable } from '../feedback/toasts.ts';
import { queryClient } from './queryClient.ts';

const whoIsIn = () => queryClient.getQueryData<{ Id: number }>(accountQuery.queryKey)?.Id;

const forgetPerson = () => {
  forgetPersonal();
  forgetPictures();
};

/** Refetches everything after a change of token. */
export const followToken = async (): Promise<void> => {
  const before = whoIsIn();
  // A pending undoable removal would be sent with the new token, in the name of another person.
  dropUndoable();
  clearPendingRemovals();
  if (!readToken() && !isPaused()) forgetPerson();
  // Without a token a refetch would fail, and the page is closed anyway.
  await queryClient.invalidateQueries(readToken() ? undefined : { refetchType: 'none' });
  if (!readToken() || before === undefined) return;
  // The cache may hold the previous account, so only a response to the new token is reliable.
  const now = await queryClient.fetchQuery({ ...accountQuery, retry: 2, retryDelay: 1000 }).catch(() => undefined);
  // The page reloads if the account has changed or is unknown, because it still shows data of the previous account.
  if (readToken() && now?.Id !== before) window.location.reload();
};

/**
 * Returns the router of one session. The next session gets a new router and an empty cache. A data router is used,
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
