import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Dispatcher, JobKey } from '../../engine/jobs/define.ts';
import { notify } from '../../engine/notifications/service.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import type { Tx } from '../../transaction.ts';
import { localeOf } from '../account/service.ts';
import { type Posted, post } from './posting.ts';
import { webhookTask } from './queue.ts';
import {
  type DueDelivery,
  expire,
  type LeasedWebhook,
  leaseWebhook,
  nextDue,
  release,
  renew,
  wakeDue,
} from './repository.ts';
import { signedHeaders } from './signing.ts';

const entity = 'webhook';

const managersOf = (tx: Tx, companyId: number) =>
  tx.db
    .selectFrom('account')
    .select(['id', 'email', 'locale'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`roles && array['MANAGER', 'SUPERUSER']`)
    .where('blocked_at', 'is', null)
    .execute();

/** Turns a webhook off after too many failures. Notifies the company's managers in the cabinet and by mail. */
const turnOff = async ({ site }: Context, tx: Tx, { companyId, id, url }: LeasedWebhook, at: Date): Promise<void> => {
  await sql`update webhook set state = 'off', version = version + 1 where company_id = ${companyId} and id = ${id}`.execute(
    tx.db,
  );
  await tx.audit({
    entity,
    entityId: id,
    action: 'off',
    changes: [{ field: 'State', before: 'active', after: 'off' }],
  });
  tx.emit('record', { Resource: 'webhooks', Id: id, Action: 'off', ActorId: null });
  const managers = await managersOf(tx, companyId);
  for (const manager of managers) await notify(tx, manager.id, { companyId, kind: 'webhookOff', at, text: url });
  for (const { email, ...account } of managers)
    await queueLetter(
      tx,
      writeLetter('webhookOff', {
        to: email,
        locale: localeOf(account),
        values: { url },
        url: `${site.publicUrl}/cabinet/admin/webhooks/${id}/`,
      }),
    );
};

/** Number of failures in a row after which a webhook is turned off. */
export const maxFailuresInRow = 50;
/**
 * Pauses after the first failures in a row, seconds. Later pauses last `longestPauseS`. So 50 failures take a day,
 * which is also the time for which a delivery is retried.
 */
const pausesS = [5, 15, 30, 60, 120, 300, 600, 900] as const;
const longestPauseS = 35 * 60;

/** Time of the next attempt after a number of failures. */
export const retryAt = (at: Date, failures: number): Date =>
  new Date(at.getTime() + (pausesS[failures - 1] ?? longestPauseS) * 1000);

const written = ({ status, durationMs, answer, fault }: Posted, at: Date) => ({
  fault: fault ?? '',
  response_code: status,
  duration_ms: durationMs,
  answer_beginning: answer,
  attempted_at: at,
});

// Locks the webhook before its delivery, as the transactions that remove or resume a webhook do, so that no deadlock
// occurs.

/** Stores a successful delivery. A delivery that was meanwhile scheduled again stays scheduled. */
const noteDelivered = ({ db }: Context, held: LeasedWebhook, { id, version }: DueDelivery, posted: Posted, at: Date) =>
  db.transaction().execute(async trx => {
    await sql`update webhook set failures_in_row = 0, quiet_until = null, last_delivered_at = ${at}
      where company_id = ${held.companyId} and id = ${held.id}`.execute(trx);
    await trx
      .updateTable('webhook_delivery')
      .set(({ eb }) => ({
        ...written(posted, at),
        state: 'delivered',
        attempts: eb('attempts', '+', 1),
        next_attempt_at: null,
        version: eb('version', '+', 1),
      }))
      .where('company_id', '=', held.companyId)
      .where('id', '=', id)
      .where('version', '=', version)
      .execute();
  });

/**
 * Stores a failed delivery. It is retried later, or given up after a day. The webhook pauses, and is turned off after
 * too many failures.
 */
const noteFailed = (
  context: Context,
  held: LeasedWebhook,
  due: DueDelivery,
  posted: Posted,
  at: Date,
): Promise<void> => {
  const { companyId } = held;
  const author = { companyId, accountId: null, name: 'Drivedesk', requestId: null, at };
  return inTransaction(context.db, author, async tx => {
    const failures = held.failuresInRow + 1;
    const { numAffectedRows: ours } =
      await sql`update webhook set failures_in_row = ${failures}, quiet_until = ${retryAt(at, failures)}
      where company_id = ${companyId} and id = ${held.id} and lease = ${held.lease}::uuid`.execute(tx.db);
    const next = retryAt(at, due.attempts + 1);
    const again = next.getTime() <= Date.parse(due.retryUntil);
    await tx.db
      .updateTable('webhook_delivery')
      .set(({ eb }) => ({
        ...written(posted, at),
        state: again ? 'waiting' : 'failed',
        attempts: eb('attempts', '+', 1),
        next_attempt_at: again ? next : null,
        version: eb('version', '+', 1),
      }))
      .where('company_id', '=', companyId)
      .where('id', '=', due.id)
      .where('version', '=', due.version)
      .execute();
    if (ours && failures >= maxFailuresInRow) await turnOff(context, tx, held, at);
  });
};

/** Maximum time that one webhook may send before the next webhook gets its turn, ms. */
const turnMs = 20_000;

/** Sends the first due delivery. False: none is due, or the attempt failed. */
const sendNext = async (context: Context, held: LeasedWebhook, signal: AbortSignal): Promise<boolean> => {
  const { db, now, webhooks } = context;
  const due = await nextDue(db, held, now());
  if (!due) return false;
  const headers = signedHeaders(held.secrets, { id: due.messageId, at: now(), body: due.body });
  const posted = await post(webhooks, { url: held.url, headers, body: due.body }, signal);
  if (posted.fault !== null) {
    await noteFailed(context, held, due, posted, now());
    return false;
  }
  await noteDelivered(context, held, due, posted, now());
  return renew(db, held);
};

/**
 * Sends a webhook's due deliveries in the order of events, until none is due, an attempt fails or the turn is over.
 * Returns whether more are due.
 * After a crash an attempt without a stored result is repeated.
 */
const deliverDue = async (context: Context, place: JobKey, signal: AbortSignal): Promise<boolean> => {
  const { db, now } = context;
  const held = await leaseWebhook(db, place, now());
  if (!held) return false;
  const endMs = performance.now() + turnMs;
  try {
    await expire(db, place, now());
    while (!signal.aborted && performance.now() < endMs && (await sendNext(context, held, signal)));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return release(db, held, now());
};

/**
 * Maximum number of webhooks that one process sends to at once, in total and for one company. Others wait for their
 * turn.
 */
const atOnce = 32;
const ofCompanyAtOnce = 4;

const keyOf = ({ companyId, id }: JobKey): string => `${companyId}-${id}`;

/** Sends to each webhook separately, so that a slow receiver delays only its own deliveries. */
export const webhookDispatcher: Dispatcher = {
  task: webhookTask,
  start: context => {
    const closing = new AbortController();
    const atWork = new Map<string, Promise<void>>();
    const waiting = new Map<string, JobKey>();
    const failed = (error: unknown) => context.log.warn({ err: error }, 'webhooks: a turn was lost');
    const hasPlace = ({ companyId }: JobKey): boolean =>
      atWork.size < atOnce &&
      [...atWork.keys()].filter(key => key.startsWith(`${companyId}-`)).length < ofCompanyAtOnce;
    const turn = async (place: JobKey) => {
      const again = await deliverDue(context, place, closing.signal).catch(failed);
      atWork.delete(keyOf(place));
      if (again) waiting.set(keyOf(place), place);
      begin();
    };
    const begin = (): void => {
      for (const [key, place] of waiting) {
        if (closing.signal.aborted || atWork.has(key) || !hasPlace(place)) continue;
        waiting.delete(key);
        atWork.set(key, turn(place));
      }
    };
    return {
      wake: place => {
        waiting.set(keyOf(place), place);
        begin();
      },
      look: () => wakeDue(context),
      stop: async () => {
        closing.abort();
        await Promise.all(atWork.values());
      },
    };
  },
};
