import pg from 'pg';
import { openClient } from './client.ts';
import { outageOf } from './outage.ts';

export type SessionSettings = Readonly<Record<string, string>>;

/** All settings that decide how values are written and read, whatever the defaults of server, database or user. */
export const sessionSettings: SessionSettings = {
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
const answerTimeoutMs = 5000;

/** Adds a time limit to one query. The driver accepts this option, but its types leave it out. */
const withTimeout = <Config extends pg.QueryConfig>(config: Config): Config => ({
  ...config,
  query_timeout: answerTimeoutMs,
});

const setStatementOf = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ');

/**
 * Sends the settings as statements on a new connection. Poolers drop or refuse settings in the startup packet
 * (`ignore_startup_parameters`), so none are sent there.
 */
export const applySessionSettings = async (client: pg.ClientBase, settings: SessionSettings): Promise<void> => {
  await client.query(withTimeout({ text: setStatementOf(settings) }));
};

const sessionAdvice =
  'Drivedesk needs sessions that stay: set pool_mode = session for this database, or name PostgreSQL itself in DATABASE_URL.';

const sharedSessionsMessage = `DATABASE_URL leads to a pooler that lends a session for one transaction or statement at a time (pool_mode = transaction). ${sessionAdvice}`;

const testedClients = 3;
const testRounds = 3;

const tooFewSessionsMessage = `The database at DATABASE_URL did not answer ${testedClients} connections at once within ${answerTimeoutMs / 1000} s. If it is a pooler, it has too few sessions: its limit (default_pool_size) must be at least DATABASE_CONNECTIONS for each process.`;

/**
 * Whether a pooler shares sessions: one session served several clients, or one client had several sessions. Each round
 * has the process id of every client's session.
 */
export const areSessionsShared = (rounds: readonly (readonly number[])[]): boolean => {
  const [first = []] = rounds;
  return (
    new Set(first).size < first.length ||
    rounds.some(round => round.some((pid, clientIndex) => pid !== first[clientIndex]))
  );
};

interface Session {
  readonly pid: number;
  readonly wrongSettings: readonly string[];
}

const readSession = async (client: pg.Client): Promise<Session> => {
  const { rows } = await client.query<{ pid: number; name: string; value: string }>(
    withTimeout({
      text: 'select pg_backend_pid() as pid, name, current_setting(name) as value from unnest($1::text[]) as name',
      values: [Object.keys(sessionSettings)],
    }),
  );
  return {
    pid: rows[0]?.pid ?? 0,
    wrongSettings: rows
      .filter(({ name, value }) => sessionSettings[name] !== value)
      .map(({ name, value }) => `${name} = ${value}`),
  };
};

/** Rejects unless several connections have a session each, in which the settings stay in force. */
export const checkSessions = async (url: string): Promise<void> => {
  const clients: pg.Client[] = [];
  try {
    while (clients.length < testedClients)
      clients.push(await openClient({ connectionString: url, connectionTimeoutMillis: answerTimeoutMs }));
    for (const client of clients) await applySessionSettings(client, sessionSettings);
    const rounds: number[][] = [];
    let wrongSettings: readonly string[] = [];
    for (let round = 0; round < testRounds; round += 1) {
      const pids: number[] = [];
      // Queries the connections in another order each round, because a pooler may assign sessions in turn.
      for (let i = 0; i < clients.length; i += 1) {
        const clientIndex = (i + round) % clients.length;
        const session = await readSession(clients[clientIndex] as pg.Client);
        pids[clientIndex] = session.pid;
        wrongSettings = session.wrongSettings;
      }
      rounds.push(pids);
    }
    if (areSessionsShared(rounds)) throw new Error(sharedSessionsMessage);
    if (wrongSettings.length > 0)
      throw new Error(
        `The database at DATABASE_URL does not keep the settings of a session (${wrongSettings.join(', ')}): times and numbers would be wrong. ${sessionAdvice}`,
      );
  } catch (cause) {
    throw outageOf(cause) === 'slow' ? new Error(tooFewSessionsMessage, { cause }) : cause;
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => {})));
  }
};
