import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { uploadRetentionHours } from '../../src/contract/limits.ts';
import { dayMs } from '../../src/schema/kinds/time.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/connect.ts';
import { defaultSettings } from '../domain/telemetry/settings.ts';

const pruneIntervalMs = 3_600_000;
const pruneFailuresIntervalMs = 60_000;
/** Maximum number of counters of failed sign-ins. A counter takes about a hundred bytes. */
const maxCounters = 200_000;
const deliveryLogDays = 30;
/** Key of the PostgreSQL advisory lock for the deletion of old rows. No other lock in the project has this key. */
const upkeepLockKey = 5_217_003;

/**
 * Deletes expired counters of failed sign-ins. Above the maximum number, also deletes the counters with the fewest
 * failures. So attempts from many addresses cannot fill the disk, and cannot unlock an account under attack.
 */
export const pruneTries = async (db: Db, now: Date, maxRows = maxCounters): Promise<void> => {
  // Rows that a sign-in is changing are skipped, so that the cleaning never waits for one. The next cleaning removes them.
  await sql`delete from sign_in_failure where key in (
    select key from sign_in_failure where window_ends_at <= ${now} for update skip locked)`.execute(db);
  await sql`delete from sign_in_failure where key in (
    select key from sign_in_failure order by tries, window_ends_at
    limit greatest(0, (select count(*) from sign_in_failure) - ${maxRows}) for update skip locked)`.execute(db);
};

/**
 * Runs `prune` for each company. The indexes begin with the company. In a distributed database all rows of a company
 * are on one node.
 */
const forEachCompany =
  (prune: (tx: Db, companyId: number) => Promise<unknown>) =>
  async (tx: Db): Promise<void> => {
    for (const { id } of await tx.selectFrom('company').select('id').execute()) await prune(tx, id);
  };

/**
 * Deletes outdated rows, so that no table grows for ever. The audit is kept.
 * Each table has its own transaction, because other transactions lock these tables in another order. If there are
 * several server processes, only one deletes at a time. After `signal` is aborted, the tables that are left stay as they
 * are.
 */
export const prune = async (db: Db, now: Date, messageDays = 90, signal?: AbortSignal): Promise<void> => {
  const timeBefore = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const deletions: readonly ((tx: Db) => Promise<unknown>)[] = [
    // Events are kept for a day. A client that was disconnected for longer than a day reloads everything.
    tx => tx.deleteFrom('event').where('at', '<', timeBefore(dayMs)).execute(),
    tx =>
      tx
        .deleteFrom('notification')
        .where('at', '<', timeBefore(90 * dayMs))
        .execute(),
    // Idempotency keys are kept for a week. Clients repeat a request within minutes, or after a weekend offline.
    tx =>
      tx
        .deleteFrom('idempotency_key')
        .where('created_at', '<', timeBefore(7 * dayMs))
        .execute(),
    tx => tx.deleteFrom('account_link').where('expires_at', '<', timeBefore(0)).execute(),
    // Expired sessions are kept for 180 days, because they still identify a browser.
    tx =>
      tx
        .deleteFrom('session')
        .where('expires_at', '<', timeBefore(180 * dayMs))
        .execute(),
    tx =>
      tx
        .deleteFrom('known_browser')
        .where('seen_at', '<', timeBefore(180 * dayMs))
        .execute(),
    forEachCompany((tx, id) =>
      tx
        .deleteFrom('ingest_message')
        .where('company_id', '=', id)
        .where('received_at', '<', timeBefore(messageDays * dayMs))
        .execute(),
    ),
    // Deletes quarantined messages that are already decided, and waiting messages that are too old for any voucher.
    forEachCompany((tx, id) =>
      tx
        .deleteFrom('quarantine')
        .where('company_id', '=', id)
        .where(({ eb, or }) =>
          or([
            eb('applied_at', '<', timeBefore(messageDays * dayMs)),
            eb('dropped_at', '<', timeBefore(messageDays * dayMs)),
            eb('received_at', '<', timeBefore(defaultSettings.beforeVoucherMs)),
          ]),
        )
        .execute(),
    ),
    forEachCompany((tx, id) =>
      tx
        .deleteFrom('webhook_delivery')
        .where('company_id', '=', id)
        .where('created_at', '<', timeBefore(deliveryLogDays * dayMs))
        .execute(),
    ),
    // The foreign key of the pieces deletes their bytes.
    forEachCompany((tx, id) =>
      tx
        .deleteFrom('image_upload')
        .where('company_id', '=', id)
        .where('created_at', '<', timeBefore(uploadRetentionHours * 3_600_000))
        .execute(),
    ),
    tx => tx.deleteFrom('job').where('expires_at', '<', timeBefore(0)).where('state', '<>', 'running').execute(),
    tx => tx.deleteFrom('bulk_change').where('expires_at', '<', timeBefore(0)).execute(),
    tx => tx.deleteFrom('import').where('expires_at', '<', timeBefore(0)).execute(),
    tx => pruneTries(tx, now),
  ];
  for (const deleteRows of deletions) {
    if (signal?.aborted) return;
    await db.transaction().execute(async tx => {
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${upkeepLockKey}) as mine`.execute(
        tx,
      );
      if (rows[0]?.mine) await deleteRows(tx);
    });
  }
};

/** Deletes outdated rows once when the server starts, and then every hour. */
export const registerUpkeep = (server: FastifyInstance, { db, now, log }: Context, messageDays?: number): void => {
  const timers: ReturnType<typeof setInterval>[] = [];
  const closing = new AbortController();
  // A server that stops loses its connections. The next start deletes the rows.
  const logFailure = (error: unknown) =>
    closing.signal.aborted || log.warn({ err: error }, 'old rows were not removed');
  const runUpkeep = () => void prune(db, now(), messageDays, closing.signal).catch(logFailure);
  server.addHook('onListen', async () => {
    timers.push(setInterval(runUpkeep, pruneIntervalMs).unref());
    timers.push(setInterval(() => void pruneTries(db, now()).catch(logFailure), pruneFailuresIntervalMs).unref());
    runUpkeep();
  });
  server.addHook('preClose', async () => {
    closing.abort();
    timers.forEach(clearInterval);
  });
};
