import { setTimeout } from 'node:timers/promises';
import { openClient } from './client.ts';
import { errorText, isUnavailable, outageOf } from './outage.ts';

const retryIntervalMs = 500;

const hostOf = (url: string): string => (URL.canParse(url) && new URL(url).host) || 'DATABASE_URL';

const adviceOn = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  if (code === 'ECONNREFUSED')
    return 'Nothing listens there: start PostgreSQL, or mend address and port in DATABASE_URL.';
  if (code === 'ENOTFOUND') return 'No machine is known by that name: mend it in DATABASE_URL.';
  if (code === '3D000') return 'Make it with createdb, or name another in DATABASE_URL.';
  if (typeof code === 'string' && code.startsWith('28')) return 'Mend user and password in DATABASE_URL.';
  if (typeof code === 'string' && /CERT|SIGNATURE|ERR_TLS/.test(code))
    return 'Name its authority with sslrootcert=<file> in DATABASE_URL, and the host as its certificate does (docs/operations.md).';
  return 'Look at its log and at DATABASE_URL.';
};

/** Connects once. Error messages must not contain the URL, because it holds the password. */
const connectOnce = async (url: string): Promise<void> => {
  const client = await openClient({ connectionString: url });
  await client.end();
};

/**
 * Time that a start of the server waits for the database, ms. The database may be starting at the same time, or
 * recovering from a crash.
 */
export const startWaitMs = 30_000;

interface OutageWait {
  readonly waitMs: number;
  /** Ends the waiting with the last error. */
  readonly signal?: AbortSignal | undefined;
  readonly database: string;
  readonly log: (text: string) => void;
}

/** Repeats `work` while the database is unavailable. Throws any other error, and the last one after `waitMs`. */
const waitThroughOutage = async <Result>(
  { waitMs, signal, database, log }: OutageWait,
  work: () => Promise<Result>,
): Promise<Result> => {
  const deadlineMs = Date.now() + waitMs;
  for (let announced = false; ; announced = true) {
    try {
      return await work();
    } catch (error) {
      const isOver = signal?.aborted || Date.now() + retryIntervalMs > deadlineMs;
      if (!isUnavailable(error) || outageOf(error) === 'closed' || isOver) throw error;
      if (!announced) log(`Waiting ${waitMs / 1000} s for ${database}: ${errorText(error)}`);
      await setTimeout(retryIntervalMs);
    }
  }
};

/**
 * Runs a part of the start that reads the database. Repeats it while the database is unavailable, for up to
 * `startWaitMs`.
 */
export const retryDuringOutage = async <Result>(
  log: (text: string) => void,
  work: () => Promise<Result>,
): Promise<Result> =>
  waitThroughOutage({ waitMs: startWaitMs, database: 'the database', log }, work).catch((cause: unknown) => {
    throw isUnavailable(cause) ? new Error(`The database cannot be used: ${errorText(cause)}.`, { cause }) : cause;
  });

export const waitForDatabase = async (
  url: string,
  waitMs: number,
  log: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> => {
  const database = `the database at ${hostOf(url)}`;
  await waitThroughOutage({ waitMs, signal, database, log }, () => connectOnce(url)).catch((cause: unknown) => {
    throw new Error(`The database at ${hostOf(url)} cannot be used: ${errorText(cause)}. ${adviceOn(cause)}`, {
      cause,
    });
  });
};
