import { generatePath, matchPath } from 'react-router';
import { fitsPattern, segmentsOf } from './fits.ts';
import { openRoutes } from './places.ts';
import { routeTable } from './table.ts';

const bare = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

const pairs = [...Object.values(openRoutes), ...routeTable].flatMap(({ canonical, path }) =>
  canonical === undefined ? [] : [[bare(canonical), path] as const],
);
const publicByCanonical = new Map<string, string>(pairs);
const canonicalByPublic = new Map<string, string>(pairs.map(([canonical, path]) => [bare(path), canonical]));

/** Parametrised pages: `/installationCenters/:id/show` ↔ `/cabinet/admin/installation-centers/:id/`. */
const patterns = pairs
  .filter(([canonical]) => canonical.includes(':'))
  .map(pair => ({ pair, fits: [fitsPattern(pair[0]), fitsPattern(pair[1])] as const }));

const byPattern = (path: string, from: 0 | 1): string | undefined => {
  const segments = segmentsOf(path);
  for (const { pair, fits } of patterns) {
    if (!fits[from](segments)) continue;
    const match = matchPath({ path: pair[from], end: true }, path);
    const to = pair[1 - from] as string;
    // The router drops the trailing slash that our addresses have.
    if (match) return generatePath(to, match.params).replace(/\/?$/, to.endsWith('/') ? '/' : '');
  }
  return undefined;
};

/** Pages that react-admin does not know: none of them is a record of the list whose address begins likewise. */
const ownPages = new Set(
  routeTable.flatMap(({ canonical, path }) => (canonical === undefined && !path.includes(':') ? [bare(path)] : [])),
);

/** `/vouchers` → `/cabinet/cards/list/`; paths without a public name stay. */
export const toPublic = (path: string): string => publicByCanonical.get(bare(path)) ?? byPattern(path, 0) ?? path;

/** `/cabinet/cards/list` → `/vouchers`; with or without a trailing slash. */
export const toCanonical = (path: string): string =>
  canonicalByPublic.get(bare(path)) ?? (ownPages.has(bare(path)) ? path : (byPattern(path, 1) ?? path));

/** Redirect target of a canonical address typed by hand; undefined for public ones. The root is both. */
export const redirectOf = (path: string): string | undefined =>
  bare(path) === '/' ? undefined : (publicByCanonical.get(bare(path)) ?? byPattern(path, 0));

/** The same for a whole address, keeping query and hash. */
export const toPublicAddress = (to: string): string => {
  const end = to.search(/[?#]/);
  if (!to.startsWith('/')) return to;
  return end === -1 ? toPublic(to) : toPublic(to.slice(0, end)) + to.slice(end);
};
