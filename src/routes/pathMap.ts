import { generatePath, matchPath } from 'react-router-dom';
import { patternMatcher, segmentsOf } from './pathPattern.ts';
import { publicRoutes } from './publicPages.ts';
import { routeTable } from './table.ts';

const withoutTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

const pathPairs = [...Object.values(publicRoutes), ...routeTable].flatMap(({ canonical, path }) =>
  canonical === undefined ? [] : [[withoutTrailingSlash(canonical), path] as const],
);
const publicByCanonical = new Map<string, string>(pathPairs);
const canonicalByPublic = new Map<string, string>(
  pathPairs.map(([canonical, path]) => [withoutTrailingSlash(path), canonical]),
);

/** Pages with parameters: `/installationCenters/:id/show` ↔ `/cabinet/admin/installation-centers/:id/`. */
const pathPatterns = pathPairs
  .filter(([canonical]) => canonical.includes(':'))
  .map(pair => ({ pair, fits: [patternMatcher(pair[0]), patternMatcher(pair[1])] as const }));

const translateByPattern = (path: string, fromIndex: 0 | 1): string | undefined => {
  const segments = segmentsOf(path);
  for (const { pair, fits } of pathPatterns) {
    if (!fits[fromIndex](segments)) continue;
    const match = matchPath({ path: pair[fromIndex], end: true }, path);
    const targetPattern = pair[1 - fromIndex] as string;
    // The router drops the trailing slash of public paths, so it is added again.
    if (match) return generatePath(targetPattern, match.params).replace(/\/?$/, targetPattern.endsWith('/') ? '/' : '');
  }
  return undefined;
};

/**
 * Pages that react-admin does not know. Without this set, such a path would look like a record of a list with the same
 * prefix.
 */
const pathsWithoutCanonical = new Set(
  routeTable.flatMap(({ canonical, path }) =>
    canonical === undefined && !path.includes(':') ? [withoutTrailingSlash(path)] : [],
  ),
);

/**
 * Returns the public path: `/vouchers` → `/cabinet/cards/list/`. A path without a public name is returned unchanged.
 */
export const toPublic = (path: string): string =>
  publicByCanonical.get(withoutTrailingSlash(path)) ?? translateByPattern(path, 0) ?? path;

/** Returns react-admin's path: `/cabinet/cards/list` → `/vouchers`, with or without a trailing slash. */
export const toCanonical = (path: string): string =>
  canonicalByPublic.get(withoutTrailingSlash(path)) ??
  (pathsWithoutCanonical.has(withoutTrailingSlash(path)) ? path : (translateByPattern(path, 1) ?? path));

/**
 * Returns the redirect target of a typed canonical path. Undefined for public paths and for the root, because the root
 * is both.
 */
export const redirectOf = (path: string): string | undefined =>
  withoutTrailingSlash(path) === '/'
    ? undefined
    : (publicByCanonical.get(withoutTrailingSlash(path)) ?? translateByPattern(path, 0));

/** Returns the public form of a whole address, with query and hash. */
export const toPublicAddress = (to: string): string => {
  const queryStart = to.search(/[?#]/);
  if (!to.startsWith('/')) return to;
  return queryStart === -1 ? toPublic(to) : toPublic(to.slice(0, queryStart)) + to.slice(queryStart);
};
