import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
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
 * Modules are compiled beside the main thread, while they come; plain scripts on it, unless the browser has them compiled in
 * its cache, from which Chromium takes nothing that was fetched as a module. See docs/decisions/017-first-load.md.
 */
const asModules = (html: string): string =>
  html
    .replaceAll('rel="preload" as="script"', 'rel="modulepreload"')
    .replace('data-words=', 'data-rel="modulepreload" data-words=');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 27);

/** What is sent for an address, and the tag by which a browser asks whether that has changed. */
interface Page {
  readonly html: string;
  readonly tag: string;
}

// Weak: the same page may go out with gzip and without.
const tagged = (html: string): Page => ({ html, tag: `W/"${hashOf(html)}"` });

/** The page of an address, by how its scripts are fetched. */
interface Pages {
  readonly modules: Page;
  readonly scripts: Page;
}

const pagesOf = (html: string): Pages => ({ modules: tagged(asModules(html)), scripts: tagged(html) });

interface Cabinet {
  /** Changes with every build that has other scripts. */
  readonly build: string;
  readonly pageFor: (path: string) => Pages;
}

/** The one page of the cabinet as it is sent for each address: with links to what will be needed there. */
const readPages = async (folder: string): Promise<Cabinet> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const usual = pagesOf(html);
  const pages = (await readJson(join(folder, 'preloads.json')))
    // Patterns without parameters first.
    .toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
    .map(page => ({
      at: pattern(page.path),
      pages: pagesOf(html.replace('</head>', () => `${linksTo(page)}</head>`)),
    }));
  return {
    build: hashOf(html).slice(0, 8),
    pageFor: path => pages.find(({ at }) => at.test(path))?.pages ?? usual,
  };
};

/** Changes whenever a build replaces the files that the pages are made of. Undefined: a build is replacing them now. */
const stampOf = async (folder: string): Promise<string | undefined> => {
  const files = ['index.html', 'preloads.json'].map(name => stat(join(folder, name)).catch(() => undefined));
  const [page, preloads] = await Promise.all(files);
  return page && [page, preloads].map(file => file && `${file.ino} ${file.mtimeMs} ${file.size}`).join();
};

/**
 * Returns a function that answers the pages of the present build. A build under a running server removes the scripts that
 * the former page names, so that page must not be sent any more.
 */
export const pagesOfFolder = async (folder: string): Promise<() => Promise<Cabinet>> => {
  let stamp = await stampOf(folder);
  let pages = readPages(folder);
  await pages;
  return async () => {
    const now = await stampOf(folder);
    if (now === undefined || now === stamp) return pages;
    const former = pages;
    stamp = now;
    // The next request reads again what was replaced while it was read.
    pages = readPages(folder).catch(() => {
      stamp = undefined;
      return former;
    });
    return pages;
  };
};
