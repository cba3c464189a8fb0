import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that a page needs besides index.html, by address. Written by the build (scripts/preloads.ts). */
export interface PagePreloads {
  /** Route pattern. `:name` matches any segment. */
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
    // A cabinet from another build has no such list.
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text);
};

/**
 * Preloads scripts as modules. Modules are compiled off the main thread while they load, plain scripts on the main
 * thread.
 * Plain scripts are better once the browser has them compiled in its cache, because Chromium uses no cached code for
 * modules.
 */
const asModules = (html: string): string =>
  html
    .replaceAll('rel="preload" as="script"', 'rel="modulepreload"')
    .replace('data-words=', 'data-rel="modulepreload" data-words=');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 27);

/** A page, and its ETag. */
interface Page {
  readonly html: string;
  readonly tag: string;
}

// Weak, because the same page may be sent with gzip and without.
const tagged = (html: string): Page => ({ html, tag: `W/"${hashOf(html)}"` });

/** The page of an address in two variants, by the way its scripts are loaded. */
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

/** Reads the cabinet's page, with preload links for each address. */
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

/** Changes when a build replaces the files of the pages. Undefined: a build is replacing them now. */
const stampOf = async (folder: string): Promise<string | undefined> => {
  const files = ['index.html', 'preloads.json'].map(name => stat(join(folder, name)).catch(() => undefined));
  const [page, preloads] = await Promise.all(files);
  return page && [page, preloads].map(file => file && `${file.ino} ${file.mtimeMs} ${file.size}`).join();
};

/**
 * Returns a function that returns the pages of the present build. A build under a running server removes the scripts of
 * the former page, so that page must not be sent any more.
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
    // The next request reads files again that were replaced during this read.
    pages = readPages(folder).catch(() => {
      stamp = undefined;
      return former;
    });
    return pages;
  };
};
