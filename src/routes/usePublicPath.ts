import { useLocation } from 'react-router-dom';
import type { RouteEntry } from './entry.ts';
import { matchRoute } from './match.ts';
import { toPublic } from './pathMap.ts';

/** Returns the present public path. Inside react-admin's Routes the router's path is canonical. */
export const usePublicPath = (): string => {
  const { pathname } = useLocation();
  const path = toPublic(pathname);
  return path.endsWith('/') ? path : `${path}/`;
};

/** Returns the present page. */
export const useEntry = (): RouteEntry | undefined => matchRoute(usePublicPath())?.entry;
