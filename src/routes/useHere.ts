import { useLocation } from 'react-router';
import type { RouteEntry } from './entry.ts';
import { matchRoute } from './match.ts';
import { toPublic } from './pathMap.ts';

/** The public path one is on: inside react-admin's Routes the router tells the canonical one. */
export const usePublicPath = (): string => {
  const { pathname } = useLocation();
  const path = toPublic(pathname);
  return path.endsWith('/') ? path : `${path}/`;
};

/** The page one is on. */
export const useEntry = (): RouteEntry | undefined => matchRoute(usePublicPath())?.entry;
