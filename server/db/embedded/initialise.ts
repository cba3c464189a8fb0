import { randomBytes } from 'node:crypto';
import { chown, link, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { explain } from './explain.ts';
import { isAlive } from './postmaster.ts';
import type { Runner } from './run.ts';

const abandonedMs = 3_600_000;

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const unless =
  (...codes: readonly string[]) =>
  (error: unknown) => {
    if (!codes.includes((error as { code?: string }).code ?? '')) throw error;
  };

/**
 * Reads or creates the password file, next to the database and readable by its owner only.
 * The file is written atomically before the database is created, so that two processes starting at once read the same
 * password.
 */
export const readPassword = async (file: string): Promise<string> => {
  if (!(await exists(file))) {
    const draft = `${file}.${randomBytes(4).toString('hex')}`;
    await writeFile(draft, randomBytes(24).toString('hex'), { mode: 0o600 });
    await link(draft, file).catch(unless('EEXIST'));
    await rm(draft);
  }
  return (await readFile(file, 'utf8')).trim();
};

/** Removes leftovers of interrupted first starts. */
const sweep = async (folder: string): Promise<void> => {
  const beginning = `${basename(folder)}.new-`;
  for (const name of await readdir(dirname(folder))) {
    const path = join(dirname(folder), name);
    if (!name.startsWith(beginning)) continue;
    const info = await stat(path).catch(unless('ENOENT'));
    const old = info && Date.now() - info.mtimeMs > abandonedMs;
    if (old || !isAlive(Number.parseInt(name.slice(beginning.length), 10)))
      await rm(path, { recursive: true, force: true });
  }
};

/** Renames onto an empty or missing folder. The second of two processes finds the folder full. */
const moveInto = async (made: string, folder: string): Promise<void> => {
  await rmdir(folder).catch(unless('ENOENT', 'ENOTEMPTY', 'EEXIST'));
  try {
    await rename(made, folder);
  } catch (cause) {
    if (await exists(join(folder, 'PG_VERSION'))) return;
    throw explain(`${folder} is not empty, and no database of PostgreSQL. Move it away, or set DATA_DIR.`, cause);
  }
};

/**
 * Creates a database cluster in `folder`. The cluster is built next to the folder and then renamed. So an interruption
 * leaves nothing partial, and the first of two concurrent starts wins.
 */
export const initialise = async (
  binaries: Binaries,
  runner: Runner,
  folder: string,
  password: string,
): Promise<void> => {
  await sweep(folder);
  const made = `${folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const passwordFile = `${made}.pw`;
  await mkdir(made, { mode: 0o700 });
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (runner.user) {
      await chown(made, runner.user.uid, runner.user.gid);
      await chown(passwordFile, runner.user.uid, runner.user.gid);
    }
    await runner
      .run(binaries.initdb, [
        `--pgdata=${made}`,
        '--username=drivedesk',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
      ])
      .catch((cause: unknown) => {
        throw explain(`The database could not be made in ${folder}.`, cause);
      });
    await moveInto(made, folder);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(made, { recursive: true, force: true });
  }
};
