import { join } from 'node:path';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import type { PagePreloads } from '../server/plugins/preloads.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } };

/**
 * Part of the route table that this script uses. The route table's module runs only in Vite, which resolves its
 * imports.
 */
interface Route {
  readonly path: string;
  /** Address that react-admin uses for the page. Typed into the address bar, it leads to `path`. */
  readonly canonical?: string;
}
interface Routes {
  readonly routeTable: readonly Route[];
}
interface PublicPages {
  readonly publicRoutes: Readonly<Record<string, Route>>;
}
interface Scripts {
  readonly scriptOf: (entry: object) => string | undefined;
}

const root = join(import.meta.dirname, '..');
const load = async <Module>(path: string): Promise<Module> =>
  (await runnerImport<Module>(join(root, path), { root, configFile: false, logLevel: 'error' })).module;

const chunksOf = (bundle: Bundle): readonly Chunk[] => Object.values(bundle).filter(file => file.type === 'chunk');

/** Returns the build's chunk that contains a source file of this project. */
const chunkHolding = (bundle: Bundle, file: string): Chunk => {
  const found = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some(id => id.endsWith(`/${file}`)));
  if (!found) throw new Error(`No script of the build holds ${file}`);
  return found;
};

/** Returns a chunk and all chunks that it imports, directly or indirectly. */
const withImports = (bundle: Bundle, chunk: Chunk, found = new Set<Chunk>()): ReadonlySet<Chunk> => {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports) {
    const read = bundle[name];
    if (read?.type === 'chunk') withImports(bundle, read, found);
  }
  return found;
};

const neededFor = (bundle: Bundle, files: readonly string[]): Omit<PagePreloads, 'path'> => {
  const first = withImports(bundle, chunkHolding(bundle, 'src/main.tsx'));
  const chunks = new Set(files.flatMap(file => [...withImports(bundle, chunkHolding(bundle, file))]));
  const missingChunks = [...chunks].filter(chunk => !first.has(chunk));
  return {
    scripts: missingChunks.map(({ fileName }) => `/${fileName}`),
    styles: missingChunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]).map(name => `/${name}`),
  };
};

const textScripts = (bundle: Bundle) =>
  Object.fromEntries(
    ['ru', 'en'].map(language => [
      language,
      {
        first: neededFor(bundle, [`src/i18n/${language}/first.ts`]).scripts,
        whole: neededFor(bundle, [`src/i18n/${language}/index.ts`]).scripts,
      },
    ]),
  );

/**
 * Makes index.html fetch the modules as plain scripts first. Otherwise a new process of Chromium does not take modules
 * from its cache of compiled code. Every tab has a new process (docs/decisions/017-first-load.md).
 */
const fetchedAsScripts = (html: string): string =>
  html
    .replaceAll('rel="modulepreload"', 'rel="preload" as="script"')
    .replace(
      /<script type="module" crossorigin src="([^"]+)">/,
      (script, href) => `<link rel="preload" as="script" crossorigin href="${href}">${script}`,
    );

/**
 * Vite plugin that lists every page, with its scripts and styles beyond those of index.html. The server tells the
 * browser of them together with the page, and answers 404 at other addresses (server/plugins/preloads.ts). Texts are not
 * listed, because only the browser knows the language (public/theme.js).
 */
export const preloads = (): Plugin => ({
  name: 'drivedesk-preloads',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const { routeTable } = await load<Routes>('src/routes/table.ts');
    const { scriptOf } = await load<Scripts>('src/routes/scripts.ts');
    const pages: PagePreloads[] = routeTable.map(entry => {
      const script = scriptOf(entry);
      const files = ['src/App.tsx', 'src/app/prefetchPage.ts', ...(script === undefined ? [] : [`${script}.tsx`])];
      return { path: entry.path, ...neededFor(bundle, files) };
    });
    const { publicRoutes } = await load<PublicPages>('src/routes/publicPages.ts');
    const publicPages = Object.values(publicRoutes);
    const further = [
      ...publicPages.map(({ path }) => path),
      ...[...publicPages, ...routeTable].map(each => each.canonical),
    ];
    for (const path of new Set(further)) if (path !== undefined) pages.push({ path, scripts: [], styles: [] });
    this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(pages) });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) =>
      bundle
        ? fetchedAsScripts(html).replace(
            'src="/theme.js"',
            `data-words='${JSON.stringify(textScripts(bundle))}' src="/theme.js"`,
          )
        : html,
  },
});
