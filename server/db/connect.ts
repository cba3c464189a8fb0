import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { makeCheck } from './check.ts';
import type { Database } from './types.ts';

export type Db = Kysely<Database>;

export interface Connection {
  readonly pool: pg.Pool;
  readonly db: Db;
  /** Connections for lists and searches: no statement takes longer than `readLimitMs`, and no change waits for one. */
  readonly reads: { readonly pool: pg.Pool; readonly db: Db };
  /** Connections for whole lists, each held for as long as its reader takes. */
  readonly streams: pg.Pool;
  /** Rejects unless the database answers, and takes writing again if it has lately refused it. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Text of a timestamptz in UTC, `2026-01-15 09:30:00.123+00`, as the wire wants it: `2026-01-15T09:30:00.123Z`. */
const isoMoment = (text: string): string => {
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

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoMoment);
types.setTypeParser(pg.types.builtins.DATE, text => text);

const closedWithinMs = 2000;

/** Longest that one question of a list or a search works on the database. */
export const readLimitMs = 2000;

/** Shorter than anybody waits for a connection: who waits for a lock must not keep those out who only read. */
const lockLimitMs = 3000;

interface Limits {
  readonly connections: number;
  readonly statementMs: number;
  readonly idleInTransactionMs: number;
}

export const openPool = (
  connectionString: string,
  { connections, statementMs, idleInTransactionMs }: Limits,
): pg.Pool =>
  new pg.Pool({
    connectionString,
    max: connections,
    types,
    connectionTimeoutMillis: 5000,
    // A machine that is gone does not say so.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Moments are parsed as UTC text; plans of parametrised statements are kept per connection. A scan that is left after
    // a few rows gives the same ones each time.
    options: `-c TimeZone=UTC -c statement_timeout=${statementMs} -c lock_timeout=${lockLimitMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs} -c synchronize_seqscans=off`,
  });

/**
 * Shares a number of connections out, in the order that `connect` takes them: of 28, 14 and half as many for reads, 4 for
 * streams; `kept` are left to the threads that write files, one for each.
 */
export const shareOut = (connections: number, kept: number): readonly [size: number, streamConnections: number] => {
  const streamConnections = Math.max(1, Math.min(4, Math.floor(connections / 7)));
  return [Math.floor((Math.max(2, connections - streamConnections - kept) * 2) / 3), streamConnections];
};

/** Opens pools on a PostgreSQL server, embedded or not: nothing behind this knows which. `size` is that of ordinary calls. */
export const connect = (
  connectionString: string,
  onError: (error: Error) => void,
  size = 16,
  streamConnections = 4,
): Connection => {
  const pool = openPool(connectionString, { connections: size, statementMs: 60_000, idleInTransactionMs: 60_000 });
  const reads = openPool(connectionString, {
    connections: Math.ceil(size / 2),
    statementMs: readLimitMs,
    idleInTransactionMs: 10_000,
  });
  // A reader that takes nothing is cut by the server long before the database ends its transaction.
  const streams = openPool(connectionString, {
    connections: streamConnections,
    statementMs: 20_000,
    idleInTransactionMs: 60_000,
  });
  const open = new Map<pg.PoolClient, Promise<unknown>>();
  for (const each of [pool, reads, streams]) {
    each.on('error', onError);
    each.on('connect', client => {
      // The pool listens to those that lie idle. One that is lost while it is out fails the statements sent by it, and that
      // is where it is told; but an error that nobody listens to ends the process.
      client.on('error', () => {});
      open.set(
        client,
        new Promise(resolve => client.once('end', resolve)).finally(() => open.delete(client)),
      );
    });
  }
  const check = makeCheck(pool);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: event => {
      if (event.level === 'error') check.saw(event.error);
    },
  });
  const readsDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: reads }) });
  const end = async () => {
    const gone = Promise.all(open.values());
    await Promise.all([db.destroy(), readsDb.destroy(), streams.end()]);
    // The pool forgets connections before they are closed: a database stopped in between would count them as lost.
    await Promise.race([gone, setTimeout(closedWithinMs, undefined, { ref: false })]);
  };
  let ended: Promise<void> | undefined;
  const close = () => {
    ended ??= end();
    return ended;
  };
  return { pool, db, reads: { pool: reads, db: readsDb }, streams, check: check.run, close };
};
