import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/connect.ts';

const everyMs = 3_600_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Any number that nothing else locks by. */
const upkeepLock = 5_217_003;

/**
 * Removes what nobody asks for any more, so that no table grows for ever; the audit is kept. Of several server processes
 * one works at a time.
 */
export const prune = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async tx => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${upkeepLock}) as mine`.execute(tx);
    if (!rows[0]?.mine) return;
    const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
    // Who was away from the stream longer reads everything anew.
    await tx.deleteFrom('event').where('at', '<', before(dayMs)).execute();
    await tx
      .deleteFrom('notification')
      .where('at', '<', before(90 * dayMs))
      .execute();
    // A request is repeated within minutes, or after a weekend without a network.
    await tx
      .deleteFrom('idempotency_key')
      .where('created_at', '<', before(7 * dayMs))
      .execute();
    // The last hour's are counted.
    await tx
      .deleteFrom('account_link')
      .where('expires_at', '<', before(0))
      .where('created_at', '<', before(hourMs))
      .execute();
    // By them a browser is known again, long after it was signed out.
    await tx
      .deleteFrom('session')
      .where('expires_at', '<', before(180 * dayMs))
      .execute();
    // The last, since somebody may wait for one of these.
    await tx.deleteFrom('sign_in_failure').where('window_ends_at', '<', before(0)).execute();
  });

/** Once when the server begins, and every hour. */
export const registerUpkeep = (server: FastifyInstance, { db, now, log }: Context): void => {
  let timer: ReturnType<typeof setInterval> | undefined;
  const work = () => void prune(db, now()).catch(error => log.warn({ err: error }, 'old rows were not removed'));
  server.addHook('onListen', async () => {
    timer = setInterval(work, everyMs).unref();
    work();
  });
  server.addHook('preClose', async () => clearInterval(timer));
};
