import { useLocation } from 'react-router';
import type { RouteEntry } from './entry.ts';
import { matchRoute } from './match.ts';

/** The page one is on. */
export const useEntry = (): RouteEntry | undefined => matchRoute(useLocation().pathname)?.entry;
