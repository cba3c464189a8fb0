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
import { distribute, isCluster, isSpread } from './distribute.ts';
import { lockWaitMs, whenFree } from './locks.ts';
import { type MigrationFile, migrationsFolder, readMigrations } from './migrationFiles.ts';
import { errorText } from './outage.ts';
import { placement } from './placement.ts';
import type { Database } from './types.ts';

/** Patterns of quoted texts and line comments, whose semicolons end no statement. Each matches only at `lastIndex`. */
const quoted = [
  // E'…' has backslash escapes, '…' has none. In both a doubled quote stands for one quote.
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|)\$[\s\S]*?\$\1\$/y,
  /--[^\n\r]*/y,
];
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** Length of the block comment at `at`, which may contain others. */
const commentLength = (text: string, at: number): number => {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = at;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex - at;
  }
  return text.length - at;
};

/** Returns length and kind of the token at `at`: a quoted text, a comment, a word or a single character. */
const pieceAt = (
  text: string,
  at: number,
): { readonly length: number; readonly kind: 'comment' | 'word' | 'other' } => {
  if (text.startsWith('/*', at)) return { length: commentLength(text, at), kind: 'comment' };
  for (const pattern of quoted) {
    const found = matchAt(pattern, text, at);
    if (found) return { length: found.length, kind: found.startsWith('--') ? 'comment' : 'other' };
  }
  const found = matchAt(word, text, at);
  return found ? { length: found.length, kind: 'word' } : { length: 1, kind: 'other' };
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
  /** Number of `end`s that are still to come: of the function's body and of each `case` in the body. */
  let ends = 0;
  let before = '';
  let said = false;
  const finish = (to: number) => {
    if (said) statements.push(text.slice(from, to).trim());
    from = to + 1;
    depth = 0;
    ends = 0;
    said = false;
  };
  for (let at = 0; at < text.length; ) {
    const { length, kind } = pieceAt(text, at);
    const piece = text.slice(at, at + length);
    if (piece === ';' && depth === 0 && ends === 0) finish(at);
    else if (kind !== 'comment' && piece.trim() !== '') {
      said = true;
      const lower = kind === 'word' ? piece.toLowerCase() : piece;
      if (lower === '(') depth += 1;
      else if (lower === ')') depth = Math.max(0, depth - 1);
      else if (ends === 0 ? before === 'begin' && lower === 'atomic' : lower === 'case') ends += 1;
      else if (ends > 0 && lower === 'end') ends -= 1;
      before = lower;
    }
    at += length;
  }
  finish(text.length);
  return statements;
};

/**
 * Returns the statements of a query. With parameters it is a single statement, because PostgreSQL's protocol allows no
 * more.
 */
const statementsOf = ({ sql, parameters }: CompiledQuery): readonly string[] =>
  parameters.length > 0 ? [sql] : splitStatements(sql);

/** Sends each statement of a text separately and returns the last result, because a cluster refuses several at once. */
const oneByOne = (connection: DatabaseConnection): DatabaseConnection => ({
  executeQuery: async <Row>(query: CompiledQuery) => {
    let result = { rows: [] as Row[] };
    for (const text of statementsOf(query))
      result = await connection.executeQuery<Row>(CompiledQuery.raw(text, [...query.parameters]));
    return result;
  },
  streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
});

/** Gives `work` a single connection of `db` on which every statement is sent separately. */
const sendingOneByOne = <Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> =>
  db.getExecutor().provideConnection(connection => {
    const only = oneByOne(connection);
    const send = async (text: string) => void (await only.executeQuery(CompiledQuery.raw(text)));
    return work(
      new Kysely<Database>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createQueryCompiler: () => new PostgresQueryCompiler(),
          createIntrospector: own => new PostgresIntrospector(own),
          createDriver: () => ({
            init: async () => {},
            acquireConnection: async () => only,
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
  // Skipped on a database that has migrations, because a standby with all migrations is read-only.
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
  // Repeats the distribution, because an earlier start may have ended between a migration and its distribution.
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
    // No time limit, because a migration of a large table may take long.
    await set('statement_timeout', '0');
    await set('lock_timeout', String(lockWaitMs));
    const cluster = await isCluster(connection);
    // Citus refuses to create a function after changes over several connections, so it uses one connection to each
    // node.
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
      // Errors are ignored here: a lost connection has nothing to restore, and the first error is the one to report.
      await restore().catch(() => {});
    }
  });
