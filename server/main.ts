import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { type Connection, connect, shareOut } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { errorText } from './db/outage.ts';
import { settleDemo } from './demo/mode.ts';
import { demoAccounts, ensureDemo } from './demo/start.ts';
import { readEnvironment } from './environment.ts';
import { loggerOptions } from './logger.ts';
import { makeMailer } from './mail/mailer.ts';
import { ensurePortFree, listenFault } from './port.ts';

interface Running {
  readonly server: FastifyInstance;
  readonly address: string;
}

const prepare = async (connection: Connection, config: Config): Promise<void> => {
  await migrate(connection.db);
  if (config.demo) await ensureDemo(connection, text => console.log(text));
  else await settleDemo(connection.db, false);
};

/**
 * Opens the database, brings it up to date, listens. On SIGTERM: finishes requests, closes the database, exits 0.
 * `giveUp` is called when the database is another's from now on.
 */
const run = async (config: Config, giveUp: (error: Error) => void): Promise<Running> => {
  await ensurePortFree(config);
  let server: FastifyInstance | undefined;
  const tell = (text: string) => (server ? server.log.warn(text) : console.log(text));
  const database = await openDatabase(config, { tell, giveUp });
  // Not the error itself: it has the whole connection in it.
  const lost = (error: Error) => tell(`A database connection was lost: ${errorText(error)}`);
  const connection = connect(database.url, lost, ...shareOut(config.databaseConnections));
  const close = async () => {
    await connection.close();
    await database.stop();
  };
  try {
    await prepare(connection, config);
    server = await buildApp({
      connection,
      trouble: database.trouble,
      now: () => new Date(),
      logger: loggerOptions(config.logLevel),
      site: config,
      mail: makeMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder: join(config.dataDir, 'mail') }),
      ...(existsSync(join(config.cabinetDir, 'index.html')) && { cabinet: config.cabinetDir }),
      ...(config.demo && { demo: demoAccounts }),
      trustProxy: config.trustProxy,
      metrics: config.metrics,
      release: close,
    });
    return { server, address: await server.listen({ port: config.port, host: config.host }) };
  } catch (error) {
    await close();
    throw listenFault(error, config);
  }
};

const howToBegin = ({ databaseUrl }: Config): string =>
  databaseUrl
    ? 'Make the first account with: npm run create-admin -- <email>'
    : 'Make the first account while this is stopped, with: npm run create-admin -- <email>';

const welcome = (address: string, config: Config): string =>
  config.demo
    ? `Drivedesk is at ${address}/\nDemo accounts (password ${demoAccounts.Password}): ${demoAccounts.Accounts.map(account => account.Email).join(', ')}`
    : `Drivedesk is at ${address}/\nNot in demo mode (${config.demoOffBecause}): demo accounts are closed. ${howToBegin(config)}`;

export const main = async (): Promise<void> => {
  const config = readConfig(readEnvironment());
  let running: Running | undefined;
  const end = async (because?: Error) => {
    if (because) console.error(because.message);
    const late = await running?.server.close().then(() => undefined, errorText);
    if (late) console.error(late);
    process.exit(because || late ? 1 : 0);
  };
  running = await run(config, error => void end(error));
  console.log(welcome(running.address.replace('[::1]', 'localhost'), config));
  process.once('SIGTERM', () => void end());
  process.once('SIGINT', () => void end());
};
