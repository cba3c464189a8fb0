import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../server/root.mjs';

/*
 * The server and its commands, each made of its sources into one script and what it shares with the others. Plain
 * JavaScript: it runs before anything can read the sources.
 */
const folder = join(root, 'dist', 'server');
const sources = ['server', 'scripts', 'src/contract', 'src/kinds', 'src/resources'];
const digestFile = join(folder, 'made-of');
const entries = {
  start: 'scripts/start.ts',
  serve: 'scripts/serve.ts',
  worker: 'scripts/worker.ts',
  'create-admin': 'scripts/create-admin.ts',
  'verify-dossier': 'scripts/verify-dossier.ts',
  distribute: 'scripts/distribute.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  demo: 'server/demo/generate.ts',
  thread: 'server/thread.ts',
};

const fileOf = name => join(folder, `${name}.mjs`);

/** When the newest file of a folder was changed, ms since 1970; 0: there is none. */
export const modifiedAt = async path => {
  const info = await stat(path).catch(() => undefined);
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const names = await readdir(path);
  return Math.max(0, ...(await Promise.all(names.map(name => modifiedAt(join(path, name))))));
};

const filesUnder = async path => {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
};

/** What it is made of. By contents: an upgrade may bring files that are older than what was made of those before. */
const readDigest = async () => {
  const files = [join(root, 'package-lock.json'), ...(await Promise.all(sources.map(filesUnder))).flat()].sort();
  const contents = await Promise.all(files.map(file => readFile(file)));
  const hash = createHash('sha256');
  for (const [at, file] of files.entries())
    hash.update(`${file.slice(root.length)}\0${contents[at].length}\0`).update(contents[at]);
  return hash.digest('hex');
};

/** Whoever reads a file meanwhile has all of it, and several may make the same at once. */
const put = async ({ path, contents }) => {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, contents);
  await rename(unfinished, path);
};

/** Parts of earlier ones go when hardly a server can still run from them. */
const keptMs = 30 * 24 * 3_600_000;
const removeOld = async current => {
  const others = (await readdir(folder)).map(name => join(folder, name)).filter(path => !current.has(path));
  for (const path of others) if ((await modifiedAt(path)) < Date.now() - keptMs) await rm(path, { force: true });
};

/** Makes it anew. Shared parts are named by their contents, so that a server which runs from earlier ones keeps them. */
export const makeProgram = async (digest = undefined) => {
  const madeOf = digest ?? (await readDigest());
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    write: false,
    logLevel: 'warning',
  });
  // Its process would stay as long as the server.
  await stop();
  await mkdir(folder, { recursive: true });
  const isEntry = ({ path }) => Object.keys(entries).some(name => path === fileOf(name));
  const now = new Date();
  // One that stays counts as made now: what matters is how long it has not been needed.
  for (const file of outputFiles.filter(each => !isEntry(each)))
    await utimes(file.path, now, now).catch(() => put(file));
  for (const file of outputFiles.filter(isEntry)) await put(file);
  // Says that all the others are there.
  await put({ path: digestFile, contents: madeOf });
  await removeOld(new Set([digestFile, ...outputFiles.map(({ path }) => path)]));
};

/** The script of a command, made anew if its sources are others. */
export const programFile = async name => {
  if (!Object.hasOwn(entries, name))
    throw new Error(`No such command: ${name}. There are ${Object.keys(entries).join(', ')}.`);
  const digest = await readDigest();
  if ((await readFile(digestFile, 'utf8').catch(() => '')) !== digest) await makeProgram(digest);
  return fileOf(name);
};
