import type { SourceFile } from './imports.ts';

type Folders = readonly (readonly [folder: string, mayImport: readonly string[]])[];

/** Folders that all rendered code may import: shapes, settings, texts, addresses, API client, messages to the user. */
const ground = [
  'src/store.ts',
  'src/contract',
  'src/schema',
  'src/resources',
  'src/config.ts',
  'src/fetchChunk.ts',
  'src/settings',
  'src/routes',
  'src/i18n',
  'src/api',
  'src/theme',
  'src/feedback',
];

/** Files of the contract that every product made with the engine has. `index.ts` is there for the names of calls. */
const engineContract = [
  ...['access', 'call', 'calls/bulk', 'calls/savedViews', 'describedTypes', 'dictionaries', 'index', 'limits'],
  ...['messages/index', 'states', 'static'],
  ...['audit', 'bulk', 'common', 'imports', 'jobs', 'live', 'messages', 'savedViews', 'search'].map(
    name => `shapes/${name}`,
  ),
].map(name => `src/contract/${name}.ts`);

/**
 * Folders, and the folders that each may import from besides itself. Type and lazy imports count. The first match is
 * the folder of a file. Folders of the cabinet are ordered by dependency.
 */
const allowedImports: Folders = [
  ['src/contract', []],
  // The language of descriptions and the values of each kind, for browser and server: no DOM, no React, no SQL.
  ['src/schema', engineContract],
  // Resources of every product made with the engine.
  ['src/resources/engine', [...engineContract, 'src/schema']],
  ['src/resources', ['src/contract', 'src/schema', 'src/resources/engine']],
  ['src/store.ts', []],
  ['src/config.ts', []],
  ['src/fetchChunk.ts', []],
  ['src/settings', ['src/store.ts', 'src/contract', 'src/schema']],
  // Addresses are data: no pages, layout or components.
  ['src/routes', ['src/store.ts', 'src/contract', 'src/schema', 'src/resources', 'src/settings']],
  ['src/i18n', ['src/store.ts', 'src/contract', 'src/schema', 'src/resources', 'src/fetchChunk.ts', 'src/settings']],
  ['src/api', ['src/store.ts', 'src/contract', 'src/config.ts', 'src/i18n']],
  ['src/theme', ['src/settings']],
  [
    'src/feedback',
    ['src/store.ts', 'src/contract', 'src/fetchChunk.ts', 'src/routes', 'src/i18n', 'src/api', 'src/theme'],
  ],
  [
    'src/dataProvider',
    [
      'src/contract',
      'src/schema',
      'src/resources',
      'src/config.ts',
      'src/settings',
      'src/routes',
      'src/i18n',
      'src/api',
    ],
  ],
  [
    'src/authProvider',
    ['src/contract', 'src/resources', 'src/config.ts', 'src/settings', 'src/i18n', 'src/api', 'src/dataProvider'],
  ],
  ['src/live', [...ground, 'src/dataProvider', 'src/authProvider']],
  ['src/components', ground],
  ['src/fields', [...ground, 'src/dataProvider', 'src/components']],
  ['src/exporters', ['src/contract', 'src/schema', 'src/resources', 'src/fetchChunk.ts', 'src/i18n']],
  [
    'src/screens',
    [...ground, 'src/dataProvider', 'src/authProvider', 'src/live', 'src/components', 'src/fields', 'src/exporters'],
  ],
  ['src/layout', [...ground, 'src/dataProvider', 'src/authProvider', 'src/live', 'src/components']],
  [
    'src/custom-pages',
    [
      ...ground,
      'src/dataProvider',
      'src/authProvider',
      'src/live',
      'src/components',
      'src/fields',
      'src/exporters',
      'src/screens',
    ],
  ],
  // Imports all others, with lazy imports of pages.
  [
    'src/app',
    [
      ...ground,
      'src/dataProvider',
      'src/authProvider',
      'src/live',
      'src/components',
      'src/screens',
      'src/layout',
      'src/custom-pages',
    ],
  ],
  [
    'src/App.tsx',
    ['src/app', 'src/authProvider', 'src/dataProvider', 'src/feedback', 'src/layout', 'src/routes', 'src/settings'],
  ],
  ['src/main.tsx', ['src/App.tsx', 'src/app', 'src/api', 'src/feedback', 'src/fetchChunk.ts', 'src/i18n']],
  ['server/domain', ['src/contract', 'src/schema', 'server/engine/search/matching']],
  ['server/engine', ['server/', ...engineContract, 'src/schema', 'src/resources/engine']],
  ['server/', ['server/', 'src/contract', 'src/schema', 'src/resources']],
  ['scripts/', ['scripts/', 'server/', 'src/contract', 'src/schema', 'src/resources']],
  // Measures and shows the product, and is never part of it: nothing imports it but its tests.
  ['workshop/', ['workshop/', 'server/', 'src/contract', 'src/schema', 'src/resources', 'scripts/', 'tests/support']],
];

