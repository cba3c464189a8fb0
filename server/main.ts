import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from './app.ts';
import { appOptions } from './appOptions.ts';
import { type Config, readConfig } from './config.ts';
import { type Connection, connect, divideConnections } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { errorText } from './db/outage.ts';
import { demoAccounts, ensureDemo, setDemoOpen } from './demo/start.ts';
import { defaultJobs, jobSlots, migrateQueue } from './engine/jobs/queue.ts';
import { searchTexts } from './engine/search/matching/queryText.ts';
import { readEnvironment } from './process/environment.ts';
import { loggerOptions } from './process/logger.ts';
import { ensurePortFree, explainListenError } from './process/port.ts';

interface StartedProcess {
  readonly server: FastifyInstance;
  /** Address at which the server listens. Absent: the process runs jobs and serves no requests. */
  readonly address?: string;
}

/** Task of a process: `serve` is a server, `work` runs jobs in addition to the servers. */
type ProcessRole = 'serve' | 'work';

const prepareDatabase = async (
  connection: Connection,
  config: Config,
  role: ProcessRole,
  log: (text: string) => void,
): Promise<void> => {
  await migrate(connection.db, log);
  await migrateQueue(connection, log);
  // Only servers manage the demo accounts. A worker leaves them unchanged.
  if (role === 'work') return;
  if (config.demo) await ensureDemo(connection, log);
  else await setDemoOpen(connection.db, false);
};

/** Prepares the search and the API document, because their first use would delay other requests. */
const warmUp = async (server: FastifyInstance): Promise<void> => {
  searchTexts('номер А123ВС77');
  await server.inject('/api/openapi.json');
};

/** Signal and callbacks that the process passes to a start of the server, so that it can stop the start in any phase. */
interface StartObserver {
  /** Aborted when the process is stopped before it is ready. */
  readonly signal: AbortSignal;
  /** Called when another process takes over the database. */
  readonly onTakeover: (error: Error) => void;
  readonly onDatabaseOpen: (database: OpenDatabase) => void;
}

/** Options of the log. A start that is stopped loses its database at any moment, so its further messages are no news. */
const startLoggerOptions = (config: Config, signal: AbortSignal): AppOptions['logger'] => ({
  ...loggerOptions(config.logLevel),
  hooks: {
    logMethod(args, method) {
      if (!signal.aborted) method.apply(this, args);
    },
  },
});

/**
 * Opens and migrates the database, then listens. On SIGTERM it finishes requests, closes the database and exits with 0.
 */
const run = async (
  config: Config,
  role: ProcessRole,
  now: () => Date,
  { signal, onTakeover, onDatabaseOpen }: StartObserver,
): Promise<StartedProcess> => {
  if (role === 'serve') await ensurePortFree(config);
  let server: FastifyInstance | undefined;
  let isClosing = false;
  const log = (text: string) => {
    if (isClosing) return;
    if (server) server.log.warn(text);
    else if (!signal.aborted) console.log(text);
  };
  const database = await openDatabase(config, { log, onTakeover, signal });
  onDatabaseOpen(database);
  // Only the error's text is logged, because the error object contains the whole connection object.
  const logLostConnection = (error: Error) => log(`A database connection was lost: ${errorText(error)}`);
  const connection = connect(
    database.url,
    logLostConnection,
    ...divideConnections(config.databaseConnections, jobSlots({ jobsPerCompanyMax: config.jobsAtOnce })),
  );
  const closeDatabase = async () => {
    await connection.close();
    await database.stop();
  };
  try {
    signal.throwIfAborted();
    await prepareDatabase(connection, config, role, log);
    server = await buildApp({
      ...appOptions(config),
      now,
      connection,
      currentOutage: database.currentOutage,
      logger: startLoggerOptions(config, signal),
      jobs: { jobsPerCompanyMax: config.jobsAtOnce, ...(role === 'work' && { startHook: 'onReady' }) },
      threadAfterMs: 15_000,
      release: closeDatabase,
    });
    // A lost connection is no alarm while the server stops its own database.
    server.addHook('preClose', async () => {
      isClosing = true;
    });
    await server.ready();
    if (role === 'work') return { server };
    await warmUp(server);
    return { server, address: await server.listen({ port: config.port, host: config.host }) };
  } catch (error) {
    await closeDatabase();
    throw explainListenError(error, config);
  }
};

const adminHint = ({ databaseUrl }: Config): string =>
  databaseUrl
    ? 'If there is no account yet: npm run create-admin -- <email>'
    : 'If there is no account yet, stop this, then: npm run create-admin -- <email>';

const startMessageWithWarnings = (address: string, config: Config): string =>
  [startMessage(address, config), ...config.warnings].join('\n');

const startMessage = (address: string, config: Config): string =>
  config.demo
    ? `Drivedesk is at ${address}/\nDemo accounts (their password is on the sign-in page and in README.md): ${demoAccounts.Accounts.map(account => account.Email).join(', ')}`
    : `Drivedesk is at ${address}/\nNot in demo mode (${config.demoOffReason}): demo accounts are closed. ${adminHint(config)}`;

const workerConfigFault = ({ databaseUrl }: Config): string | undefined =>
  databaseUrl
    ? undefined
    : 'The embedded database belongs to the server that runs it, which does the jobs itself. Set DATABASE_URL to work beside servers.';

/**
 * Returns the configuration. A worker ignores JOBS=0, because it may share an `.env` in which this value is meant for
 * servers.
 */
const readConfigFor = (role: ProcessRole): Config => {
  const config = readConfig(readEnvironment());
  return role === 'work' && config.jobsAtOnce === 0 ? { ...config, jobsAtOnce: defaultJobs.jobsPerCompanyMax } : config;
};

export const main = async (role: ProcessRole = 'serve', now = () => new Date()): Promise<void> => {
  const config = readConfigFor(role);
  const fault = role === 'work' && workerConfigFault(config);
  if (fault) throw new Error(fault);
  let started: StartedProcess | undefined;
  let database: OpenDatabase | undefined;
  let isEnding = false;
  const starting = new AbortController();
  let start: Promise<StartedProcess> | undefined;
  const stop = async () => {
    if (started) return started.server.close();
    console.log('Stopped before it was ready. The next start begins where this one would have.');
    starting.abort();
    // An embedded database that is being opened is stopped by its opening.
    if (!database && !config.databaseUrl) await start?.catch(() => undefined);
    await database?.stop();
  };
  const endProcess = async (cause?: Error) => {
    // A Ctrl+C arrives twice: from the terminal, and forwarded by npm.
    if (isEnding) return;
    isEnding = true;
    if (cause) console.error(cause.message);
    const stopError = await stop().then(() => undefined, errorText);
    if (stopError) console.error(stopError);
    process.exit(cause || stopError ? 1 : 0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void endProcess());
  const onTakeover = (error: Error) => void endProcess(error);
  try {
    start = run(config, role, now, {
      signal: starting.signal,
      onTakeover,
      onDatabaseOpen: openedDatabase => {
        database = openedDatabase;
      },
    });
    started = await start;
  } catch (error) {
    // If the process is stopped during its start, the database is closed and the start fails. This error is ignored,
    // because `endProcess` exits the process.
    if (!isEnding) throw error;
    return;
  }
  if (isEnding) return;
  const { address } = started;
  console.log(
    address ? startMessageWithWarnings(address.replace('[::1]', 'localhost'), config) : 'Drivedesk does jobs.',
  );
};
