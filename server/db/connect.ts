import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg, { type Pool } from 'pg';
import { guardParser, watchAnswers } from './client.ts';
import { outageOf } from './outage.ts';
import { preparing } from './prepared.ts';
import { applySessionSettings, type SessionSettings, sessionSettings } from './session.ts';
import type { Database } from './types.ts';

/** Allocates a megabyte on the database's disk and frees it at once. */
const probeStatement = 'create temporary table drivedesk_probe on commit drop as select generate_series(1, 30000) as n';

interface DatabaseCheck {
  /** Receives the error of every failed statement. */
  readonly noteError: (error: unknown) => void;
  /**
   * Checks that the database answers and, if a write was refused before, that it accepts writes again. Otherwise
   * rejects.
   */
  readonly check: () => Promise<void>;
}

/**
 * Checks that the database works. With a full disk it still reads, so only failed writes show the problem, and only a
 * successful write shows its end.
 */
const createDatabaseCheck = (pool: Pool): DatabaseCheck => {
  let writesRefused = false;
  let runningCheck: Promise<void> | undefined;
  const checkOnce = async () => {
    await pool.query('select 1');
    if (!writesRefused) return;
    await pool.query(probeStatement);
    writesRefused = false;
  };
  return {
    noteError: error => {
      if (['diskFull', 'readOnly', 'storage'].includes(outageOf(error) ?? '')) writesRefused = true;
    },
    // Concurrent callers share one check, because anyone may call it without a token.
    check: () => {
      runningCheck ??= checkOnce().finally(() => {
        runningCheck = undefined;
      });
      return runningCheck;
    },
  };
};

export type Db = Kysely<Database>;

export interface Connection {
  readonly pool: pg.Pool;
  readonly db: Db;
  /** Queries of the same pool with prepared statements, for work that repeats few statements: messages and trips. */
  readonly preparedDb: Db;
  /**
   * Pool for lists and searches. All reads of one request together may take `limitMs`. Changes use another pool, so no
   * change waits for a read.
   */
  readonly reads: { readonly pool: pg.Pool; readonly db: Db; readonly limitMs: number };
  /** Pool for whole lists. A connection is in use until the client has read the whole list. */
  readonly streams: pg.Pool;
  /**
   * Checks that the database answers and, if a write was refused before, that it accepts writes again. Otherwise
   * rejects.
   */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Converts PostgreSQL's UTC timestamptz text, `2026-01-15 09:30:00.123+00`, to ISO 8601: `2026-01-15T09:30:00.123Z`.
 * Throws for another time zone. The session has then lost its settings, and dates computed in SQL would be wrong too.
 */
export const isoMoment = (text: string): string => {
  if (/[+-]\d\d(:\d\d)*$/.test(text) && !text.endsWith('+00'))
    throw new Error(`The session of the database has lost its settings: ${text} is not in UTC.`);
  const dot = text.indexOf('.');
  const seconds = text.slice(11, 19);
  const millis =
    dot < 0
      ? '000'
      : text
          .slice(dot + 1, text.length - 3)
          .padEnd(3, '0')
          .slice(0, 3);
  return `${text.slice(0, 10)}T${seconds}.${millis}Z`;
};

/** Type ids of arrays, which the library does not name. */
const [int4Array, int8Array] = [1007, 1016];

const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, Number);
typeParsers.setTypeParser(int8Array, pg.types.getTypeParser(int4Array));
typeParsers.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoMoment);
typeParsers.setTypeParser(pg.types.builtins.DATE, text => text);

const closeTimeoutMs = 2000;

/** Time limit of a list or search on the database, ms. */
export const readLimitMs = 2000;

/**
 * Time limit of a wait for a lock, ms. It is shorter than the wait for a connection, because waiting statements hold
 * connections that readers need.
 */
export const lockLimitMs = 3000;

interface PoolLimits {
  readonly connections: number;
  readonly statementMs: number;
  readonly idleInTransactionMs: number;
  readonly settings?: SessionSettings;
  /**
   * Returns whether the database answers another connection. A statement without an answer then waits on, and fails
   * otherwise. Absent: it fails some time after its time limit.
   */
  readonly isAnswering?: () => Promise<boolean>;
}

/** Silence of the database during a statement after which the server checks that the database answers, ms. */
const silenceLimitMs = 10_000;

/** Time that the database has to report a statement that exceeded its time limit, ms. */
const answerReserveMs = 1000;

export const openPool = (
  connectionString: string,
  { connections, statementMs, idleInTransactionMs, settings = {}, isAnswering }: PoolLimits,
): pg.Pool => {
  const answerWatch = isAnswering
    ? { silenceMs: silenceLimitMs, isAnswering }
    : { silenceMs: statementMs + answerReserveMs, isAnswering: async () => false };
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    types: typeParsers,
    connectionTimeoutMillis: 5000,
    // Keepalive packets detect a host that vanished, because such a host closes no connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: client => {
      guardParser(client);
      watchAnswers(client, answerWatch);
      // A busy client's error fails its statements, which report it, but without a listener it would end the process.
      client.on('error', () => {});
      return applySessionSettings(client, {
        ...sessionSettings,
        statement_timeout: String(statementMs),
        lock_timeout: String(lockLimitMs),
        idle_in_transaction_session_timeout: String(idleInTransactionMs),
        ...settings,
      });
    },
  });
  // An idle client's error comes here, and would end the process or the thread too. The pool has dropped the client.
  pool.on('error', () => {});
  return pool;
};

