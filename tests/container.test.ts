import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { afterAll, describe, expect, it } from 'vitest';
import { readSources, root } from './support/imports.ts';

const text = (name: string) => readFileSync(join(root, name), 'utf8');
const dockerfile = text('Dockerfile');
/** Returns the instructions of a Dockerfile, each on one line with its continuation. */
const linesOf = (file: string) =>
  file
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line !== '');
const lines = linesOf(dockerfile);
const image = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')));
const settings = (name: string) => new RegExp(`^# ?${name}=|^${name}=`, 'm');

const folder = mkdtempSync(join(tmpdir(), 'drivedesk-compose-'));
afterAll(() => rmSync(folder, { recursive: true }));
const faultsOfCompose = (content: string): string[] => {
  const path = join(folder, 'compose.yaml');
  writeFileSync(path, content);
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
  return linter
    .lintFiles([path], false)
    .flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`));
};
const faultsOfDockerfile = (content: string): string[] => validate(content).map(({ message }) => String(message));

describe('the container files', () => {
  it('have no fault that their linters know', () => {
    expect(faultsOfDockerfile(dockerfile)).toEqual([]);
    expect(faultsOfCompose(text('compose.yaml'))).toEqual([]);
  });

  it('are looked at by linters that notice', () => {
    expect(
      faultsOfDockerfile(dockerfile.replace('HEALTHCHECK --interval=10s', 'HEALTHCHECK --intervall=ten')),
    ).toHaveLength(1);
    expect(faultsOfDockerfile('WORKDIR app\n')).not.toEqual([]);
    const compose = text('compose.yaml');
    const careless = compose.replace('postgres:18.4-bookworm', 'postgres').replace('127.0.0.1:8080:8080', '8080:8080');
    expect(faultsOfCompose(careless)).toHaveLength(2);
    expect(faultsOfCompose(compose.replace('init: true', 'initt: true'))).toHaveLength(1);
  });

  it('name what they are made from by major and minor number', () => {
    const stages = new Set(lines.flatMap(line => /^FROM .* AS (\S+)$/.exec(line)?.[1] ?? []));
    const bases = lines.flatMap(line => /^FROM (\S+)/.exec(line)?.[1] ?? []).filter(base => !stages.has(base));
    expect(bases).not.toEqual([]);
    for (const base of bases) expect(base).toMatch(/^node:24\.\d+-bookworm-slim$/);
  });
});

describe('the image', () => {
  it('runs Node itself as nobody of weight, and says whether it is well', () => {
    expect(image.find(line => line.startsWith('USER '))).toBe('USER node');
    const command: string[] = JSON.parse(image.find(line => line.startsWith('CMD '))?.slice(4) ?? '');
    expect(command).toEqual(['node', 'scripts/run.mjs', 'serve']);
    expect(image.filter(line => line.startsWith('HEALTHCHECK '))).toHaveLength(1);
  });

  it('takes from the folder what it names, and the folder gives nothing else away', () => {
    const ignored = linesOf(text('.dockerignore'));
    expect(ignored[0]).toBe('*');
    const letThrough = ignored.flatMap(line => (line.startsWith('!') ? [line.slice(1)] : [])).sort();
    const copied = lines
      .flatMap(line => /^COPY (?!--from)(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
      .map(path => path.split('/')[0] ?? '');
    expect([...new Set(copied)].sort()).toEqual(letThrough);
    expect(ignored).toContain('**/.env*');
  });

  it('has no secret in it', () => {
    expect(lines.filter(line => /(ENV|ARG) .*(PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL)/.test(line))).toEqual([]);
  });

  it('holds every source and package that the server and the first account need', () => {
    const folders = image.flatMap(line => /^COPY (?!--from)(\S+) \S+$/.exec(line)?.[1] ?? []);
    const files = new Map(readSources('server', 'scripts', 'src').map(file => [file.path, file]));
    const needed = new Set<string>([
      'scripts/serve.ts',
      'scripts/create-admin.ts',
      'scripts/worker.ts',
      'server/engine/exports/thread.ts',
    ]);
    for (const path of needed) for (const to of files.get(path)?.imports ?? []) needed.add(to);
    expect([...needed].filter(path => !folders.some(at => path.startsWith(`${at}/`)))).toEqual([]);
    const [uninstall = ''] = (lines.find(line => line.startsWith('RUN npm uninstall')) ?? '').split(' && ');
    const removed = uninstall
      .split(/\s+/)
      .slice(3)
      .filter(name => name !== '' && !name.startsWith('--'));
    const packages = [...needed].flatMap(path =>
      [...(files.get(path)?.text ?? '').matchAll(/(?:from|import\(?|fontFile =) '((?:@[\w-]+\/)?[\w-]+)/g)].map(
        match => match[1],
      ),
    );
    expect(packages).toContain('fastify');
    expect(removed.filter(name => packages.includes(name))).toEqual([]);
    const declared = JSON.parse(text('package.json')).dependencies;
    expect(removed.filter(name => !(name in declared))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  it('sets only what .env.example explains', () => {
    const compose = text('compose.yaml');
    const server = compose.slice(compose.indexOf('\n  server:'), compose.indexOf('\nnetworks:'));
    const named = [...compose.matchAll(/\$\{(\w+)/g), ...server.matchAll(/^ {6}([A-Z_]+):/gm)].map(
      match => match[1] ?? '',
    );
    expect(named).toContain('POSTGRES_PASSWORD');
    expect(named.filter(name => !settings(name).test(text('.env.example')))).toEqual([]);
  });
});
