import { matchPath } from 'react-router-dom';
import type { RouteEntry } from './entry.ts';
import { patternMatcher, segmentsOf, toPublic } from './pathMap.ts';
import { parseRecordId } from './recordId.ts';
import { routeTable } from './table.ts';

export interface MatchedRoute {
  readonly entry: RouteEntry;
  readonly params: Readonly<Record<string, string | undefined>>;
}

// Pages without path parameters come first, so that /accidents/opened/ wins over /accidents/:status/.
const bySpecificity = [...routeTable]
  .sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
  .map(entry => ({ entry, matches: patternMatcher(entry.path) }));

/** Returns a text that identifies the page on screen. When it changes, the page is mounted anew. */
export const pageKey = (matched: MatchedRoute | undefined): string => {
  if (!matched) return '';
  const { entry, params } = matched;
  const identityParams = Object.keys(params).filter(name => !entry.volatileParams?.includes(name));
  return [entry.path, ...identityParams.map(name => params[name])].join(' ');
};

/**
 * Returns the page with this path and its path parameters. The path may be public (as in the address bar) or canonical
 * (react-admin's).
 */
export const matchRoute = (path: string): MatchedRoute | undefined => {
  const pathname = toPublic(path);
  const segments = segmentsOf(pathname);
  for (const { entry, matches } of bySpecificity) {
    if (!matches(segments)) continue;
    const match = matchPath({ path: entry.path, end: true }, pathname);
    // An address of a record must have its id: `/operators/create/` is no operator.
    if (match && (typeof entry.page !== 'object' || !match.params.id || parseRecordId(match.params.id)))
      return { entry, params: match.params };
  }
  return undefined;
};
