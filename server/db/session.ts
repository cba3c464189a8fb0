import pg from 'pg';
import { openClient } from './client.ts';
import { outageOf } from './outage.ts';

/** Settings of a database session by name, as PostgreSQL calls them. */
export type SessionSettings = Readonly<Record<string, string>>;

/** All settings that decide how values are written and read, whatever the defaults of server, database or user. */
export const everySession: SessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  // Without synchronised scans a repeated query with a limit returns the same rows.
  synchronize_seqscans: 'off',
};

/**
 * Time limit of a query, ms. A pooler accepts a connection at once, but the first query waits for a free connection to
 * the server.
 */
const answerMs = 5000;

/** Adds the driver's time limit of one query, which its types leave out. */
const limited = <Config extends pg.QueryConfig>(config: Config): Config => ({ ...config, query_timeout: answerMs });

const statementOf = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ');

/**
 * Sends the settings as statements on a new connection. Poolers drop or refuse settings in the startup packet
 * (`ignore_startup_parameters`), so none are sent there.
 */
export const settleSession = async (client: pg.ClientBase, settings: SessionSettings): Promise<void> => {
  await client.query(limited({ text: statementOf(settings) }));
};

const advice =
  'Drivedesk needs sessions that stay: set pool_mode = session for this database, or name PostgreSQL itself in DATABASE_URL.';

const sharedSessions = `DATABASE_URL leads to a pooler that lends a session for one transaction or statement at a time (pool_mode = transaction). ${advice}`;

const clientCount = 3;
const roundCount = 3;

const fewSessions = `The database at DATABASE_URL did not answer ${clientCount} connections at once within ${answerMs / 1000} s. If it is a pooler, it has too few sessions: its limit (default_pool_size) must be at least DATABASE_CONNECTIONS for each process.`;

/**
 * Whether a pooler shares sessions: one session served several clients, or one client had several sessions. Each round
 * has the process id of every client's session.
 */
export const areSessionsShared = (rounds: readonly (readonly number[])[]): boolean => {
  const [first = []] = rounds;
  return new Set(first).size < first.length || rounds.some(round => round.some((pid, at) => pid !== first[at]));
};

interface Session {
  readonly pid: number;
  /** Settings that are not in force, each as `name = value`. */
  readonly wrong: readonly string[];
}

const readSession = async (client: pg.Client): Promise<Session> => {
  const { rows } = await client.query<{ pid: number; name: string; value: string }>(
    limited({
      text: 'select pg_backend_pid() as pid, name, current_setting(name) as value from unnest($1::text[]) as name',
      values: [Object.keys(everySession)],
    }),
  );
  return {
    pid: rows[0]?.pid ?? 0,
    wrong: rows
      .filter(({ name, value }) => everySession[name] !== value)
      .map(({ name, value }) => `${name} = ${value}`),
  };
};

/** Rejects unless several connections have a session each, in which the settings stay in force. */
export const checkSessions = async (url: string): Promise<void> => {
  const open: pg.Client[] = [];
  try {
    while (open.length < clientCount)
      open.push(await openClient({ connectionString: url, connectionTimeoutMillis: answerMs }));
    for (const client of open) await settleSession(client, everySession);
    const rounds: number[][] = [];
    let wrong: readonly string[] = [];
    for (let round = 0; round < roundCount; round += 1) {
      const pids: number[] = [];
      // Queries the connections in another order each round, because a pooler may assign sessions in turn.
      for (let i = 0; i < open.length; i += 1) {
        const at = (i + round) % open.length;
        const session = await readSession(open[at] as pg.Client);
        pids[at] = session.pid;
        wrong = session.wrong;
      }
      rounds.push(pids);
    }
    if (areSessionsShared(rounds)) throw new Error(sharedSessions);
    if (wrong.length > 0)
      throw new Error(
        `The database at DATABASE_URL does not keep the settings of a session (${wrong.join(', ')}): times and numbers would be wrong. ${advice}`,
      );
  } catch (cause) {
    throw outageOf(cause) === 'slow' ? new Error(fewSessions, { cause }) : cause;
  } finally {
    await Promise.all(open.map(client => client.end().catch(() => {})));
  }
};
