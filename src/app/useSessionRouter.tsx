import { useEffect, useState } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router-dom';
import { forgetPictures } from '../api/pictures.ts';
import { isPaused } from '../api/session.ts';
import { onTokenChange, readToken } from '../api/token.ts';
import { accountQuery } from '../authProvider/account.ts';
import { deletePersonal } from '../components/personal.ts';
import { clearPendingRemovals } from '../dataProvider/pendingRemovals.ts';
import { closeToastsOfStatus, dropUndoableToasts } from '../feedback/toasts.ts';
import { isAuthPath, savedLocation, storeLocation } from '../routes/lastLocation.ts';
import { redirectOf } from '../routes/pathMap.ts';
import { queryClient } from './queryClient.ts';

/**
 * Wraps every page of the web application. Stores the present location, and redirects react-admin's paths to the paths
 * of the specification.
 */
export const Session = () => {
  const { pathname, search } = useLocation();
  useEffect(() => storeLocation(pathname, search), [pathname, search]);

  if (isAuthPath(pathname)) return <Navigate to={savedLocation()} replace />;
  const redirectPath = redirectOf(pathname);
  return redirectPath ? <Navigate to={redirectPath + search} replace /> : <Outlet />;
};

const cachedAccountId = () => queryClient.getQueryData<{ Id: number }>(accountQuery.queryKey)?.Id;

const forgetPersonalData = () => {
  deletePersonal();
  forgetPictures();
};

export const refreshForNewToken = async (): Promise<void> => {
  const previousId = cachedAccountId();
  // A pending undoable removal is dropped. It would be sent with the new token, in the name of another person.
  dropUndoableToasts();
  // Who has signed in again is not asked to do so any more.
  if (readToken()) closeToastsOfStatus(401);
  clearPendingRemovals();
  if (!readToken() && !isPaused()) forgetPersonalData();
  // Without a token the queries are only marked stale. A refetch would fail, and the sign-in page replaces the present
  // page.
  await queryClient.invalidateQueries(readToken() ? undefined : { refetchType: 'none' });
  if (!readToken() || previousId === undefined) return;
  // The account is fetched again, because the cached one may belong to the previous session.
  const account = await queryClient.fetchQuery({ ...accountQuery, retry: 2, retryDelay: 1000 }).catch(() => undefined);
  // The page reloads if the account has changed or is unknown, because it still shows data of the previous account.
  if (readToken() && account?.Id !== previousId) window.location.reload();
};

/**
 * Returns the router of one session. The next session gets a new router and an empty cache. A data router is used,
 * because guards of unsaved forms require one.
 */
export const useSessionRouter = (routes: RouteObject[]) => {
  const [router] = useState(() => createBrowserRouter(routes));
  useEffect(() => {
    const unsubscribe = onTokenChange(() => void refreshForNewToken());
    return () => {
      unsubscribe();
      router.dispose();
      // The cache of queries is emptied, because the next account must not see its data.
      queryClient.clear();
    };
  }, [router]);
  return router;
};
