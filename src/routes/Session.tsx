import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { onTokenChange, readToken } from '../authProvider/token.ts';
import { closeAllToasts } from '../layout/failures/toasts.ts';
import { isAuthPath, keepLocation, savedLocation } from './lastLocation.ts';
import { redirectOf } from './pathMap.ts';
import { places } from './table.ts';

/** Is somebody signed in, in this tab or by another. */
export const useToken = (): string | undefined => useSyncExternalStore(onTokenChange, readToken);

/** Stands above every page: who is signed in goes to the cabinet, who is not to the sign-in page. */
export const Session = () => {
  const { pathname, search } = useLocation();
  const token = useToken();
  const client = useQueryClient();

  useEffect(() => keepLocation(redirectOf(pathname) ?? pathname, search), [pathname, search]);
  useEffect(
    () =>
      onTokenChange(() => {
        if (readToken()) closeAllToasts();
        // Without a token a refetch could only fail; what is on the screen goes away with the redirect.
        void client.invalidateQueries(readToken() ? undefined : { refetchType: 'none' });
      }),
    [client],
  );

  if (!token && !isAuthPath(pathname)) return <Navigate to={places.login} replace />;
  if (token && isAuthPath(pathname)) return <Navigate to={savedLocation()} replace />;
  const known = redirectOf(pathname);
  if (known) return <Navigate to={known + search} replace />;
  return <Outlet />;
};
