import { matchPath } from 'react-router-dom';
import type { RouteEntry } from './entry.ts';
import { toPublic } from './pathMap.ts';
import { patternMatcher, segmentsOf } from './pathPattern.ts';
import { routeTable } from './table.ts';

export interface MatchedRoute {
  readonly entry: RouteEntry;
  readonly params: Readonly<Record<string, string | undefined>>;
}

// Paths without parameters come first: /accidents/opened/ before /accidents/:status/.
const bySpecificity = [...routeTable]
  .sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
  .map(entry => ({ entry, matches: patternMatcher(entry.path) }));

/** Returns the identity of a page. When it changes, the page is remounted. */
export const pageKey = (matched: MatchedRoute | undefined): string => {
  if (!matched) return '';
  const { entry, params } = matched;
  const identityParams = Object.keys(params).filter(name => !entry.volatileParams?.includes(name));
  return [entry.path, ...identityParams.map(name => params[name])].join(' ');
};

/** Returns the page at a public or canonical path. */
export const matchRoute = (path: string): MatchedRoute | undefined => {
  const pathname = toPublic(path);
  const segments = segmentsOf(pathname);
  for (const { entry, matches } of bySpecificity) {
    if (!matches(segments)) continue;
    const match = matchPath({ path: entry.path, end: true }, pathname);
    if (match) return { entry, params: match.params };
  }
  return undefined;
};
