import { type MigrationResultSet, Migrator, sql } from 'kysely';
import type { Db } from './connect.ts';
import { distribute, isSpread } from './distribute.ts';
import { migrationsFolder, readMigrations } from './migrationFiles.ts';
import { errorText } from './outage.ts';

const readApplied = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  );
  if (!rows[0]?.there) return [];
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );
};

/** All due migrations run in one transaction: when one fails, all are rolled back. */
const explain = ({ error, results = [] }: MigrationResultSet): Error => {
  const failed = results.find(({ status }) => status === 'Error')?.migrationName;
  if (!failed) return new Error(`The database was not brought up to date: ${errorText(error)}`, { cause: error });
  const undone = results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
  const before = undone.length > 0 ? ` What ran before it was undone with it: ${undone.join(', ')}.` : '';
  return new Error(
    `Migration ${failed} failed: ${errorText(error)}.${before} Nothing was changed: the database is as it was before the start.`,
    { cause: error },
  );
};

/**
 * Migrates the database to the newest schema. Several processes may call it at once: one works, the others wait. A
 * migration may be added between others' numbers; an applied one unknown here means a newer program.
 */
export const migrate = (db: Db, folder = migrationsFolder): Promise<void> =>
  db.connection().execute(async connection => {
    const migrations = await readMigrations(folder);
    const unknown = (await readApplied(connection)).filter(name => !(name in migrations));
    if (unknown.length > 0)
      throw new Error(
        `The database is of a newer Drivedesk: this one does not know its migrations ${unknown.join(', ')}. Start the newer one, or restore a backup from before it. Nothing was changed.`,
      );
    // A large table may take long, and so may another process's migration.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    const provider = { getMigrations: async () => migrations };
    const outcome = await new Migrator({ db: connection, provider, allowUnorderedMigrations: true }).migrateToLatest();
    if (outcome.error) throw explain(outcome);
    // On a cluster new tables are distributed before anything is written to them.
    if (await isSpread(connection)) await distribute(connection);
    await sql`reset statement_timeout`.execute(connection);
    await sql`reset lock_timeout`.execute(connection);
  });
