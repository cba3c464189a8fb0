import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What an address's page needs beyond index.html; written by the build (scripts/preloads.ts). */
export interface PagePreloads {
  /** Route pattern; `:name` matches any segment. */
  readonly path: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')}/?$`,
  );

const linksTo = ({ scripts, styles }: PagePreloads): string =>
  [
    ...styles.map(href => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...scripts.map(href => `<link rel="preload" as="script" crossorigin href="${href}">`),
  ].join('');

const readJson = async (path: string): Promise<readonly PagePreloads[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // A cabinet built otherwise has no such list.
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text);
};

/**
 * How scripts are fetched at the first two visits: as modules, which are compiled beside the main thread, while they come.
 * From the third on Chromium has them compiled in its cache, and takes from there only what was fetched as a plain script.
 * Decision 202.
 */
const asModules = (html: string): string =>
  html
    .replaceAll('rel="preload" as="script"', 'rel="modulepreload"')
    .replace('data-words=', 'data-rel="modulepreload" data-words=');

/** What is sent for an address, and the tag by which a browser asks whether that has changed. */
interface Page {
  readonly html: string;
  readonly tag: string;
}

const tagged = (html: string, visit: number): Page => ({
  html,
  // Weak: the same page may go out with gzip and without.
  tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}-${visit}"`,
});

/** The page of an address for the first visit, the second, and every later one. */
type Visits = readonly [Page, Page, Page];

const visitsOf = (html: string): Visits => [tagged(asModules(html), 1), tagged(asModules(html), 2), tagged(html, 3)];

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** What to send to a browser with these tags in `If-None-Match`; `held`: it has that already. */
export const pageAtVisit = ([first, second, later]: Visits, asked: string | undefined): Page & { held: boolean } => {
  if (asked === undefined) return { ...first, held: false };
  const tags = asked.split(',').map(opaque);
  if (tags.includes(opaque(first.tag))) return { ...second, held: false };
  return { ...later, held: tags.includes('*') || tags.includes(opaque(later.tag)) };
};

/** The one page of the cabinet as it is sent for an address: with links to what will be needed there. */
export const readPages = async (folder: string): Promise<(path: string) => Visits> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const usual = visitsOf(html);
  const pages = (await readJson(join(folder, 'preloads.json')))
    // Patterns without parameters first.
    .toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
    .map(page => ({
      at: pattern(page.path),
      visits: visitsOf(html.replace('</head>', () => `${linksTo(page)}</head>`)),
    }));
  return path => pages.find(({ at }) => at.test(path))?.visits ?? usual;
};
