import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { isAuthPath, keepLocation, savedLocation } from '../routes/lastLocation.ts';
import { redirectOf } from '../routes/pathMap.ts';

/** Stands above every page of the cabinet: keeps where one is, and leads addresses that are not public to those that are. */
export const Session = () => {
  const { pathname, search } = useLocation();
  useEffect(() => keepLocation(pathname, search), [pathname, search]);

  if (isAuthPath(pathname)) return <Navigate to={savedLocation()} replace />;
  const known = redirectOf(pathname);
  return known ? <Navigate to={known + search} replace /> : <Outlet />;
};