const under = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

const folderOf = (path: string, folders: Folders) => folders.find(([name]) => under(path, name)) ?? (['', []] as const);

const wrongWay = ({ path, imports }: SourceFile, folders: Folders): string[] => {
  const [folder, mayImport] = folderOf(path, folders);
  return imports
    .filter(to => !under(to, folder) && !mayImport.some(name => under(to, name)))
    .map(to => `${path} may not import ${to}`);
};

/** Pages never import other pages. */
const acrossPages = ({ path, imports }: SourceFile): string[] => {
  const page = /^src\/custom-pages\/([^/]+)\//.exec(path)?.[1];
  return imports
    .filter(
      to => page !== undefined && to.startsWith('src/custom-pages/') && !to.startsWith(`src/custom-pages/${page}/`),
    )
    .map(to => `${path} reaches into another page: ${to}`);
};

/**
 * Files with calls that react-admin has no verb for: pieces of an upload, files and jobs of a dossier, earlier texts of
 * a note, the undo of a decision, times for the next call, the track around a reported accident, the sheet of a client.
 */
const besideTheProvider = ['client/queries.ts', 'dossier/queries.ts', 'images/sendInPieces.ts', 'queries.ts'].map(
  name => `src/custom-pages/accidents/${name}`,
);
const pastTheProvider = ({ path, text }: SourceFile): string[] =>
  path.startsWith('src/custom-pages/accidents/') &&
  !besideTheProvider.includes(path) &&
  /import \{[^}]*\b(api|send)\b[^}]*\} from '[./]+api\/client\.ts'/.test(text)
    ? [`${path} makes calls past the data provider`]
    : [];

/**
 * Files of a module that others may import: its definition, its service, its table, its settings, and the parts that
 * its routes register. Also the list of all tables.
 */
const publicFaces = /\/(index|service|routes|table|settings|passwords)\.ts$|^server\/modules\/tables\.ts$/;
const acrossModules = ({ path, imports }: SourceFile): string[] => {
  const own = /^server\/modules\/([^/]+)\//.exec(path)?.[1];
  return imports
    .filter(to => /^server\/modules\//.test(to) && !to.startsWith(`server/modules/${own}/`) && !publicFaces.test(to))
    .map(to => `${path} reaches into another module: ${to}`);
};

/**
 * Folders of the server, with the other folders that each may import. The engine knows no module, and nothing else of
 * the insurer.
 */
const below: Readonly<Record<string, readonly string[]>> = {
  process: [],
  threads: ['process', 'engine', 'modules'],
  db: ['process', 'engine', 'domain'],
  engine: ['db', 'process', 'threads'],
  mail: ['db', 'engine'],
  metrics: ['db', 'engine', 'mail', 'process', 'threads'],
  plugins: ['db', 'domain', 'engine', 'metrics', 'process', 'threads'],
  modules: ['db', 'engine', 'mail', 'plugins', 'process', 'threads', 'domain'],
};
const aboveItself = ({ path, imports }: SourceFile): string[] => {
  const folderOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1] ?? '';
  const known = below[folderOf(path)];
  if (!known) return [];
  return imports
    .filter(to => to.startsWith('server/') && folderOf(to) !== '')
    .filter(to => folderOf(to) !== folderOf(path) && !known.includes(folderOf(to)))
    .map(to => `${path} stands below ${to}`);
};

