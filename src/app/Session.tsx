import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { isAuthPath, savedLocation, storeLocation } from '../routes/lastLocation.ts';
import { redirectOf } from '../routes/pathMap.ts';

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
