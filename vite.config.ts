import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogue } from './scripts/catalogue.ts';
import { origins } from './scripts/origins.ts';
import { preloads } from './scripts/preloads.ts';

const packages = /node_modules/;

/** Texts are split by language, and what runs the map's library is with it. */
const notWordsNorMap =
  /^(?!.*\/src\/(i18n\/(ru|en)\/|contract\/messages\/(ru|en)|components\/map\/(createMap|createTrackMap|tilesStyle|baseStyle|useGlMap)\.ts))/;

/**
 * react-admin's index names every Material UI component. What the frame and the lists import from it is in ra-core, so the
 * components of forms do not load with them.
 */
const importedBy = (id: string, imported: readonly string[]): readonly string[] =>
  id.includes('/node_modules/react-admin/')
    ? imported.filter(each => each.includes('/node_modules/ra-core/'))
    : imported;

type ModuleInfoOf = (id: string) => { readonly importedIds: readonly string[] } | null;

/** These files and everything they import without a lazy import in between. */
const readBy = (roots: readonly string[], infoOf: ModuleInfoOf): ReadonlySet<string> => {
  const found = new Set<string>();
  const waiting = roots.map(path => fileURLToPath(new URL(path, import.meta.url)));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...importedBy(id, infoOf(id)?.importedIds ?? []));
  }
  return found;
};

const partOf = (roots: readonly string[]) => {
  let files: ReadonlySet<string> | undefined;
  return (name: string) => (id: string, modules: { readonly getModuleInfo: ModuleInfoOf }) => {
    files ??= readBy(roots, each => modules.getModuleInfo(each));
    return files.has(id) ? name : null;
  };
};
/** The frame and the lists: what nearly every visit is made of. */
const inCabinet = partOf(['src/App.tsx', 'src/app/prefetchPage.ts', 'src/screens/ResourceList.tsx']);
/** Resources and addresses as data: the first calls of somebody who is signed in are made by them before the rest has loaded. */
const inDescriptions = partOf(['src/app/prefetchCalls.ts', 'src/schema/listWords.ts']);

/*
 * What the sign-in page reads is `vendor` (packages) and `start` (ours); `descriptions` are resources and addresses as data;
 * what the frame and the lists read beyond these, `cabinet-vendor` and `cabinet`; what two lazy parts or more read beyond those,
 * `shared-vendor` and `shared`, without the libraries of maps and charts, which are larger than all the rest and of use to few pages.
 * The rest of each lazy part is one script. The first that fits a file has it: packages come first, since they read none of ours.
 */
const groups = [
  { name: 'vendor', test: packages, tags: ['$initial' as const] },
  { name: inCabinet('cabinet-vendor'), debugName: 'cabinet-vendor', test: packages },
  { name: 'shared-vendor', test: /node_modules\/(?!maplibre-gl\/|@mui\/x-charts|d3-)/, minShareCount: 2 },
  { name: 'map-vendor', test: /node_modules\/maplibre-gl\// },
  // What gives the charts their words: among what is shared it would bring the library to every page.
  { name: 'chart-vendor', test: /node_modules\/(@mui\/x-charts|d3-)|components\/charts\/ChartWords/ },
  { name: 'start', tags: ['$initial' as const] },
  { name: inDescriptions('descriptions'), debugName: 'descriptions' },
  { name: inCabinet('cabinet'), debugName: 'cabinet' },
  { name: 'shared', test: notWordsNorMap, minShareCount: 2 },
  { name: 'map', test: /src\/components\/map\/(createMap|createTrackMap|tilesStyle|baseStyle|useGlMap)\.ts/ },
].map((group, at, { length }) => ({ ...group, priority: length - at }));

// The names of all stand in the first scripts, where a hash does not compress: seven characters are the fewest that so many take.
const script = 'static/js/[name]-[hash:7].js';
const assetFileNames = ({ names }: { names: readonly string[] }): string =>
  names.some(name => name.endsWith('.css'))
    ? 'static/css/[name]-[hash][extname]'
    : 'static/media/[name]-[hash][extname]';

const api = process.env.API ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), preloads(), catalogue(), origins()],
  resolve: {
    alias: {
      'object.entries': fileURLToPath(new URL('src/i18n/entries.cjs', import.meta.url)),
      'jsonexport/dist/index.js': fileURLToPath(new URL('src/screens/list/jsonExport.cjs', import.meta.url)),
      // The package's exports name the build with warnings for developers only.
      'react-router/dom': fileURLToPath(
        new URL('node_modules/react-router/dist/production/dom-export.mjs', import.meta.url),
      ),
      'react-router': fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url)),
    },
  },
  build: {
    outDir: 'dist/cabinet',
    assetsInlineLimit: 0,
    // The map library, loaded only for maps.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        entryFileNames: script,
        chunkFileNames: script,
        assetFileNames,
      },
    },
  },
  // The map's worker is a module. Chunks of workers go where all others are.
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: script, chunkFileNames: script, assetFileNames } },
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/health': api, '/developers': api, '/WeatherForecast': api, '/demo.json': api },
  },
});
