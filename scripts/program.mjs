import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../server/root.mjs';
import { digestOf } from './digest.mjs';

/*
 * Bundles the server and its commands into one script each, with shared chunks. This file is plain JavaScript, because
 * it runs before any TypeScript can be loaded.
 */
const folder = join(root, 'dist', 'server');
const sources = ['package-lock.json', 'server', 'scripts', 'src/contract', 'src/schema', 'src/resources'];
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
  thread: 'server/threads/thread.ts',
};

/**
 * Packages to include in the bundle, because each has hundreds of small modules. A process that reads them from one
 * script starts in two thirds of the time.
 * Other packages are not bundled, because they find files of their own or are native.
 */
const bundled = /^(kysely|typebox)(\/|$)/;
/** Bundler plugin that leaves imports of all other packages unchanged, so that Node loads them from node_modules. */
const outside = {
  name: 'outside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || bundled.test(path) ? undefined : { path, external: true },
    ),
};

/** Number of builds to keep, because servers that are still running use older builds. */
const keptOnes = 10;
const removeOld = async () => {
  const paths = (await readdir(folder)).map(name => join(folder, name));
  // A folder that has disappeared counts as the oldest. It was the unfinished build of another process.
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
    plugins: [outside],
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  });
  // Stops esbuild's process, which would otherwise run as long as the server.
  await stop();
  await rename(unfinished, made).catch(async error => {
    // The rename fails if another process has made the same build meanwhile.
    if (!existsSync(made)) throw error;
    await rm(unfinished, { recursive: true });
  });
  await removeOld();
};

/**
 * Returns the script of a command. It is built if there is no build of the present sources. A build has its own folder,
 * named by the hash of its sources. The folder appears as a whole, so that a running server finds its own chunks and
 * threads.
 */
export const programFile = async name => {
  if (!Object.hasOwn(entries, name))
    throw new Error(`No such command: ${name}. There are ${Object.keys(entries).join(', ')}.`);
  const made = join(folder, await digestOf(sources));
  if (!existsSync(made)) await make(made);
  return join(made, `${name}.mjs`);
};
