import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { earlierRelease, newerMigrations, recordBaselines } from './baseline.ts';
import type { Db } from './connect.ts';
import { distribute, isCluster, isDistributed } from './distribute.ts';
import { lockWaitMs, retryWhileLocked } from './locks.ts';
import { type MigrationFile, migrationsFolder, readMigrations } from './migrationFiles.ts';
import { errorText } from './outage.ts';
import { tablePlacements } from './placement.ts';
import type { Database } from './types.ts';

/** Patterns of quoted texts and line comments, whose semicolons end no statement. Each matches only at `lastIndex`. */
const quotedPatterns = [
  // PostgreSQL's E'…' has backslash escapes, '…' has none. In both, a doubled quote stands for one quote.
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|)\$[\s\S]*?\$\1\$/y,
  /--[^\n\r]*/y,
];
const wordPattern = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** Length of the SQL block comment at position `at`. It may contain other block comments. */
const commentLength = (text: string, at: number): number => {
  const commentMark = /\/\*|\*\//g;
  commentMark.lastIndex = at;
  let depth = 0;
  for (let mark = commentMark.exec(text); mark; mark = commentMark.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return commentMark.lastIndex - at;
  }
  return text.length - at;
};

/** Returns length and kind of the token at `at`: a quoted text, a comment, a word or a single character. */
const tokenAt = (
  text: string,
  at: number,
): { readonly length: number; readonly kind: 'comment' | 'word' | 'other' } => {
  if (text.startsWith('/*', at)) return { length: commentLength(text, at), kind: 'comment' };
  for (const pattern of quotedPatterns) {
    const quotedText = matchAt(pattern, text, at);
    if (quotedText) return { length: quotedText.length, kind: quotedText.startsWith('--') ? 'comment' : 'other' };
  }
  const wordText = matchAt(wordPattern, text, at);
  return wordText ? { length: wordText.length, kind: 'word' } : { length: 1, kind: 'other' };
};

/**
 * Splits SQL into its statements, without the semicolons between them. Semicolons in quotes, dollar quotes, comments,
 * parentheses and bodies of functions (`begin atomic … end`) end no statement. Pieces that consist of comments are left
 * out.
 */
export const splitStatements = (text: string): readonly string[] => {
  const statements: string[] = [];
  let from = 0;
  let depth = 0;
  /**
   * Number of words `end` still to come in the body of an SQL function: for the body itself and for each `case` in it.
   */
  let pendingEnds = 0;
  let previousWord = '';
  let hasContent = false;
  const finishStatement = (to: number) => {
    if (hasContent) statements.push(text.slice(from, to).trim());
    from = to + 1;
    depth = 0;
    pendingEnds = 0;
    hasContent = false;
  };
  for (let position = 0; position < text.length; ) {
    const { length, kind } = tokenAt(text, position);
    const token = text.slice(position, position + length);
    if (token === ';' && depth === 0 && pendingEnds === 0) finishStatement(position);
    else if (kind !== 'comment' && token.trim() !== '') {
      hasContent = true;
      const lowerToken = kind === 'word' ? token.toLowerCase() : token;
      if (lowerToken === '(') depth += 1;
      else if (lowerToken === ')') depth = Math.max(0, depth - 1);
      else if (pendingEnds === 0 ? previousWord === 'begin' && lowerToken === 'atomic' : lowerToken === 'case')
        pendingEnds += 1;
      else if (pendingEnds > 0 && lowerToken === 'end') pendingEnds -= 1;
      previousWord = lowerToken;
    }
    position += length;
  }
  finishStatement(text.length);
  return statements;
};

/**
 * Returns the statements of a query. With parameters it is a single statement, because PostgreSQL's protocol allows no
 * more.
 */
const splitQuery = ({ sql, parameters }: CompiledQuery): readonly string[] =>
  parameters.length > 0 ? [sql] : splitStatements(sql);

/** Sends each statement of a text separately and returns the last result, because a cluster refuses several at once. */
const sendStatementsSeparately = (connection: DatabaseConnection): DatabaseConnection => ({
  executeQuery: async <Row>(query: CompiledQuery) => {
    let result = { rows: [] as Row[] };
    for (const text of splitQuery(query))
      result = await connection.executeQuery<Row>(CompiledQuery.raw(text, [...query.parameters]));
    return result;
  },
  streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
});

/** Gives `work` a single connection of `db` on which every statement is sent separately. */
const withSeparateStatements = <Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> =>
  db.getExecutor().provideConnection(connection => {
    const connectionOfWork = sendStatementsSeparately(connection);
    const send = async (text: string) => void (await connectionOfWork.executeQuery(CompiledQuery.raw(text)));
    return work(
      new Kysely<Database>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createQueryCompiler: () => new PostgresQueryCompiler(),
          createIntrospector: database => new PostgresIntrospector(database),
          createDriver: () => ({
            init: async () => {},
            acquireConnection: async () => connectionOfWork,
            beginTransaction: () => send('begin'),
            commitTransaction: () => send('commit'),
            rollbackTransaction: () => send('rollback'),
            releaseConnection: async () => {},
            destroy: async () => {},
          }),
        },
      }),
    );
  });

type Log = (text: string) => void;

