import { generatePath, matchPath } from 'react-router-dom';
import { fitsPattern, segmentsOf } from './pathPattern.ts';
import { openRoutes } from './publicPages.ts';
import { routeTable } from './table.ts';

const bare = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

const pairs = [...Object.values(openRoutes), ...routeTable].flatMap(({ canonical, path }) =>
  canonical === undefined ? [] : [[bare(canonical), path] as const],
);
const publicByCanonical = new Map<string, string>(pairs);
const canonicalByPublic = new Map<string, string>(pairs.map(([canonical, path]) => [bare(path), canonical]));

/** Pages with parameters: `/installationCenters/:id/show` ↔ `/cabinet/admin/installation-centers/:id/`. */
const patterns = pairs
  .filter(([canonical]) => canonical.includes(':'))
  .map(pair => ({ pair, fits: [fitsPattern(pair[0]), fitsPattern(pair[1])] as const }));

const byPattern = (path: string, from: 0 | 1): string | undefined => {
  const segments = segmentsOf(path);
  for (const { pair, fits } of patterns) {
    if (!fits[from](segments)) continue;
    const match = matchPath({ path: pair[from], end: true }, path);
    const to = pair[1 - from] as string;
    // The router drops the trailing slash of public paths, so it is added again.
    if (match) return generatePath(to, match.params).replace(/\/?$/, to.endsWith('/') ? '/' : '');
  }
  return undefined;
};

/**
 * Pages that react-admin does not know. Without this set, such a path would look like a record of a list with the same
 * prefix.
 */
const ownPages = new Set(
  routeTable.flatMap(({ canonical, path }) => (canonical === undefined && !path.includes(':') ? [bare(path)] : [])),
);

/**
 * Returns the public path: `/vouchers` → `/cabinet/cards/list/`. A path without a public name is returned unchanged.
 */
export const toPublic = (path: string): string => publicByCanonical.get(bare(path)) ?? byPattern(path, 0) ?? path;

/** Returns react-admin's path: `/cabinet/cards/list` → `/vouchers`, with or without a trailing slash. */
export const toCanonical = (path: string): string =>
  canonicalByPublic.get(bare(path)) ?? (ownPages.has(bare(path)) ? path : (byPattern(path, 1) ?? path));

/**
 * Returns the redirect target of a typed canonical path. Undefined for public paths and for the root, because the root
 * is both.
 */
export const redirectOf = (path: string): string | undefined =>
  bare(path) === '/' ? undefined : (publicByCanonical.get(bare(path)) ?? byPattern(path, 0));

/** Returns the public form of a whole address, with query and hash. */
export const toPublicAddress = (to: string): string => {
  const end = to.search(/[?#]/);
  if (!to.startsWith('/')) return to;
  return end === -1 ? toPublic(to) : toPublic(to.slice(0, end)) + to.slice(end);
};