const tooLong = ({ path, text }: SourceFile): string[] => {
  const lines = text.split('\n').length - 1;
  // Catalogues of texts and data may be longer, because they are looked up and not read.
  const catalogue = /i18n|messages|migrations|db\/types/.test(path);
  return lines > 400 && !catalogue ? [`${path} has ${lines} lines`] : [];
};

const usesAny = ({ path, text }: SourceFile): string[] =>
  /(:\s*|as\s+|<)any\b(?!\()/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, ''))
    ? [`${path} uses any`]
    : [];

const readsEnvironment = ({ path, text }: SourceFile): string[] =>
  /^(src|server)\//.test(path) && text.includes('process.env') && path !== 'server/process/environment.ts'
    ? [`${path} reads the environment; server/process/environment.ts does, for server/config.ts`]
    : [];

const defaultExports = ({ path, text }: SourceFile): string[] =>
  /^(src|server)\//.test(path) && /^export default/m.test(text) ? [`${path} has a default export`] : [];

/** Returns the cycles of a graph, each once. */
const circles = (ways: ReadonlyMap<string, Iterable<string>>): string[] => {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (at: string, trail: readonly string[]): void => {
    if (trail.includes(at)) {
      found.push([...trail.slice(trail.indexOf(at)), at].join(' → '));
      return;
    }
    if (done.has(at)) return;
    for (const to of ways.get(at) ?? []) visit(to, [...trail, at]);
    done.add(at);
  };
  for (const start of ways.keys()) visit(start, []);
  return found;
};

/**
 * Files that import each other cannot be read, tested or loaded alone. Lazy imports and imports of types count too.
 */
const circlesOfFiles = (files: readonly SourceFile[]): string[] =>
  circles(new Map(files.map(({ path, imports }) => [path, imports])));

/** Returns the cycles of folders. Type imports count. */
const circlesOfFolders = (files: readonly SourceFile[], folders: Folders): string[] => {
  const ways = new Map(folders.map(([folder]) => [folder, new Set<string>()]));
  for (const { path, imports } of files) {
    const [folder] = folderOf(path, folders);
    for (const to of imports) if (!under(to, folder)) ways.get(folder)?.add(folderOf(to, folders)[0]);
  }
  return circles(ways);
};

/** Files that run in Node without a bundler. */
const ofNode = /^(server|scripts|workshop)\//;
const madeByBundler = /\bimport\.meta\.(glob|env)\b/;

/**
 * Files that only the bundler can load, directly or through imports, must not be imported by Node programs. Such a
 * program would end at once. Tests in Vitest do not notice, because Vitest is a bundler too.
 */
const needingBundler = (files: readonly SourceFile[]): string[] => {
  const needing = new Set(files.filter(({ text }) => madeByBundler.test(text)).map(({ path }) => path));
  for (let before = -1; before < needing.size; ) {
    before = needing.size;
    for (const { path, codeImports } of files) if (codeImports.some(to => needing.has(to))) needing.add(path);
  }
  return files
    .filter(({ path }) => ofNode.test(path))
    .flatMap(({ path, codeImports }) =>
      codeImports
        .filter(to => needing.has(to) && !ofNode.test(to))
        .map(to => `${path} is run without the bundler that ${to} needs`),
    );
};

/** Returns all violations of docs/architecture.md, one sentence each. */
export const violations = (files: readonly SourceFile[], folders: Folders = allowedImports): string[] => [
  ...files.flatMap(file => [
    ...wrongWay(file, folders),
    ...[
      acrossPages,
      pastTheProvider,
      acrossModules,
      aboveItself,
      tooLong,
      usesAny,
      readsEnvironment,
      defaultExports,
    ].flatMap(rule => rule(file)),
  ]),
  ...circlesOfFiles(files),
  ...circlesOfFolders(files, folders),
  ...needingBundler(files),
];
