import type { SourceFile } from './imports.ts';

/** Rooms and the rooms they may import from, themselves aside. The first that fits a file is its room. */
const rooms: readonly (readonly [room: string, mayImport: readonly string[]])[] = [
  ['src/contract', []],
  ['src/resources', ['src/contract']],
  ['src/config.ts', []],
  ['src/fetchPart.ts', []],
  ['src/queryClient.ts', ['src/layout/failures']],
  ['src/i18n', ['src/fetchPart.ts', 'src/contract', 'src/resources', 'src/settings']],
  ['src/settings', ['src/contract', 'src/i18n']],
  ['src/dataProvider', ['src/contract', 'src/resources', 'src/config.ts', 'src/i18n', 'src/authProvider']],
  [
    'src/authProvider',
    [
      'src/contract',
      'src/resources',
      'src/config.ts',
      'src/i18n',
      'src/dataProvider',
      'src/settings',
      'src/queryClient.ts',
    ],
  ],
  [
    'src/live',
    ['src/contract', 'src/config.ts', 'src/i18n', 'src/dataProvider', 'src/authProvider', 'src/queryClient.ts'],
  ],
  ['src/components', ['src/fetchPart.ts', 'src/contract', 'src/config.ts', 'src/i18n']],
  ['src/fields', ['src/components', 'src/contract', 'src/resources', 'src/i18n', 'src/dataProvider', 'src/settings']],
  [
    'src/exporters',
    ['src/fetchPart.ts', 'src/fields', 'src/contract', 'src/resources', 'src/i18n', 'src/dataProvider'],
  ],
  [
    'src/screens',
    [
      'src/live',
      'src/fields',
      'src/components',
      'src/exporters',
      'src/resources',
      'src/contract',
      'src/i18n',
      'src/dataProvider',
    ],
  ],
  [
    'src/layout',
    [
      'src/live',
      'src/components',
      'src/resources',
      'src/contract',
      'src/i18n',
      'src/config.ts',
      'src/fetchPart.ts',
      'src/authProvider',
      'src/dataProvider',
      'src/routes',
      'src/settings',
      'src/queryClient.ts',
    ],
  ],
  [
    'src/routes',
    [
      'src/fetchPart.ts',
      'src/custom-pages',
      'src/screens',
      'src/components',
      'src/contract',
      'src/resources',
      'src/i18n',
      'src/layout',
      'src/authProvider',
      'src/dataProvider',
      'src/settings',
      'src/queryClient.ts',
    ],
  ],
  [
    'src/custom-pages',
    [
      'src/live',
      'src/screens',
      'src/exporters',
      'src/fields',
      'src/components',
      'src/contract',
      'src/resources',
      'src/i18n',
      'src/config.ts',
      'src/dataProvider',
      'src/authProvider',
      'src/routes',
      'src/layout',
      'src/settings',
    ],
  ],
  ['src/', ['src/']],
  ['server/domain', ['src/contract']],
  ['server/', ['server/', 'src/contract', 'src/resources']],
  // It takes its pictures the way the journeys go: a server of its own, a browser found.
  ['scripts/screenshots.ts', ['scripts/', 'src/contract', 'tests/support']],
  ['scripts/', ['scripts/', 'server/', 'src/contract', 'src/resources']],
  ['bench/', ['bench/', 'server/', 'src/contract', 'src/resources', 'scripts/', 'tests/support']],
];

const under = (path: string, room: string): boolean =>
  path === room || path.startsWith(room.endsWith('/') ? room : `${room}/`);

const wrongWay = ({ path, imports }: SourceFile): string[] => {
  const [room, mayImport] = rooms.find(([name]) => under(path, name)) ?? ['', []];
  return imports
    .filter(to => !under(to, room) && !mayImport.some(name => under(to, name)))
    .map(to => `${path} may not import ${to}`);
};

/** One page never imports another page. */
const acrossPages = ({ path, imports }: SourceFile): string[] => {
  const page = /^src\/custom-pages\/([^/]+)\//.exec(path)?.[1];
  return imports
    .filter(
      to => page !== undefined && to.startsWith('src/custom-pages/') && !to.startsWith(`src/custom-pages/${page}/`),
    )
    .map(to => `${path} reaches into another page: ${to}`);
};

/** What of a module others may use: its service, its pure table of a list, and what its folder's routes register. */
const publicFaces = /\/(service|routes|table|dictionaries|passwords)\.ts$/;
const acrossModules = ({ path, imports }: SourceFile): string[] => {
  const own = /^server\/modules\/([^/]+)\//.exec(path)?.[1];
  return imports
    .filter(to => /^server\/modules\//.test(to) && !to.startsWith(`server/modules/${own}/`) && !publicFaces.test(to))
    .map(to => `${path} reaches into another module: ${to}`);
};

const tooLong = ({ path, text }: SourceFile): string[] => {
  const lines = text.split('\n').length - 1;
  // Catalogues of texts and data may be longer: they are looked things up in, not read.
  const catalogue = /i18n|messages|migrations|db\/types|demo\/(roads|names|vehicles)/.test(path);
  return lines > 300 && !catalogue ? [`${path} has ${lines} lines`] : [];
};

const usesAny = ({ path, text }: SourceFile): string[] =>
  /(:\s*|as\s+|<)any\b(?!\()/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, ''))
    ? [`${path} uses any`]
    : [];

const readsEnvironment = ({ path, text }: SourceFile): string[] =>
  /^(src|server)\//.test(path) && text.includes('process.env') && path !== 'server/environment.ts'
    ? [`${path} reads the environment; server/environment.ts does, for server/config.ts`]
    : [];

const defaultExports = ({ path, text }: SourceFile): string[] =>
  /^(src|server)\//.test(path) && /^export default/m.test(text) ? [`${path} has a default export`] : [];

/** Importing a value round in a circle makes the order of loading matter. */
const circles = (files: readonly SourceFile[]): string[] => {
  const byPath = new Map(files.map(file => [file.path, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const to of byPath.get(path)?.valueImports ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const file of files) visit(file.path, []);
  return found;
};

/** Everything that is built otherwise than docs/architecture.md says, a sentence each. */
export const violations = (files: readonly SourceFile[]): string[] => [
  ...files.flatMap(file =>
    [wrongWay, acrossPages, acrossModules, tooLong, usesAny, readsEnvironment, defaultExports].flatMap(rule =>
      rule(file),
    ),
  ),
  ...circles(files),
];
