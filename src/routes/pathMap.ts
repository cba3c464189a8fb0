import { generatePath, matchPath } from 'react-router-dom';
import { publicRoutes } from './publicPages.ts';
import { routeTable } from './table.ts';

/** Returns the parts of a path or path pattern between its slashes. */
export const segmentsOf = (path: string): readonly string[] => path.split('/').filter(Boolean);

/**
 * Returns a fast test whether a path may match a pattern. Both must have the same number of segments, and segments
 * without a colon must be equal, ignoring case. The test saves time, because the router compiles a regular expression
 * for each pattern it tries.
 */
export const patternMatcher = (pattern: string): ((segments: readonly string[]) => boolean) => {
  const expectedSegments = segmentsOf(pattern).map(segment =>
    segment.startsWith(':') ? undefined : segment.toLowerCase(),
  );
  return segments =>
    segments.length === expectedSegments.length &&
    expectedSegments.every((segment, index) => segment === undefined || segment === segments[index]?.toLowerCase());
};

const withoutTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

const pathPairs = [...Object.values(publicRoutes), ...routeTable].flatMap(({ canonical, path }) =>
  canonical === undefined ? [] : [[withoutTrailingSlash(canonical), path] as const],
);
const publicByCanonical = new Map<string, string>(pathPairs);
const canonicalByPublic = new Map<string, string>(
  pathPairs.map(([canonical, path]) => [withoutTrailingSlash(path), canonical]),
);

/**
 * Path patterns of pages with parameters, as pairs: react-admin's `/installationCenters/:id/show` and the public
 * `/cabinet/admin/installation-centers/:id/`.
 */
const pathPatterns = pathPairs
  .filter(([canonical]) => canonical.includes(':'))
  .map(pair => ({ pair, fits: [patternMatcher(pair[0]), patternMatcher(pair[1])] as const }));

const translateByPattern = (path: string, fromIndex: 0 | 1): string | undefined => {
  const segments = segmentsOf(path);
  for (const { pair, fits } of pathPatterns) {
    if (!fits[fromIndex](segments)) continue;
    const match = matchPath({ path: pair[fromIndex], end: true }, path);
    const targetPattern = pair[1 - fromIndex] as string;
    // react-router's generatePath drops a slash at the end of the pattern, so the slash is added again.
    if (match) return generatePath(targetPattern, match.params).replace(/\/?$/, targetPattern.endsWith('/') ? '/' : '');
  }
  return undefined;
};

/**
 * Public paths of pages that react-admin does not know. Without this set, such a path would look like a record of the
 * list whose path is its beginning.
 */
const pathsWithoutCanonical = new Set(
  routeTable.flatMap(({ canonical, path }) =>
    canonical === undefined && !path.includes(':') ? [withoutTrailingSlash(path)] : [],
  ),
);

/**
 * Returns the path in the address bar for react-admin's path: `/vouchers` → `/cabinet/cards/list/`. A path that has no
 * public one is returned unchanged.
 */
export const toPublic = (path: string): string =>
  publicByCanonical.get(withoutTrailingSlash(path)) ?? translateByPattern(path, 0) ?? path;

/**
 * Returns react-admin's path for the path in the address bar: `/cabinet/cards/list` → `/vouchers`. A slash at the end
 * makes no difference.
 */
export const toCanonical = (path: string): string =>
  canonicalByPublic.get(withoutTrailingSlash(path)) ??
  (pathsWithoutCanonical.has(withoutTrailingSlash(path)) ? path : (translateByPattern(path, 1) ?? path));

/**
 * Returns the public path to which a typed react-admin path is redirected. Undefined for public paths and for the root
 * `/`, because the root is a path of both.
 */
export const redirectOf = (path: string): string | undefined =>
  withoutTrailingSlash(path) === '/'
    ? undefined
    : (publicByCanonical.get(withoutTrailingSlash(path)) ?? translateByPattern(path, 0));

/** Returns the public form of a whole address, including its query and hash. */
export const toPublicAddress = (to: string): string => {
  const queryStart = to.search(/[?#]/);
  if (!to.startsWith('/')) return to;
  return queryStart === -1 ? toPublic(to) : toPublic(to.slice(0, queryStart)) + to.slice(queryStart);
};
