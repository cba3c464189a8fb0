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
    ...scripts.map(href => `<link rel="modulepreload" crossorigin href="${href}">`),
  ].join('');

const readJson = async (path: string): Promise<readonly PagePreloads[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // A cabinet built otherwise has no such list.
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text);
};

/** The cabinet's page for an address, with its preload links. */
export const readPages = async (folder: string): Promise<(path: string) => string> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const pages = (await readJson(join(folder, 'preloads.json')))
    // Patterns without parameters first.
    .toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
    .map(page => ({ at: pattern(page.path), html: html.replace('</head>', () => `${linksTo(page)}</head>`) }));
  return path => pages.find(({ at }) => at.test(path))?.html ?? html;
};
