import { setTimeout } from 'node:timers/promises';
import { openClient } from './client.ts';
import { errorText, outageOf } from './outage.ts';

const everyMs = 500;

const placeOf = (url: string): string => (URL.canParse(url) && new URL(url).host) || 'DATABASE_URL';

/** Advice for the person who set DATABASE_URL. */
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
const tryOnce = async (url: string): Promise<void> => {
  const client = await openClient({ connectionString: url });
  await client.end();
};

/** Waits for a database that is not up yet. It may be starting together with this server or recovering from a crash. */
export const untilReady = async (url: string, waitMs: number, tell: (text: string) => void): Promise<void> => {
  const until = Date.now() + waitMs;
  for (let announced = false; ; announced = true) {
    try {
      return await tryOnce(url);
    } catch (error) {
      const outage = outageOf(error);
      if (!outage || outage === 'closed' || Date.now() + everyMs > until)
        throw new Error(`The database at ${placeOf(url)} cannot be used: ${errorText(error)}. ${adviceOn(error)}`, {
          cause: error,
        });
      if (!announced) tell(`Waiting ${waitMs / 1000} s for the database at ${placeOf(url)}: ${errorText(error)}`);
      await setTimeout(everyMs);
    }
  }
};
