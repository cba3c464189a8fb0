import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A page of the web application, with the scripts and styles that it needs besides index.html. The build lists all pages
 * (scripts/preloads.ts).
 */
export interface PagePreloads {
  /** Route pattern of the page. `:name` matches any path segment. */
  readonly path: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Like the router of the web application, the pattern ignores case. Ids and names of lists have no dot. */
const pathPattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[\\w-]+')}/?$`,
    'i',
  );

const preloadLinks = ({ scripts, styles }: PagePreloads): string =>
  [
    ...styles.map(href => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...scripts.map(href => `<link rel="preload" as="script" crossorigin href="${href}">`),
  ].join('');

const readPreloads = async (path: string): Promise<readonly PagePreloads[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // The file preloads.json is missing, because the build of this web application wrote none.
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text);
};

/**
 * Turns the preloaded scripts of a page into modules. Browsers compile modules off the main thread while they load, but
 * plain scripts on the main thread.
 * Plain scripts are faster once the browser has cached their compiled code, because Chromium does not cache it for
 * modules.
 */
const loadAsModules = (html: string): string =>
  html
    .replaceAll('rel="preload" as="script"', 'rel="modulepreload"')
    .replace('data-words=', 'data-rel="modulepreload" data-words=');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 27);

/** The HTML of the web application for one address, with its ETag. */
interface Page {
  readonly html: string;
  readonly etag: string;
}

// The ETag is weak, because the same page may be sent with or without gzip.
const pageWithEtag = (html: string): Page => ({ html, etag: `W/"${hashOf(html)}"` });

/** The page of one address in two variants: its scripts load as modules or as plain scripts (see `loadAsModules`). */
interface PageVariants {
  readonly modules: Page;
  readonly scripts: Page;
}

const pageVariantsOf = (html: string): PageVariants => ({
  modules: pageWithEtag(loadAsModules(html)),
  scripts: pageWithEtag(html),
});

interface Cabinet {
  /** Hash of index.html. It changes with every build that has other scripts. */
  readonly build: string;
  /** Returns the page at an address. Undefined if the web application has none there. */
  readonly pageFor: (path: string) => PageVariants | undefined;
  /** The page without preload links. It says that there is nothing at its address. */
  readonly defaultPages: PageVariants;
}

const readPages = async (folder: string): Promise<Cabinet> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const defaultPages = pageVariantsOf(html);
  const pages = (await readPreloads(join(folder, 'preloads.json')))
    // Route patterns without parameters come first, because the first matching pattern is used.
    .toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
    .map(page => ({
      at: pathPattern(page.path),
      pages: pageVariantsOf(html.replace('</head>', () => `${preloadLinks(page)}</head>`)),
    }));
  const namesPages = pages.length > 0;
  return {
    build: hashOf(html).slice(0, 8),
    pageFor: path => (namesPages ? pages.find(({ at }) => at.test(path))?.pages : defaultPages),
    defaultPages,
  };
};

/**
 * Returns a text that changes when a build replaces the files of the pages. Undefined while a build is replacing them.
 */
const readStamp = async (folder: string): Promise<string | undefined> => {
  const files = ['index.html', 'preloads.json'].map(name => stat(join(folder, name)).catch(() => undefined));
  const [page, preloads] = await Promise.all(files);
  return page && [page, preloads].map(file => file && `${file.ino} ${file.mtimeMs} ${file.size}`).join();
};

/**
 * Returns a function that returns the pages of the present build. A new build removes the scripts of the earlier build,
 * so the earlier pages must not be sent any more.
 */
export const pagesOfFolder = async (folder: string): Promise<() => Promise<Cabinet>> => {
  let stamp = await readStamp(folder);
  let pages = readPages(folder);
  await pages;
  return async () => {
    const currentStamp = await readStamp(folder);
    if (currentStamp === undefined || currentStamp === stamp) return pages;
    const formerPages = pages;
    stamp = currentStamp;
    // If a file is replaced during this read, the next request reads the files again.
    pages = readPages(folder).catch(() => {
      stamp = undefined;
      return formerPages;
    });
    return pages;
  };
};
