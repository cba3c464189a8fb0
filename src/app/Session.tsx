import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { isAuthPath, keepLocation, savedLocation } from '../routes/lastLocation.ts';
import { redirectOf } from '../routes/pathMap.ts';

/**
 * Wraps every page of the cabinet. Stores the present location, and redirects react-admin's paths to the paths of the
 * specification.
 */
export const Session = () => {
  const { pathname, search } = useLocation();
  useEffect(() => keepLocation(pathname, search), [pathname, search]);

  if (isAuthPath(pathname)) return <Navigate to={savedLocation()} replace />;
  const known = redirectOf(pathname);
  return known ? <Navigate to={known + search} replace /> : <Outlet />;
};
