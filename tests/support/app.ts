import type { FastifyInstance, InjectOptions } from 'fastify';
import { inject } from 'vitest';
import { type AppOptions, buildApp } from '../../server/app.ts';
import { type Connection, connect } from '../../server/db/connect.ts';
import { insurer } from '../../server/insurer.ts';
import { makeDatabase, patientLocksMs, patientLoopMs, patientReadsMs } from './database.ts';
import { noteExample } from './examples.ts';
import { makeGiven } from './given.ts';
import { watchStatements } from './statements.ts';
import { overSocket } from './testCluster.ts';

/** A clock that only moves on demand. */
export interface Clock {
  readonly now: () => Date;
  readonly set: (moment: string) => void;
  readonly forward: (seconds: number) => void;
}

const makeClock = (moment: string): Clock => {
  let at = new Date(moment);
  return {
    now: () => at,
    set: text => {
      at = new Date(text);
    },
    forward: seconds => {
      at = new Date(at.getTime() + seconds * 1000);
    },
  };
};

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they read of a response
  readonly body: any;
  readonly headers: Record<string, unknown>;
  readonly bytes: Buffer;
}

/** Asks again as long as a server that is too busy says "later", as clients do. */
export const untilTaken = async (work: () => Promise<Reply>): Promise<Reply> => {
  const reply = await work();
  return reply.status === 503 && reply.headers['retry-after'] !== undefined ? untilTaken(work) : reply;
};

export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  more?: InjectOptions,
) => Promise<Reply>;

export interface TestApp {
  readonly server: FastifyInstance;
  readonly connection: Connection;
  readonly clock: Clock;
  readonly given: ReturnType<typeof makeGiven>;
  /** Calls without a token. */
  readonly anonymous: Call;
  /** Calls with this bearer token, which is a session's token or a platform's key. */
  readonly as: (token: string, language?: 'ru' | 'en') => Call;
  readonly databaseUrl: string;
  /** Makes the database unavailable, as a crash of its server would. */
  readonly loseDatabase: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const makeCall =
  (server: FastifyInstance, token: string | undefined, language: string): Call =>
  async (method, url, body, more = {}) => {
    const headers = {
      'accept-language': language,
      ...(token && { authorization: `Bearer ${token}` }),
      ...more.headers,
    };
    const payload = more.payload ?? (body === undefined ? undefined : (body as object));
    const reply = await server.inject({ method, url, ...more, headers, ...(payload !== undefined && { payload }) });
    const json = String(reply.headers['content-type'] ?? '').includes('json');
    const folder = process.env.RECORD_EXAMPLES;
    if (folder && json && reply.statusCode < 300) await noteExample(folder, { method, url, payload }, reply.json());
    return {
      status: reply.statusCode,
      body: json ? reply.json() : reply.body,
      headers: reply.headers,
      bytes: reply.rawPayload,
    };
  };

/**
 * Opens a server on its own fresh database. Close it after the file's tests. `migration`: additional SQL for its
 * schema.
 */
export const openTestApp = async (
  moment = '2026-01-15T12:00:00.000Z',
  more: Partial<AppOptions> = {},
  migration = '',
  readLimitMs = patientReadsMs,
  lockLimitMs = patientLocksMs,
): Promise<TestApp> => {
  const {
    url: databaseUrl,
    drop,
    differingCopies,
  } = await makeDatabase(inject('databaseServer'), inject('databaseWorkers'));
  const connection = connect(
    overSocket(databaseUrl, inject('databaseSocket')),
    () => {},
    24,
    undefined,
    readLimitMs,
    lockLimitMs,
  );
  if (migration) {
    const client = await connection.pool.connect();
    await client.query(migration);
    // The migration may change settings, which only new connections have.
    client.release(true);
  }
  // A busy machine may wait longer than five seconds for a connection, so the limit is raised.
  for (const pool of [connection.pool, connection.reads.pool, connection.streams])
    pool.options.connectionTimeoutMillis = patientLoopMs;
  const watched = [connection.pool, connection.reads.pool, connection.streams].map(watchStatements);
  let lost = false;
  const clock = makeClock(moment);
  const server = await buildApp({
    ...insurer,
    // Checks by the wall clock are left out, because they would add their findings to whichever test runs at that
    // minute. Tests of a check run it themselves.
    modules: insurer.modules.map(module => ({ ...module, scheduled: [] })),
    connection,
    now: clock.now,
    threadScript: inject('threadScript'),
    loopDelayMs: patientLoopMs,
    // The queue sends letters. A server that does not listen starts the queue only on demand.
    ...(more.mail && { jobs: { startHook: 'onReady' as const } }),
    logger: process.env.TEST_LOG ? { level: process.env.TEST_LOG } : false,
    ...more,
  });
  await server.ready();
  return {
    server,
    connection,
    clock,
    given: makeGiven(connection.db, clock.now),
    anonymous: makeCall(server, undefined, 'ru'),
    as: (token, language = 'ru') => makeCall(server, token, language),
    databaseUrl,
    loseDatabase: async () => {
      lost = true;
      await drop();
    },
    close: async () => {
      await server.close();
      await connection.close();
      const differing = lost ? [] : await differingCopies();
      await drop();
      const faults = [
        ...watched.flatMap(acrossPlaces => acrossPlaces()),
        ...differing.map(table => `copies of ${table} differ`),
      ];
      if (faults.length > 0)
        throw new Error(`Not for a cluster (see "placements" of the migrations):\n${faults.join('\n\n')}`);
    },
  };
};
