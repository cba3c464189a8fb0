import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Dispatcher, JobKey } from '../../engine/jobs/define.ts';
import { notify } from '../../engine/notifications/service.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import type { Tx } from '../../transaction.ts';
import { localeOf } from '../account/service.ts';
import { type AttemptResult, post } from './httpPost.ts';
import { webhookTask } from './queue.ts';
import {
  type DueDelivery,
  expireDeliveries,
  type LeasedWebhook,
  leaseWebhook,
  readNextDue,
  releaseLease,
  renewLease,
  wakeDueWebhooks,
} from './repository.ts';
import { signedHeaders } from './signing.ts';

const entity = 'webhook';

const readManagers = (tx: Tx, companyId: number) =>
  tx.db
    .selectFrom('account')
    .select(['id', 'email', 'locale'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`roles && array['MANAGER', 'SUPERUSER']`)
    .where('blocked_at', 'is', null)
    .execute();

/** Turns a webhook off after too many failures. Notifies the company's managers in the application and by mail. */
const turnOffWebhook = async (
  { site }: Context,
  tx: Tx,
  { companyId, id, url }: LeasedWebhook,
  at: Date,
): Promise<void> => {
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
  const managers = await readManagers(tx, companyId);
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
 * Pauses of a webhook after its first failures in a row, seconds. Later pauses last `maxRetryPauseS`. So 50 failures
 * take a day, which is also the time for which a delivery is retried.
 */
const retryPausesS = [5, 15, 30, 60, 120, 300, 600, 900] as const;
const maxRetryPauseS = 35 * 60;

export const retryAt = (at: Date, failures: number): Date =>
  new Date(at.getTime() + (retryPausesS[failures - 1] ?? maxRetryPauseS) * 1000);

const attemptColumns = ({ status, durationMs, answer, fault }: AttemptResult, at: Date) => ({
  fault: fault ?? '',
  response_code: status,
  duration_ms: durationMs,
  answer_beginning: answer,
  attempted_at: at,
});

// The functions below lock the webhook before its delivery. Transactions that remove or resume a webhook lock in the
// same order, so no deadlock occurs.

/** Stores a successful delivery. A delivery that was meanwhile scheduled again stays scheduled. */
const storeSuccess = (
  { db }: Context,
  webhook: LeasedWebhook,
  { id, version }: DueDelivery,
  result: AttemptResult,
  at: Date,
) =>
  db.transaction().execute(async trx => {
    await sql`update webhook set failures_in_row = 0, quiet_until = null, last_delivered_at = ${at}
      where company_id = ${webhook.companyId} and id = ${webhook.id}`.execute(trx);
    await trx
      .updateTable('webhook_delivery')
      .set(({ eb }) => ({
        ...attemptColumns(result, at),
        state: 'delivered',
        attempts: eb('attempts', '+', 1),
        next_attempt_at: null,
        version: eb('version', '+', 1),
      }))
      .where('company_id', '=', webhook.companyId)
      .where('id', '=', id)
      .where('version', '=', version)
      .execute();
  });

/**
 * Stores a failed delivery. The delivery is retried later, or given up after a day. The webhook pauses, and is turned
 * off after too many failures.
 */
const storeFailure = (
  context: Context,
  webhook: LeasedWebhook,
  delivery: DueDelivery,
  result: AttemptResult,
  at: Date,
): Promise<void> => {
  const { companyId } = webhook;
  const author = { companyId, accountId: null, name: 'Drivedesk', requestId: null, at };
  return inTransaction(context.db, author, async tx => {
    const failures = webhook.failuresInRow + 1;
    const { numAffectedRows: leaseIsValid } =
      await sql`update webhook set failures_in_row = ${failures}, quiet_until = ${retryAt(at, failures)}
      where company_id = ${companyId} and id = ${webhook.id} and lease = ${webhook.lease}::uuid`.execute(tx.db);
    const nextAttemptAt = retryAt(at, delivery.attempts + 1);
    const willRetry = nextAttemptAt.getTime() <= Date.parse(delivery.retryUntil);
    await tx.db
      .updateTable('webhook_delivery')
      .set(({ eb }) => ({
        ...attemptColumns(result, at),
        state: willRetry ? 'waiting' : 'failed',
        attempts: eb('attempts', '+', 1),
        next_attempt_at: willRetry ? nextAttemptAt : null,
        version: eb('version', '+', 1),
      }))
      .where('company_id', '=', companyId)
      .where('id', '=', delivery.id)
      .where('version', '=', delivery.version)
      .execute();
    if (leaseIsValid && failures >= maxFailuresInRow) await turnOffWebhook(context, tx, webhook, at);
  });
};

/** Maximum time that one webhook may send before the next webhook gets its turn, ms. */
const maxTurnMs = 20_000;

/** Sends the webhook's first due delivery. Returns false if no delivery is due or the attempt failed. */
const sendNextDelivery = async (context: Context, webhook: LeasedWebhook, signal: AbortSignal): Promise<boolean> => {
  const { db, now, webhooks } = context;
  const delivery = await readNextDue(db, webhook, now());
  if (!delivery) return false;
  const headers = signedHeaders(webhook.secrets, { id: delivery.messageId, at: now(), body: delivery.body });
  const result = await post(webhooks, { url: webhook.url, headers, body: delivery.body }, signal);
  if (result.fault !== null) {
    await storeFailure(context, webhook, delivery, result, now());
    return false;
  }
  await storeSuccess(context, webhook, delivery, result, now());
  return renewLease(db, webhook);
};

/**
 * Sends a webhook's due deliveries in the order of events, until none is due, an attempt fails or the turn is over.
 * Returns whether more are due.
 * After a crash an attempt without a stored result is repeated.
 */
const sendDueDeliveries = async (context: Context, webhookKey: JobKey, signal: AbortSignal): Promise<boolean> => {
  const { db, now } = context;
  const webhook = await leaseWebhook(db, webhookKey, now());
  if (!webhook) return false;
  const turnEndMs = performance.now() + maxTurnMs;
  try {
    await expireDeliveries(db, webhookKey, now());
    while (!signal.aborted && performance.now() < turnEndMs && (await sendNextDelivery(context, webhook, signal)));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return releaseLease(db, webhook, now());
};

/**
 * Maximum number of webhooks that one process sends to at once, in total and for one company. Others wait for their
 * turn.
 */
const maxConcurrentWebhooks = 32;
const maxConcurrentPerCompany = 4;

const keyOf = ({ companyId, id }: JobKey): string => `${companyId}-${id}`;

/** Sends to each webhook separately, so that a slow receiver delays only its own deliveries. */
export const webhookDispatcher: Dispatcher = {
  task: webhookTask,
  start: context => {
    const shutdown = new AbortController();
    const runningWebhooks = new Map<string, Promise<void>>();
    const waitingWebhooks = new Map<string, JobKey>();
    const logFailure = (error: unknown) => context.log.warn({ err: error }, 'webhooks: a turn was lost');
    const hasFreeSlot = ({ companyId }: JobKey): boolean =>
      runningWebhooks.size < maxConcurrentWebhooks &&
      [...runningWebhooks.keys()].filter(key => key.startsWith(`${companyId}-`)).length < maxConcurrentPerCompany;
    const runTurn = async (webhookKey: JobKey) => {
      const hasMore = await sendDueDeliveries(context, webhookKey, shutdown.signal).catch(logFailure);
      runningWebhooks.delete(keyOf(webhookKey));
      if (hasMore) waitingWebhooks.set(keyOf(webhookKey), webhookKey);
      startWaiting();
    };
    const startWaiting = (): void => {
      for (const [key, webhookKey] of waitingWebhooks) {
        if (shutdown.signal.aborted || runningWebhooks.has(key) || !hasFreeSlot(webhookKey)) continue;
        waitingWebhooks.delete(key);
        runningWebhooks.set(key, runTurn(webhookKey));
      }
    };
    return {
      wake: webhookKey => {
        waitingWebhooks.set(keyOf(webhookKey), webhookKey);
        startWaiting();
      },
      wakeDue: () => wakeDueWebhooks(context),
      stop: async () => {
        shutdown.abort();
        await Promise.all(runningWebhooks.values());
      },
    };
  },
};
