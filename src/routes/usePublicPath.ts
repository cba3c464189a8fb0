import { useLocation } from 'react-router-dom';
import type { RouteEntry } from './entry.ts';
import { matchRoute } from './match.ts';
import { toPublic } from './pathMap.ts';

/**
 * Returns the present path as the address bar shows it. Inside react-admin's `Routes` the router has the internal
 * (canonical) path instead.
 */
export const usePublicPath = (): string => {
  const { pathname } = useLocation();
  const path = toPublic(pathname);
  return path.endsWith('/') ? path : `${path}/`;
};

/** Returns the route of the present page. Undefined if no page has this address. */
export const useRouteEntry = (): RouteEntry | undefined => matchRoute(usePublicPath())?.entry;
