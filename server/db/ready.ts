import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { errorText, outageOf } from './outage.ts';

const everyMs = 500;

const placeOf = (url: string): string => (URL.canParse(url) && new URL(url).host) || 'DATABASE_URL';

/** One connection and back. The address must not be in what is said: it has the password in it. */
const tryOnce = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  await client.connect();
  await client.end();
};

/** Waits for a database that is not there yet: both may have been started at once, or it recovers from a crash. */
export const untilReady = async (url: string, waitMs: number, tell: (text: string) => void): Promise<void> => {
  const until = Date.now() + waitMs;
  for (let told = false; ; told = true) {
    try {
      return await tryOnce(url);
    } catch (error) {
      const outage = outageOf(error);
      if (!outage || outage === 'closed' || Date.now() + everyMs > until)
        throw new Error(`The database at ${placeOf(url)} cannot be used: ${errorText(error)}`, { cause: error });
      if (!told) tell(`Waiting for the database at ${placeOf(url)}: ${errorText(error)}`);
      await setTimeout(everyMs);
    }
  }
};
