import { generatePath } from 'react-router-dom';
import { type Matched, matchRoute } from './match.ts';

export interface Crumb {
  readonly path: string;
  readonly title: string;
  readonly params: Matched['params'];
}

const beginnings = (path: string): readonly string[] => {
  const parts = path.split('/').filter(part => part !== '');
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}/`);
};

/**
 * Returns the breadcrumbs of a path: its prefixes that are pages with a crumb. The root is the dashboard and has none.
 */
export const breadcrumbsOf = (path: string): readonly Crumb[] => {
  const here = matchRoute(path);
  const trail = here && path !== '/' ? beginnings(generatePath(here.entry.path, here.params)) : [];
  return trail.flatMap((beginning): readonly Crumb[] => {
    const at = matchRoute(beginning);
    if (!at) return [];
    const isHere = at.entry === here?.entry;
    if (at.entry.crumb === 'never' || (at.entry.crumb === 'own' && !isHere)) return [];
    const list = at.entry.within === undefined ? undefined : matchRoute(at.entry.within);
    const before = list ? [{ path: list.entry.path, title: list.entry.title, params: list.params }] : [];
    return [...before, { path: beginning, title: at.entry.title, params: at.params }];
  });
};
