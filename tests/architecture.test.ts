import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineResources } from '../server/engine/resources.ts';
import { resources as serverResources } from '../server/resources.ts';
import { resources } from '../src/resources/index.ts';
import { parse, readSources, root } from './support/imports.ts';
import { violations } from './support/rules.ts';

describe('the house is built as drawn', () => {
  it('keeps every rule', () => {
    expect(violations(readSources('src', 'server', 'scripts', 'workshop'))).toEqual([]);
  });

  it('finds every resource by its folder alone, on both ends alike', () => {
    const describedIn = (folder: string) =>
      readdirSync(folder)
        .filter(name => name.endsWith('.ts') && readFileSync(join(folder, name), 'utf8').includes('= defineResource({'))
        .map(name => name.replace('.ts', ''));
    const folder = join(root, 'src', 'resources');
    expect([...describedIn(folder), ...describedIn(join(folder, 'engine'))]).toEqual(Object.keys(resources));
    expect(Object.keys(serverResources)).toEqual(Object.keys(resources));
    const entities = Object.values(resources).map(({ entity }) => entity);
    expect(new Set(entities).size).toBe(entities.length);
  });

  it('lists the modules of the server in one file, and finds their tables and threads by folder', () => {
    const folderOf = (path: string) => /^server\/modules\/(\w+)\//.exec(path)?.[1];
    const lists = readSources('server', 'scripts').filter(({ path, imports }) => {
      const others = new Set(imports.map(folderOf).filter(area => area !== undefined && area !== folderOf(path)));
      // A product imports a few modules, for example to make a demo. A list has most of them.
      return others.size > 8;
    });
    expect(lists.map(({ path }) => path)).toEqual(['server/modules/index.ts']);
    const missing = readdirSync(join(root, 'server', 'modules'), { withFileTypes: true })
      .filter(each => each.isDirectory() && existsSync(join(root, 'server', 'modules', each.name, 'index.ts')))
      .filter(({ name }) => !lists[0]?.imports.includes(`server/modules/${name}/index.ts`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('names no resource of the insurer in shared code', () => {
    const names = Object.keys(resources).filter(name => !Object.keys(engineResources).includes(name));
    const naming = new RegExp(`['"](${names.join('|')})['"]|/resources/(${names.join('|')})\\.ts'`, 'g');
    const shared = readSources(
      ...['src/fields', 'src/screens', 'src/exporters', 'src/dataProvider', 'src/components', 'src/schema', 'src/live'],
      ...['src/resources/engine', 'src/layout', 'server/engine', 'server/plugins'],
    );
    const named = shared.flatMap(({ path, text }) =>
      [...text.matchAll(naming)].map(([, quoted, imported]) => `${path} names ${quoted ?? imported}`),
    );
    // The address of a case does not say which list it stands in: docs/decisions/009-descriptions-of-resources.md.
    expect(named).toEqual(['src/layout/keys/Keys.tsx names accidents']);
  });

  it('has no word of the insurer in the engine', () => {
    const words = /voucher|accident|vehicle|driver|telemat|insur|operator/i;
    const naming = readSources('server/engine', 'src/schema', 'src/resources/engine').filter(({ text }) =>
      words.test(text.replace(/^import .*$/gm, '').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
    );
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it('takes the length of what is typed from the contract or a description, and repeats none', () => {
    const files = readSources('src').filter(({ path }) => !/^src\/(contract|resources)\//.test(path));
    const repeated = files.filter(({ text }) => /max_?length['"]?\s*[:=]\s*\{?\s*\d/i.test(text));
    expect(repeated.map(({ path }) => path)).toEqual([]);
  });

  it('has the texts of screens in the catalogue, so that a further language can translate all of them', () => {
    const files = readSources('src').filter(
      // The names of cities on the map are data.
      ({ path }) => !/^src\/(i18n|resources|contract|schema)\//.test(path) && path !== 'src/components/map/cities.ts',
    );
    const texts = files.flatMap(({ path, text }) =>
      (text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').match(/[а-яё]{3,}/giu) ?? [])
        // Patterns of dates.
        .filter(word => !/^[ДМГЧ]+$/.test(word))
        .map(word => `${path}: ${word}`),
    );
    expect(texts).toEqual([]);
  });

  it('opens connections to the database where what the driver fails over is caught', () => {
    // A backup closes its connection in its own way, and guards it by itself.
    const own = ['server/db/client.ts', 'server/db/backup/backup.ts'];
    const opening = readSources('server').filter(
      ({ path, text }) => /new (pg\.)?Client\(/.test(text) && !own.includes(path),
    );
    expect(opening.map(({ path }) => path)).toEqual([]);
  });

  it('lists the kinds of fields in two maps, one of rules and one of components', () => {
    const maps = readSources('src', 'server').filter(({ text }) => /\[\w+ in FieldKind\]/.test(text));
    expect(maps.map(({ path }) => path).sort()).toEqual([
      // Types of the keyboard, for some kinds only.
      'src/custom-pages/auth/AuthFields.tsx',
      'src/fields/registry.ts',
      // Derived from the list of kinds.
      'src/schema/fields.ts',
      'src/schema/kinds/kinds.ts',
    ]);
  });

  it('has one place for lengths of time, blank values and the present language', () => {
    const again = [
      { home: 'src/schema/kinds/time.ts', copy: /const (dayMs|hourMs|minuteMs|msPerDay|msPerHour) =/ },
      { home: 'src/schema/kinds/blank.ts', copy: /=== null \|\| (\w+) === undefined \|\| \1 === ''/ },
      { home: 'src/schema/kinds/blank.ts', copy: /=== undefined \|\| (\w+) === null \|\| \1 === ''/ },
      { home: 'src/components/useDebounced.ts', copy: /const useDebounced\w* =/ },
      { home: 'src/i18n/useLanguage.ts', copy: /useLocale(State)?\(\)/ },
    ];
    const copies = readSources('src', 'server', 'workshop').flatMap(({ path, text }) =>
      again.filter(({ home, copy }) => path !== home && copy.test(text)).map(({ home }) => `${path} repeats ${home}`),
    );
    expect(copies).toEqual([]);
  });

  it('has no two components of one name', () => {
    // Each kind of filter is a module of the same two.
    const files = readSources('src').filter(({ path }) => !path.startsWith('src/fields/filters/'));
    const names = files
      .filter(({ path }) => path.endsWith('.tsx'))
      .flatMap(({ text }) => [...text.matchAll(/^export (?:const|class) ([A-Z][a-z]\w*) /gm)].map(([, name]) => name));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

// The rules are tried by breaking them: a rule that finds nothing here would find nothing anywhere.
describe('the rules notice', () => {
  const broken = (path: string, text: string) => violations([parse(path, text)]);
  it.each([
    ['the cabinet reading the server', 'src/screens/x.ts', "import { a } from '../../server/app.ts';"],
    [
      'the server reading the cabinet',
      'server/modules/info/x.ts',
      "import { a } from '../../../src/fields/cells.tsx';",
    ],
    ['the contract reading anything', 'src/contract/x.ts', "import { a } from '../resources/index.ts';"],
    ['a rule with the database in it', 'server/domain/x.ts', "import { a } from '../db/connect.ts';"],
    [
      'a case past the data provider',
      'src/custom-pages/accidents/notes/x.ts',
      "import { api } from '../../../api/client.ts';",
    ],
    ['a page in a page', 'src/custom-pages/auth/x.ts', "import { a } from '../dashboard/y.tsx';"],
    ['a module past another’s service', 'server/modules/info/x.ts', "import { a } from '../users/repository.ts';"],
    [
      'an engine that knows a module',
      'server/engine/jobs/x.ts',
      "import { a } from '../../modules/billing/service.ts';",
    ],
    [
      'an engine that knows the shape of a case',
      'server/engine/jobs/x.ts',
      "import type { A } from '../../../src/contract/shapes/accident.ts';",
    ],
    ['a list that knows a call', 'server/engine/table/x.ts', "import { a } from '../../plugins/errors.ts';"],
    ['a module that knows the demo', 'server/modules/account/x.ts', "import { a } from '../../demo/start.ts';"],
    ['a page in the frame', 'src/custom-pages/auth/x.ts', "import { a } from '../../layout/y.tsx';"],
    ['a page that knows what holds it', 'src/custom-pages/auth/x.ts', "import { a } from '../../app/y.tsx';"],
    ['the frame reading a page', 'src/layout/x.ts', "import { a } from '../custom-pages/auth/y.tsx';"],
    ['the frame reading what holds it', 'src/layout/x.ts', "import type { A } from '../app/y.tsx';"],
    ['an address that knows its page', 'src/routes/x.ts', "const a = import('../custom-pages/auth/y.tsx');"],
    ['an address that draws', 'src/routes/x.ts', "import { a } from '../components/y.tsx';"],
    ['the ground reading what stands on it', 'src/feedback/x.ts', "import { a } from '../layout/y.tsx';"],
    ['a lazy page named outside of app', 'src/screens/x.ts', "const a = import('../custom-pages/auth/y.tsx');"],
    ['a file of the cabinet in no folder', 'src/x.ts', "import { a } from './contract/index.ts';"],
    ['a lazy import the wrong way', 'src/fields/x.ts', "const a = import('../screens/y.tsx');"],
    ['any', 'src/fields/x.ts', 'const a = (b: any) => b;'],
    ['the environment read elsewhere', 'server/app.ts', 'const a = process.env.PORT;'],
    ['a default export', 'src/fields/x.ts', 'export default 1;'],
    ['a file that is too long', 'src/fields/x.ts', '\n'.repeat(401)],
  ])('%s', (_what, path, text) => {
    expect(broken(path, text)).toHaveLength(1);
  });

  it('a program of Node that reads what the bundler alone can load, by whatever way', () => {
    const list = parse('src/resources/index.ts', "export const resources = import.meta.glob('./*.ts');");
    const between = parse('src/resources/x.ts', "import { resources } from './index.ts';");
    const server = (from: string) => parse('server/plugins/x.ts', `import { a } from '../../src/resources/${from}';`);
    expect(violations([list, server('index.ts')])).toHaveLength(1);
    expect(violations([list, between, server('x.ts')])).toHaveLength(1);
    expect(violations([list, server('collect.ts')])).toEqual([]);
  });

  it('a circle', () => {
    const a = parse('server/engine/table/a.ts', "import { b } from './b.ts';");
    const b = parse('server/engine/table/b.ts', "import { a } from './a.ts';");
    expect(violations([a, b])).toEqual([
      'server/engine/table/a.ts → server/engine/table/b.ts → server/engine/table/a.ts',
    ]);
  });

  it('a circle that is closed by a lazy import', () => {
    const a = parse('src/app/a.ts', "import { b } from './b.ts';");
    const b = parse('src/app/b.ts', "const a = () => import('./a.ts');");
    expect(violations([a, b])).toEqual(['src/app/a.ts → src/app/b.ts → src/app/a.ts']);
  });

  it.each(['src/app', 'server/engine/table'])('a circle in %s where one file reads only types of the other', folder => {
    const a = parse(`${folder}/a.ts`, "import { b } from './b.ts';");
    const b = parse(`${folder}/b.ts`, "import type { A } from './a.ts';");
    expect(violations([a, b])).toHaveLength(1);
  });

  it('a circle of folders, though no file is in one', () => {
    const allowed = [
      ['src/a', ['src/b']],
      ['src/b', ['src/a']],
    ] as const;
    const a = parse('src/a/one.ts', "import { b } from '../b/one.ts';");
    const b = parse('src/b/two.ts', "import type { A } from '../a/two.ts';");
    expect(violations([a, b], allowed)).toEqual(['src/a → src/b → src/a']);
  });
});