/** Minimum size of the pool for ordinary calls: two connections listen (events and jobs), and one does the work. */
const minPoolSize = 3;

/**
 * Connections reserved for the check that the database works. It must not wait behind the requests of a busy server.
 */
const checkConnections = 1;
/** Time limit of the check that the database works, ms. */
const checkLimitMs = 5000;

/**
 * Returns the number of connections in the pool for lists and searches. `size`: number of connections for ordinary
 * calls.
 */
const readPoolSize = (size: number): number => Math.ceil(size / 2);

/**
 * Minimum number of connections that `divideConnections` can divide. `fileThreadConnections`: connections for the
 * threads that write files.
 */
export const minConnections = (fileThreadConnections: number): number =>
  minPoolSize + readPoolSize(minPoolSize) + 1 + checkConnections + fileThreadConnections;

/**
 * Divides a number of connections among the pools, in the order of `connect`'s parameters. Of 28 connections, 13 go to
 * ordinary calls, 7 to reads, 4 to streams and one to the check.
 * `fileThreadConnections`: connections for the threads that write files, one each.
 */
export const divideConnections = (
  connections: number,
  fileThreadConnections: number,
): readonly [size: number, streamConnections: number] => {
  const dividedConnections = connections - checkConnections - fileThreadConnections;
  const streamConnections = Math.max(1, Math.min(4, Math.floor(dividedConnections / 6)));
  return [Math.max(minPoolSize, Math.floor(((dividedConnections - streamConnections) * 2) / 3)), streamConnections];
};

/** Opens pools on a PostgreSQL server, embedded or not. `size`: connections for ordinary calls. */
export const connect = (
  connectionString: string,
  onError: (error: Error) => void,
  size = 16,
  streamConnections = 4,
  readsLimitMs = readLimitMs,
  lockMs = lockLimitMs,
): Connection => {
  const checks = openPool(connectionString, {
    connections: checkConnections,
    statementMs: checkLimitMs,
    idleInTransactionMs: checkLimitMs,
  });
  const { noteError, check } = createDatabaseCheck(checks);
  // An error that PostgreSQL reports, such as a full disk, is an answer.
  const isAnswering = () =>
    check().then(
      () => true,
      error => error instanceof pg.DatabaseError,
    );
  const pool = openPool(connectionString, {
    isAnswering,
    connections: size,
    statementMs: 60_000,
    idleInTransactionMs: 60_000,
    settings: { lock_timeout: String(lockMs) },
  });
  const reads = openPool(connectionString, {
    isAnswering,
    connections: readPoolSize(size),
    statementMs: readsLimitMs,
    idleInTransactionMs: 10_000,
    // With too little memory for a query, PostgreSQL's bitmap holds pages instead of rows. Every row of these pages
    // must then be checked again.
    settings: { work_mem: '16MB', jit: 'off' },
  });
  // Drivedesk disconnects a client that stops reading long before `idleInTransactionMs` ends the transaction.
  const streams = openPool(connectionString, {
    isAnswering,
    connections: streamConnections,
    statementMs: 20_000,
    idleInTransactionMs: 60_000,
  });
  const pools = [pool, reads, streams, checks];
  const endedByClient = new Map<pg.PoolClient, Promise<unknown>>();
  for (const eachPool of pools) {
    eachPool.on('error', onError);
    eachPool.on('connect', client => {
      endedByClient.set(
        client,
        new Promise(resolve => client.once('end', resolve)).finally(() => endedByClient.delete(client)),
      );
    });
  }
  const openDb = (kyselyPool: PostgresPool): Db =>
    new Kysely<Database>({
      dialect: new PostgresDialect({ pool: kyselyPool }),
      log: event => {
        if (event.level === 'error') noteError(event.error);
      },
    });
  const [db, preparedDb] = [openDb(pool), openDb(preparing(pool))];
  const readsDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: reads }) });
  const endPools = async () => {
    const allEnded = Promise.all(endedByClient.values());
    // Closes the pools directly, because Kysely's `destroy` leaves a pool open that has run no statement.
    await Promise.all(pools.map(eachPool => eachPool.end()));
    // Waits until the connections are closed, because a database that stops earlier would report them as lost.
    await Promise.race([allEnded, setTimeout(closeTimeoutMs, undefined, { ref: false })]);
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= endPools();
    return closing;
  };
  return { pool, db, preparedDb, reads: { pool: reads, db: readsDb, limitMs: readsLimitMs }, streams, check, close };
};
