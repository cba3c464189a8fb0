import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { earlierRelease, newerMigrations, recordBaselines } from './baseline.ts';
import type { Db } from './connect.ts';
import { distribute, isCluster, isSpread } from './distribute.ts';
import { lockWaitMs, whenFree } from './locks.ts';
import { type MigrationFile, migrationsFolder, readMigrations } from './migrationFiles.ts';
import { sendingOneByOne } from './oneStatement.ts';
import { errorText } from './outage.ts';
import { placement } from './placement.ts';

type Report = (text: string) => void;

/** Advisory lock of Kysely's own migrator, which earlier releases hold while they migrate. */
const migrationLock = '3853314791062309107';
const lookAgainMs = 500;
/** Interval of progress messages of a running migration, ms. */
const progressMs = 10_000;

const readApplied = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  );
  if (!rows[0]?.there) return [];
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );
};

/**
 * Waits for the migration lock by polling. A statement that waits in the database would keep old rows from being
 * removed.
 */
const waitForTurn = async (db: Db, tell: Report): Promise<void> => {
  for (let told = false; ; told = true) {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(${migrationLock}::bigint) as mine`.execute(db);
    if (rows[0]?.mine) return;
    if (!told) tell('Another process migrates the database: waiting for it.');
    await setTimeout(lookAgainMs);
  }
};

const secondsSince = (startMs: number): string => ((performance.now() - startMs) / 1000).toFixed(1);

/** Applies one migration in a transaction of its own or in pieces, with the note that it is applied. */
const apply = async (db: Db, name: string, { up, inPieces }: MigrationFile, tell: Report): Promise<void> => {
  const startMs = performance.now();
  let done = '';
  const progress = setInterval(
    () => tell(`Migration ${name} has been at work for ${secondsSince(startMs)} s${done}.`),
    progressMs,
  );
  const applyOn = async (connection: Db) => {
    await up(connection as Kysely<unknown>, text => {
      done = `: ${text}`;
    });
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      connection,
    );
  };
  try {
    await whenFree(`Migration ${name}`, db, tell, () => (inPieces ? applyOn(db) : db.transaction().execute(applyOn)));
  } finally {
    clearInterval(progress);
  }
  tell(`Migration ${name}: done in ${secondsSince(startMs)} s.`);
};

const explain = (name: string, inPieces: boolean | undefined, done: readonly string[], error: unknown): Error => {
  if (inPieces)
    return new Error(`Migration ${name} failed: ${errorText(error)}. The next start continues with it.`, {
      cause: error,
    });
  const before =
    done.length > 0
      ? `It changed nothing. Done before it, and staying so: ${done.join(', ')}. The next start continues with it.`
      : 'Nothing was changed: the database is as it was before the start.';
  return new Error(`Migration ${name} failed: ${errorText(error)}. ${before}`, { cause: error });
};

const applyMissing = async (
  db: Db,
  migrations: Readonly<Record<string, MigrationFile>>,
  tell: Report,
): Promise<void> => {
  const applied = await recordBaselines(db, await readApplied(db), migrations);
  // Not on a database with migrations, so that a complete standby can be read.
  if (applied.length === 0)
    await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      db,
    );
  const places = Object.assign({}, placement, ...Object.values(migrations).map(file => file.places));
  const done: string[] = [];
  for (const [name, file] of Object.entries(migrations)) {
    if (applied.includes(name)) continue;
    try {
      await apply(db, name, file, tell);
    } catch (error) {
      throw explain(name, file.inPieces, done, error);
    }
    done.push(name);
    // On a cluster a new table is distributed before anything else is done with it.
    if (file.places && (await isSpread(db))) await distribute(db, places, tell);
  }
  // Completes a start that ended between a migration and this step.
  if (await isSpread(db)) await distribute(db, places, tell);
};

/**
 * Migrates the database to the newest schema, each migration in a transaction of its own. So finished migrations stay
 * when a later one fails or the process ends.
 * Several processes may call it at once: one works, the others wait.
 * A migration may be added between the numbers of others. An applied migration that is unknown here means a newer
 * program.
 */
export const migrate = (db: Db, tell: Report = () => {}, folder = migrationsFolder): Promise<void> =>
  sendingOneByOne(db, async connection => {
    const migrations = await readMigrations(folder);
    const applied = await readApplied(connection);
    const release = earlierRelease(applied);
    if (release)
      throw new Error(
        `The database is of a Drivedesk before ${release}, and this one cannot upgrade it. Start Drivedesk ${release} with it once, and this one afterwards. Nothing was changed.`,
      );
    const newer = newerMigrations(applied, Object.keys(migrations));
    if (newer.length > 0)
      throw new Error(
        `The database is of a newer Drivedesk: this one does not know its migrations ${newer.join(', ')}. Start the newer one, or restore a backup from before it. Nothing was changed.`,
      );
    const { rows } = await sql<{ name: string; value: string }>`
      select name, current_setting(name) as value from unnest(array['statement_timeout', 'lock_timeout']) as name`.execute(
      connection,
    );
    const set = (name: string, value: string) => sql`select set_config(${name}, ${value}, false)`.execute(connection);
    // A large table may take long.
    await set('statement_timeout', '0');
    await set('lock_timeout', String(lockWaitMs));
    const cluster = await isCluster(connection);
    // One connection to each node: a function created after changes over several connections is refused.
    if (cluster) await set('citus.multi_shard_modify_mode', 'sequential');
    const restore = async () => {
      await sql`select pg_advisory_unlock(${migrationLock}::bigint)`.execute(connection);
      if (cluster) await sql`reset citus.multi_shard_modify_mode`.execute(connection);
      for (const { name, value } of rows) await set(name, value);
    };
    await waitForTurn(connection, tell);
    try {
      await applyMissing(connection, migrations, tell);
    } finally {
      // A lost connection has nothing to restore, and its own error is the one to report.
      await restore().catch(() => {});
    }
  });
