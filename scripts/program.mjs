import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { root } from '../server/root.mjs';

const filesOf = async path => {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
};

/**
 * Returns a hash of the names and contents of these files and folders of the program. Times are not used, because an
 * upgrade, a copy or another branch may bring older files.
 */
export const digestOf = async sources => {
  const files = (await Promise.all(sources.map(name => filesOf(join(root, name))))).flat().sort();
  const hash = createHash('sha256');
  // Reads 50 files at a time, because the number of open files is limited.
  for (let from = 0; from < files.length; from += 50) {
    const some = files.slice(from, from + 50);
    const contents = await Promise.all(some.map(file => readFile(file)));
    for (const [at, file] of some.entries())
      hash.update(`${relative(root, file).replaceAll(sep, '/')}\0${contents[at].length}\0`).update(contents[at]);
  }
  return hash.digest('hex');
};

const parentOf = pid => Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim());

const isRunning = pid => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/**
 * Calls `end` when the `npm` that started this process is gone. Without it, a supervisor that stops npm would leave the
 * server running. npm sends SIGTERM only to its shell, which does not forward the signal. npm does not forward SIGHUP
 * at all. On Windows a console ends all its processes by itself.
 */
export const onNpmGone = end => {
  if (process.platform === 'win32' || process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  let npm;
  try {
    npm = parentOf(shell);
  } catch {
    // Without the program `ps`, npm's process cannot be found. Only npm's shell is watched then.
  }
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || isRunning(npm))) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
};

/** Minimum limit of open files: enough for the database's connections, files and a hundred visitors. */
const fewest = 256;

/** Returns the maximum number of open files of this process. Undefined if the system does not tell. */
const openFilesLimit = () => {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
};

/** Returns the fault of the open-file limit with its remedy. Undefined if the limit suffices or is unknown. */
export const openFilesFault = () => {
  const limit = openFilesLimit();
  if (limit === undefined || limit >= fewest) return undefined;
  return `This process may only have ${limit} files and connections open at once, and Drivedesk needs ${fewest} at least, better 8192. Raise the limit: "ulimit -n 8192" in the shell, LimitNOFILE=8192 in a systemd unit, "ulimits: nofile" in compose.yaml.`;
};

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
