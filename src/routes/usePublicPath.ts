import { useLocation } from 'react-router-dom';
import type { RouteEntry } from './entry.ts';
import { matchRoute } from './match.ts';
import { toPublic } from './pathMap.ts';

/**
 * Returns the present path as the address bar shows it, with a slash at the end. Inside react-admin's `Routes`, the
 * router has react-admin's own (canonical) path instead.
 */
export const usePublicPath = (): string => {
  const { pathname } = useLocation();
  const path = toPublic(pathname);
  return path.endsWith('/') ? path : `${path}/`;
};

/** Returns the route entry of the present page. Undefined if no page has this address. */
export const useRouteEntry = (): RouteEntry | undefined => matchRoute(usePublicPath())?.entry;
