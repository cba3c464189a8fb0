import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { type Connection, connect } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { demoAccounts, ensureDemo } from './demo/start.ts';
import { readEnvironment } from './environment.ts';
import { loggerOptions } from './logger.ts';
import { makeMailer } from './mail/mailer.ts';

interface Running {
  readonly server: FastifyInstance;
  readonly address: string;
}

const prepare = async (connection: Connection, config: Config): Promise<void> => {
  await migrate(connection.db);
  if (config.demo) await ensureDemo(connection, text => console.log(text));
};

/** Opens the database, brings it up to date, listens. On SIGTERM: finishes requests, closes the database, exits 0. */
export const run = async (config: Config): Promise<Running> => {
  const database = await openDatabase(config);
  let server: FastifyInstance | undefined;
  const lost = (error: Error) => server?.log.error({ err: error }, 'lost a database connection');
  const connection = connect(database.url, lost, undefined, config.largeLists);
  const close = async () => {
    await connection.close();
    await database.stop();
  };
  try {
    await prepare(connection, config);
    server = await buildApp({
      connection,
      now: () => new Date(),
      logger: loggerOptions(config.logLevel),
      site: config,
      mail: makeMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder: join(config.dataDir, 'mail') }),
      ...(existsSync(join(config.cabinetDir, 'index.html')) && { cabinet: config.cabinetDir }),
      ...(config.demo && { demo: demoAccounts }),
      trustProxy: config.trustProxy,
      release: close,
    });
    return { server, address: await server.listen({ port: config.port, host: config.host }) };
  } catch (error) {
    await close();
    throw error;
  }
};

const welcome = (address: string, config: Config): string =>
  config.demo
    ? `Drivedesk is at ${address}/\nDemo accounts (password ${demoAccounts.Password}): ${demoAccounts.Accounts.map(account => account.Email).join(', ')}`
    : `Drivedesk is at ${address}/\nMake the first account with: npm run create-admin -- <email>`;

export const main = async (): Promise<void> => {
  const config = readConfig(readEnvironment());
  const { server, address } = await run(config);
  console.log(welcome(address.replace('[::1]', 'localhost'), config));
  const stop = async () => {
    await server.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
};
