import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migration, type MigrationProvider, Migrator } from 'kysely';
import type { Db } from './connect.ts';
import { distribute, isSpread } from './distribute.ts';

const folder = join(import.meta.dirname, 'migrations');

const provider: MigrationProvider = {
  getMigrations: async () => {
    const files = (await readdir(folder)).filter(name => name.endsWith('.ts')).sort();
    const entries = files.map(async name => {
      const migration = (await import(pathToFileURL(join(folder, name)).href)) as Migration;
      return [name.slice(0, -3), migration] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  },
};

/** Brings the database to the newest shape. Several processes may call it at once: one works, the others wait. */
export const migrate = async (db: Db): Promise<void> => {
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  const failed = results?.find(result => result.status === 'Error')?.migrationName;
  if (error) throw new Error(`Migration ${failed ?? ''} failed`, { cause: error });
  // A cluster's new tables go to their places before anybody writes to them.
  if (await isSpread(db)) await distribute(db);
};
