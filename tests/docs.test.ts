import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiPage, architecturePage, lifePage } from '../scripts/reference.ts';
import { rolesPage } from '../scripts/roles.ts';
import { specifiedCalls } from '../scripts/specifiedCalls.ts';
import { telemetrySettings } from '../server/domain/telemetry/settings.ts';
import { generatedCalls } from '../server/engine/table/shapes.ts';
import { insurer } from '../server/insurer.ts';
import { resources } from '../server/resources.ts';
import { calls } from '../src/contract/index.ts';
import { verdictSettings } from '../src/contract/verdict.ts';
import { readSources, root } from './support/imports.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
  ...readdirSync(join(root, 'docs/decisions')).map(name => `docs/decisions/${name}`),
];
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
const text = (page: string) => readFileSync(join(root, page), 'utf8');

const generated = Object.values(resources).flatMap(resource =>
  generatedCalls(insurer.registry, resource).map(({ name }) => name),
);
const known = new Set<string>([...Object.keys(calls), ...generated]);

it.each([
  ['Settings', telemetrySettings],
  ['Verdict', verdictSettings],
])('docs/telemetry.md has every threshold as it is: %s', (heading, settings) => {
  const stated = text('docs/telemetry.md')
    .split(/^## /m)
    .find(section => section.startsWith(heading))
    ?.match(/^\| `.*$/gm);
  const rows = Object.entries(settings).map(
    ([name, { default: usual, unit, source }]) => `| \`${name}\` | ${usual} | ${unit} | ${source} |`,
  );
  expect(stated).toEqual(rows);
});

describe.each(pages)('%s', page => {
  it('names only commands that exist', () => {
    const named = [...text(page).matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(match => match[1] ?? match[2]);
    expect(named.filter(name => !scripts.includes(name ?? ''))).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const named = [...text(page).matchAll(/`((?:src|server|tests|bench|scripts|docs)(?:\/[\w.-]+)*)`/g)]
      .map(match => match[1] ?? '')
      .filter(path => !path.includes('<'));
    expect(named.filter(path => !existsSync(join(root, path)))).toEqual([]);
  });

  it('links only to what is there', () => {
    const links = [...text(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(match => match[1] ?? '');
    expect(links.filter(link => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it('names only calls that exist', () => {
    const named = [...text(page).matchAll(/`((?:GET|POST|PUT|DELETE) \/[\w./{}]+)`/g)].map(match => match[1] ?? '');
    expect(named.filter(name => !known.has(name))).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const records = pages.filter(page => /^docs\/decisions\/\d/.test(page));

  it.each(records)('%s has status, date and three sections with text, and stands in the list', page => {
    const [head = '', ...sections] = text(page).split(/^## /m);
    expect(head).toMatch(
      /^# \d{3} .+\n\nStatus: (?:accepted|replaced by .+)\nDate: \d{4}-\d\d-\d\d(?:, changed \d{4}-\d\d-\d\d)?\n\n$/,
    );
    expect(sections.map(section => section.split('\n', 1)[0])).toEqual(['Context', 'Decision', 'Consequences']);
    for (const section of sections) expect(section.split('\n').slice(1).join('').trim()).not.toBe('');
    expect(text('docs/decisions/README.md')).toContain(`](${basename(page)})`);
  });

  it('has each record that a comment names', () => {
    const sources = readSources('src', 'server', 'scripts', 'workshop', 'tests');
    const named = sources.flatMap(source => source.text.match(/docs\/decisions\/\d[\w.-]*\.md/g) ?? []);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(name => !records.includes(name))).toEqual([]);
  });
});

describe('docs/api.md', () => {
  it('is what the contract says (npm run generate writes it)', async () => {
    const { written, wanted } = await apiPage();
    expect(written).toBe(wanted);
  });
});

describe('docs/architecture.md', () => {
  it('names every call that the server answers beyond the specification (npm run generate writes them)', async () => {
    const { written, wanted } = await architecturePage();
    expect(written).toBe(wanted);
    const specified = new Set<string>(specifiedCalls.map(({ call }) => call));
    const unnamed = [...known].filter(name => !specified.has(name) && !written.includes(`\`${name}\``));
    expect(unnamed).toEqual([]);
  });
});

describe('docs/roles.md', () => {
  it('is what the contract says (npm run generate writes it)', async () => {
    const { written, wanted } = await rolesPage();
    expect(written).toBe(wanted);
  });
});

describe('docs/life-cycles.md', () => {
  it('is what the descriptions say (npm run generate writes it)', async () => {
    const { written, wanted } = await lifePage();
    expect(written).toBe(wanted);
  });
});

describe('README.md', () => {
  it('quotes a description as it is', () => {
    const [, name = '', quoted = ''] =
      /\]\((src\/resources\/\w+\.ts)\):\n\n```ts\n(.*?)```/s.exec(text('README.md')) ?? [];
    const parts = quoted.split(/^ *\/\/ …\n/m);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(text(name)).toContain(part);
  });

  it('has at most 120 lines', () => {
    expect(text('README.md').split('\n').length).toBeLessThanOrEqual(120);
  });
});
