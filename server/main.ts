import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { appOptions } from './appOptions.ts';
import { type Config, readConfig } from './config.ts';
import { type Connection, connect, shareOut } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { errorText } from './db/outage.ts';
import { settleDemo } from './demo/mode.ts';
import { demoAccounts, ensureDemo } from './demo/start.ts';
import { defaultJobs, jobSlots, prepareQueue } from './engine/jobs/queue.ts';
import { searchTexts } from './engine/search/matching/queryText.ts';
import { readEnvironment } from './process/environment.ts';
import { loggerOptions } from './process/logger.ts';
import { ensurePortFree, listenFault } from './process/port.ts';

interface Running {
  readonly server: FastifyInstance;
  /** Absent: the process runs jobs and serves no requests. */
  readonly address?: string;
}

/** A server, or a process that runs jobs besides servers. */
type Purpose = 'serve' | 'work';

const prepare = async (connection: Connection, config: Config, purpose: Purpose): Promise<void> => {
  const log = (text: string) => console.log(text);
  await migrate(connection.db, log);
  await prepareQueue(connection, log);
  // Only servers manage the demo accounts. A worker leaves them unchanged.
  if (purpose === 'work') return;
  if (config.demo) await ensureDemo(connection, log);
  else await settleDemo(connection.db, false);
};

/** Prepares the search and the API document, because their first use would delay other requests. */
const warmUp = async (server: FastifyInstance): Promise<void> => {
  searchTexts('номер А123ВС77');
  await server.inject('/api/openapi.json');
};

/**
 * Opens and migrates the database, then listens. On SIGTERM it finishes requests, closes the database and exits with 0.
 * `opened` is called as soon as the database is open. `giveUp` is called when another process takes over the database.
 */
const run = async (
  config: Config,
  purpose: Purpose,
  now: () => Date,
  giveUp: (error: Error) => void,
  opened: (database: OpenDatabase) => void,
): Promise<Running> => {
  if (purpose === 'serve') await ensurePortFree(config);
  let server: FastifyInstance | undefined;
  const tell = (text: string) => (server ? server.log.warn(text) : console.log(text));
  const database = await openDatabase(config, { tell, giveUp });
  opened(database);
  // Only the text is logged, because the error object contains the whole connection object.
  const lost = (error: Error) => tell(`A database connection was lost: ${errorText(error)}`);
  const connection = connect(
    database.url,
    lost,
    ...shareOut(config.databaseConnections, jobSlots({ atOnce: config.jobsAtOnce })),
  );
  const close = async () => {
    await connection.close();
    await database.stop();
  };
  try {
    await prepare(connection, config, purpose);
    server = await buildApp({
      ...appOptions(config),
      now,
      connection,
      trouble: database.trouble,
      logger: loggerOptions(config.logLevel),
      jobs: { atOnce: config.jobsAtOnce, ...(purpose === 'work' && { from: 'onReady' }) },
      threadAfterMs: 15_000,
      release: close,
    });
    await server.ready();
    if (purpose === 'work') return { server };
    await warmUp(server);
    return { server, address: await server.listen({ port: config.port, host: config.host }) };
  } catch (error) {
    await close();
    throw listenFault(error, config);
  }
};

const howToBegin = ({ databaseUrl }: Config): string =>
  databaseUrl
    ? 'If there is no account yet: npm run create-admin -- <email>'
    : 'If there is no account yet, stop this, then: npm run create-admin -- <email>';

const welcome = (address: string, config: Config): string => [begun(address, config), ...config.warnings].join('\n');

const begun = (address: string, config: Config): string =>
  config.demo
    ? `Drivedesk is at ${address}/\nDemo accounts (their password is on the sign-in page and in README.md): ${demoAccounts.Accounts.map(account => account.Email).join(', ')}`
    : `Drivedesk is at ${address}/\nNot in demo mode (${config.demoOffBecause}): demo accounts are closed. ${howToBegin(config)}`;

const workFault = ({ databaseUrl }: Config): string | undefined =>
  databaseUrl
    ? undefined
    : 'The embedded database belongs to the server that runs it, which does the jobs itself. Set DATABASE_URL to work beside servers.';

/**
 * Returns the configuration. A worker ignores JOBS=0, because it may share an `.env` in which this value is meant for
 * servers.
 */
const configFor = (purpose: Purpose): Config => {
  const config = readConfig(readEnvironment());
  return purpose === 'work' && config.jobsAtOnce === 0 ? { ...config, jobsAtOnce: defaultJobs.atOnce } : config;
};

export const main = async (purpose: Purpose = 'serve', now = () => new Date()): Promise<void> => {
  const config = configFor(purpose);
  const fault = purpose === 'work' && workFault(config);
  if (fault) throw new Error(fault);
  let running: Running | undefined;
  let database: OpenDatabase | undefined;
  let ending = false;
  const stop = async () => {
    if (running) return running.server.close();
    console.log('Stopped before it was ready. The next start begins where this one would have.');
    await database?.stop();
  };
  const end = async (because?: Error) => {
    // A Ctrl+C arrives twice: from the terminal, and forwarded by npm.
    if (ending) return;
    ending = true;
    if (because) console.error(because.message);
    const late = await stop().then(() => undefined, errorText);
    if (late) console.error(late);
    process.exit(because || late ? 1 : 0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end());
  const giveUp = (error: Error) => void end(error);
  try {
    running = await run(config, purpose, now, giveUp, opened => {
      database = opened;
    });
  } catch (error) {
    // A process that is stopped while it starts closes its database, so the start fails. `end` then exits the process.
    if (!ending) throw error;
    return;
  }
  if (ending) return;
  const { address } = running;
  console.log(address ? welcome(address.replace('[::1]', 'localhost'), config) : 'Drivedesk does jobs.');
};