/** Advisory lock of Kysely's own migrator, which earlier releases hold while they migrate. */
const migrationLock = '3853314791062309107';
const pollIntervalMs = 500;
/** Interval of progress messages of a running migration, ms. */
const progressIntervalMs = 10_000;

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
const waitForMigrationLock = async (db: Db, log: Log): Promise<void> => {
  for (let announced = false; ; announced = true) {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(${migrationLock}::bigint) as mine`.execute(db);
    if (rows[0]?.mine) return;
    if (!announced) log('Another process migrates the database: waiting for it.');
    await setTimeout(pollIntervalMs);
  }
};

const secondsSince = (startMs: number): string => ((performance.now() - startMs) / 1000).toFixed(1);

const applyMigration = async (db: Db, name: string, { up, inPieces }: MigrationFile, log: Log): Promise<void> => {
  const startMs = performance.now();
  let progressText = '';
  const progressTimer = setInterval(
    () => log(`Migration ${name} has been at work for ${secondsSince(startMs)} s${progressText}.`),
    progressIntervalMs,
  );
  const applyOn = async (connection: Db) => {
    await up(connection as Kysely<unknown>, text => {
      progressText = `: ${text}`;
    });
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      connection,
    );
  };
  try {
    await retryWhileLocked(`Migration ${name}`, db, log, () =>
      inPieces ? applyOn(db) : db.transaction().execute(applyOn),
    );
  } finally {
    clearInterval(progressTimer);
  }
  log(`Migration ${name}: done in ${secondsSince(startMs)} s.`);
};

const explainFailure = (
  name: string,
  inPieces: boolean | undefined,
  doneBefore: readonly string[],
  error: unknown,
): Error => {
  if (inPieces)
    return new Error(`Migration ${name} failed: ${errorText(error)}. The next start continues with it.`, {
      cause: error,
    });
  const consequence =
    doneBefore.length > 0
      ? `It changed nothing. Done before it, and staying so: ${doneBefore.join(', ')}. The next start continues with it.`
      : 'Nothing was changed: the database is as it was before the start.';
  return new Error(`Migration ${name} failed: ${errorText(error)}. ${consequence}`, { cause: error });
};

const applyMissingMigrations = async (
  db: Db,
  migrations: Readonly<Record<string, MigrationFile>>,
  log: Log,
): Promise<void> => {
  const appliedMigrations = await recordBaselines(db, await readApplied(db), migrations);
  // The table of applied migrations is created only in a new database. A standby, which is read-only, already has it.
  if (appliedMigrations.length === 0)
    await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      db,
    );
  const placements = Object.assign({}, tablePlacements, ...Object.values(migrations).map(file => file.placements));
  const appliedNow: string[] = [];
  for (const [name, file] of Object.entries(migrations)) {
    if (appliedMigrations.includes(name)) continue;
    try {
      await applyMigration(db, name, file, log);
    } catch (error) {
      throw explainFailure(name, file.inPieces, appliedNow, error);
    }
    appliedNow.push(name);
    // On a cluster a new table is distributed before anything else is done with it.
    if (file.placements && (await isDistributed(db))) await distribute(db, placements, log);
  }
  // Repeats the distribution, because an earlier start may have ended between a migration and its distribution.
  if (await isDistributed(db)) await distribute(db, placements, log);
};

/**
 * Migrates the database to the newest schema, each migration in a transaction of its own. So finished migrations stay
 * when a later one fails or the process ends.
 * Several processes may call it at once: one works, the others wait.
 * A migration may be added between the numbers of others. An applied migration that is unknown here means a newer
 * program.
 */
export const migrate = (db: Db, log: Log = () => {}, folder = migrationsFolder): Promise<void> =>
  withSeparateStatements(db, async connection => {
    const migrations = await readMigrations(folder);
    const appliedMigrations = await readApplied(connection);
    const requiredRelease = earlierRelease(appliedMigrations);
    if (requiredRelease)
      throw new Error(
        `The database is of a Drivedesk before ${requiredRelease}, and this one cannot upgrade it. Start Drivedesk ${requiredRelease} with it once, and this one afterwards. Nothing was changed.`,
      );
    const unknownMigrations = newerMigrations(appliedMigrations, Object.keys(migrations));
    if (unknownMigrations.length > 0)
      throw new Error(
        `The database is of a newer Drivedesk: this one does not know its migrations ${unknownMigrations.join(', ')}. Start the newer one, or restore a backup from before it. Nothing was changed.`,
      );
    const { rows } = await sql<{ name: string; value: string }>`
      select name, current_setting(name) as value from unnest(array['statement_timeout', 'lock_timeout']) as name`.execute(
      connection,
    );
    const setSetting = (name: string, value: string) =>
      sql`select set_config(${name}, ${value}, false)`.execute(connection);
    // No time limit, because a migration of a large table may take long.
    await setSetting('statement_timeout', '0');
    await setSetting('lock_timeout', String(lockWaitMs));
    const isOnCluster = await isCluster(connection);
    // Citus refuses to create a function after changes over several connections, so it uses one connection to each
    // node.
    if (isOnCluster) await setSetting('citus.multi_shard_modify_mode', 'sequential');
    const restoreSession = async () => {
      await sql`select pg_advisory_unlock(${migrationLock}::bigint)`.execute(connection);
      if (isOnCluster) await sql`reset citus.multi_shard_modify_mode`.execute(connection);
      for (const { name, value } of rows) await setSetting(name, value);
    };
    await waitForMigrationLock(connection, log);
    try {
      await applyMissingMigrations(connection, migrations, log);
    } finally {
      // Errors are ignored here: a lost connection has nothing to restore, and the first error is the one to report.
      await restoreSession().catch(() => {});
    }
  });
