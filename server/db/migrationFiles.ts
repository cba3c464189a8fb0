import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { root } from '../root.mjs';
import type { TablePlacements } from './tablePlacement.ts';

export interface MigrationFile {
  /** Applies the migration. Calls `report` with its progress, for the log. */
  readonly up: (db: Kysely<unknown>, report?: (text: string) => void) => Promise<void>;
  readonly placements?: TablePlacements;
  /**
   * True: each statement is a transaction of its own. So a large table is changed piece by piece, and indexes are built
   * while others write. A failed migration keeps its finished statements, so it must be able to run again.
   */
  readonly inPieces?: true;
  /** True: a baseline. A database that earlier migrations made already has its tables (see `baseline.ts`). */
  readonly baseline?: true;
}

export const migrationsFolder = join(root, 'server', 'db', 'migrations');

export const migrationNames = async (folder = migrationsFolder): Promise<readonly string[]> =>
  (await readdir(folder))
    .filter(name => name.endsWith('.ts'))
    .sort()
    .map(name => name.slice(0, -3));

export const readMigrations = async (folder = migrationsFolder): Promise<Record<string, MigrationFile>> => {
  const entries = (await migrationNames(folder)).map(async name => {
    // The product's own migrations are imported by a literal path, so that a bundler finds them.
    const file: MigrationFile =
      folder === migrationsFolder
        ? await import(`./migrations/${name}.ts`)
        : await import(pathToFileURL(await realpath(join(folder, `${name}.ts`))).href);
    return [name, file] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};
