import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../server/root.mjs';
import { digestOf } from './digest.mjs';

/*
 * The server and its commands, each made of its sources into one script and what it shares with the others. Plain
 * JavaScript: it runs before anything can read the sources.
 */
const folder = join(root, 'dist', 'server');
const sources = ['package-lock.json', 'server', 'scripts', 'src/contract', 'src/kinds', 'src/resources'];
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

/** Earlier ones stay for servers that still run from them. */
const keptOnes = 10;
const removeOld = async () => {
  const paths = (await readdir(folder)).map(name => join(folder, name));
  // One that is gone by now was another's unfinished one.
  const msOf = path =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  const made = await Promise.all(paths.map(async path => ({ path, ms: await msOf(path) })));
  made.sort((one, other) => other.ms - one.ms);
  for (const { path } of made.slice(keptOnes)) await rm(path, { recursive: true, force: true });
};

const make = async made => {
  const unfinished = `${made}.${process.pid}`;
  const { build, stop } = await import('esbuild');
  await mkdir(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: unfinished,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  // Its process would stay as long as the server.
  await stop();
  await rename(unfinished, made).catch(async error => {
    // Somebody else has made the same meanwhile.
    if (!existsSync(made)) throw error;
    await rm(unfinished, { recursive: true });
  });
  await removeOld();
};

/**
 * The script of a command, made if nothing was made of these very sources. All that is made at once has a folder of its own,
 * named by what it was made of, and is there as a whole or not at all: a server that runs finds its own parts and threads.
 */
export const programFile = async name => {
  if (!Object.hasOwn(entries, name))
    throw new Error(`No such command: ${name}. There are ${Object.keys(entries).join(', ')}.`);
  const made = join(folder, await digestOf(sources));
  if (!existsSync(made)) await make(made);
  return join(made, `${name}.mjs`);
};
