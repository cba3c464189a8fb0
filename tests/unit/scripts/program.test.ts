import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../../server/root.mjs';

const exec = promisify(execFile);
const commands = ['start', 'serve', 'worker', 'create-admin', 'verify-dossier', 'distribute', 'backup', 'restore'];
const longAgo = new Date('2020-01-01');

/** A program with the commands of ours, each of which says one word. */
let folder: string;
const write = async (path: string, text: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};
const say = (name: string, word: string) =>
  write(`scripts/${name}.ts`, `const word: string = '${word}';\nconsole.log(word, ...process.argv.slice(2));\n`);
const run = async (...args: string[]) =>
  (await exec(process.execPath, ['scripts/run.mjs', ...args], { cwd: folder })).stdout;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drivedesk-program-'));
  for (const file of ['scripts/run.mjs', 'scripts/program.mjs', 'server/root.mjs'])
    await cp(join(root, file), join(folder, file));
  await write('package.json', '{ "type": "module" }');
  await write('package-lock.json', '{}');
  for (const part of ['contract', 'kinds', 'resources']) await write(`src/${part}/x.ts`, '');
  for (const file of ['server/demo/generate.ts', 'server/thread.ts']) await write(file, 'export {};');
  for (const name of commands) await say(name, name);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('is made before its first command, which is given what was said behind it', async () => {
  expect(await run('serve', 'a', 'b')).toBe('serve a b\n');
});

it('stays as it is while its sources do, and is made of others even if these are older', async () => {
  const made = join(folder, 'dist', 'server', 'serve.mjs');
  await utimes(made, longAgo, longAgo);
  expect(await run('serve')).toBe('serve\n');
  expect((await stat(made)).mtime).toEqual(longAgo);
  await say('serve', 'served');
  await utimes(join(folder, 'scripts', 'serve.ts'), longAgo, longAgo);
  expect(await run('serve')).toBe('served\n');
});

it('is made again where making it did not come to its end', async () => {
  await rm(join(folder, 'dist', 'server', 'made-of'));
  await writeFile(join(folder, 'dist', 'server', 'worker.mjs'), 'not the whole');
  expect(await run('worker')).toBe('worker\n');
});

it('can be asked for by several at once', async () => {
  await say('backup', 'copied');
  expect(await Promise.all([run('backup'), run('backup'), run('backup')])).toEqual(Array(3).fill('copied\n'));
  expect(await readFile(join(folder, 'dist', 'server', 'backup.mjs'), 'utf8')).toContain('copied');
});

it('says which commands there are, where one is none', async () => {
  await expect(run('constructor')).rejects.toThrow(/No such command: constructor/);
  await expect(run('nothing')).rejects.toThrow(/No such command: nothing\. There are start, serve/);
});
