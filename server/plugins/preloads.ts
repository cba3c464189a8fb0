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
 * How scripts are fetched: a browser that has none of them yet compiles modules beside the main thread, while they come. Later
 * it has them compiled in its cache, and Chromium takes from there only what was fetched as a plain script: decision 202.
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

const tagged = (html: string): Page => ({
  html,
  // Weak: the same page may go out with gzip and without.
  tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`,
});

interface Pages {
  readonly firstVisit: Page;
  readonly laterVisits: Page;
}

const pagesOf = (html: string): Pages => ({ firstVisit: tagged(asModules(html)), laterVisits: tagged(html) });

/** The one page of the cabinet as it is sent for an address: with links to what will be needed there. */
export const readPages = async (folder: string): Promise<(path: string) => Pages> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const usual = pagesOf(html);
  const pages = (await readJson(join(folder, 'preloads.json')))
    // Patterns without parameters first.
    .toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
    .map(page => ({
      at: pattern(page.path),
      pages: pagesOf(html.replace('</head>', () => `${linksTo(page)}</head>`)),
    }));
  return path => pages.find(({ at }) => at.test(path))?.pages ?? usual;
};
