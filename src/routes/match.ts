import { matchPath } from 'react-router-dom';
import type { RouteEntry } from './entry.ts';
import { toPublic } from './pathMap.ts';
import { fitsPattern, segmentsOf } from './pathPattern.ts';
import { routeTable } from './table.ts';

export interface Matched {
  readonly entry: RouteEntry;
  readonly params: Readonly<Record<string, string | undefined>>;
}

// Paths without parameters come first: /accidents/opened/ before /accidents/:status/.
const bySpecificity = [...routeTable]
  .sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
  .map(entry => ({ entry, fits: fitsPattern(entry.path) }));

/** Returns the identity of a page. When it changes, the page is remounted. */
export const pageKey = (matched: Matched | undefined): string => {
  if (!matched) return '';
  const { entry, params } = matched;
  const lasting = Object.keys(params).filter(name => !entry.passing?.includes(name));
  return [entry.path, ...lasting.map(name => params[name])].join(' ');
};

/** Returns the page at a public or canonical path. */
export const matchRoute = (path: string): Matched | undefined => {
  const pathname = toPublic(path);
  const segments = segmentsOf(pathname);
  for (const { entry, fits } of bySpecificity) {
    if (!fits(segments)) continue;
    const match = matchPath({ path: entry.path, end: true }, pathname);
    if (match) return { entry, params: match.params };
  }
  return undefined;
};
