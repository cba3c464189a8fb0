import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { appOptions } from '../../server/appOptions.ts';
import { readConfig } from '../../server/config.ts';
import { connect, divideConnections } from '../../server/db/connect.ts';
import { jobSlots } from '../../server/engine/jobs/queue.ts';
import { loggerOptions } from '../../server/process/logger.ts';
import { ensurePortFree, freePort } from '../../server/process/port.ts';
import { patientLocksMs, patientLoopMs, patientReadsMs } from './database.ts';

/** A server for journeys, in this process or in its own. */
export interface Served {
  readonly address: string;
  readonly dataDir: string;
  /** Absent: the database is in `dataDir`. */
  readonly databaseUrl?: string;
  /** Shuts down gracefully: open requests are answered first. */
  readonly stop: () => Promise<unknown>;
  /** Ends without warning: every connection is cut. */
  readonly kill: () => Promise<void>;
  /** Restarts the server on the same data and port. */
  readonly again: () => Promise<Served>;
}

const serveAt = async (
  databaseUrl: string,
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  port: number,
): Promise<Served> => {
  const settings = { DEMO: '1', LOG_LEVEL: 'error', DATA_DIR: dataDir, PORT: String(port), ...environment };
  const config = readConfig(settings);
  const connection = connect(
    databaseUrl,
    () => {},
    ...divideConnections(config.databaseConnections, jobSlots({ jobsPerCompanyMax: config.jobsAtOnce })),
    patientReadsMs,
    patientLocksMs,
  );
  const server = await buildApp({
    ...appOptions(config),
    connection,
    threadScript: inject('threadScript'),
    loopDelayMs: patientLoopMs,
    logger: loggerOptions(config.logLevel),
    release: connection.close,
  });
  await server.listen({ port, host: config.host });
  const stop = () => server.close();
  return {
    address: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl,
    stop,
    kill: async () => {
      server.server.close();
      server.server.closeAllConnections();
      await stop();
    },
    again: () => serveAt(databaseUrl, dataDir, environment, port),
  };
};

let usualPort: number | undefined;

/**
 * Consecutive files use the same port, because browsers cache compiled scripts by address. Another build of the cabinet
 * gets its own port, because its scripts have the same names.
 */
const portFor = async ({ PORT, CABINET_DIR }: Readonly<Record<string, string>>): Promise<number> => {
  if (PORT !== undefined) return Number(PORT);
  if (CABINET_DIR !== undefined) return freePort();
  usualPort ??= await freePort();
  const port = usualPort;
  return ensurePortFree({ port, host: '127.0.0.1' }).then(() => port, freePort);
};

/**
 * Starts Drivedesk in this process on an empty folder. A separate process would load every module again. Tests that
 * need a process use running.ts.
 */
export const serveHere = async (
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Served> =>
  serveAt(databaseUrl, await mkdtemp(join(tmpdir(), 'drivedesk-journey-')), environment, await portFor(environment));

/** Stops the server and deletes its folder. */
export const endServed = async (server: Served): Promise<void> => {
  await server.stop();
  await rm(server.dataDir, { recursive: true, force: true });
};
