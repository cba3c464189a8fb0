import { access, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../server/root.mjs';

/*
 * The server and its commands, each made of its sources into one script and what it shares with the others. Plain
 * JavaScript: it runs before anything can read the sources.
 */
const folder = join(root, 'dist', 'server');
const sources = ['server', 'scripts', 'src/contract', 'src/kinds', 'src/resources', 'package-lock.json'];
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

const isStale = async () => {
  const made = await Promise.all(Object.keys(entries).map(name => modifiedAt(fileOf(name))));
  return Math.min(...made) < Math.max(...(await Promise.all(sources.map(path => modifiedAt(join(root, path))))));
};

/** Whoever reads a file meanwhile has all of it, and several may make the same at once. */
const put = async ({ path, contents }) => {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, contents);
  await rename(unfinished, path);
};

/** Makes it anew. Shared parts are named by their contents, so that a server which runs from earlier ones keeps them. */
export const makeProgram = async () => {
  const { build } = await import('esbuild');
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
  await mkdir(folder, { recursive: true });
  const isEntry = ({ path }) => Object.keys(entries).some(name => path === fileOf(name));
  for (const file of outputFiles.filter(each => !isEntry(each))) await access(file.path).catch(() => put(file));
  // These say that all the others are there.
  for (const file of outputFiles.filter(isEntry)) await put(file);
};

/** The script of a command, made anew if its sources are newer. */
export const programFile = async name => {
  if (!(name in entries)) throw new Error(`No such command: ${name}. There are ${Object.keys(entries).join(', ')}.`);
  if (await isStale()) await makeProgram();
  return fileOf(name);
};
