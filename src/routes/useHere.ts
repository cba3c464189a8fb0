import { useLocation } from 'react-router';
import type { RouteEntry } from './entry.ts';
import { matchRoute } from './match.ts';
import { toPublic } from './pathMap.ts';

/** The current public path: inside react-admin's Routes the router's is canonical. */
export const usePublicPath = (): string => {
  const { pathname } = useLocation();
  const path = toPublic(pathname);
  return path.endsWith('/') ? path : `${path}/`;
};

/** The current page. */
export const useEntry = (): RouteEntry | undefined => matchRoute(usePublicPath())?.entry;
