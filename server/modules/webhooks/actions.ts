import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { ActionRules, ActionRun } from '../../engine/table/actions.ts';
import { invalid } from '../../errors.ts';
import { maxRetryMs, wakeWebhook } from './queue.ts';
import { makeSecret } from './signing.ts';

type ActionHandler = (run: ActionRun) => Promise<void>;

const secretOverlapMs = 24 * 3_600_000;

const webhookKeyOf = ({ caller, id }: ActionRun) => ({ companyId: caller.companyId, id });
const stateChange = (record: Readonly<Record<string, unknown>>, after: string) => [
  { field: 'State', before: record.State, after },
];

const pauseWebhook: ActionHandler = run =>
  run.change(async (tx, record) => {
    const { companyId, id } = webhookKeyOf(run);
    await sql`update webhook set state = 'paused', version = version + 1
      where company_id = ${companyId} and id = ${id}`.execute(tx.db);
    return stateChange(record, 'paused');
  });

/** Resumes a webhook with no counted failures. Deliveries that waited for a retry become due at once. */
const resumeWebhook =
  ({ now }: Context): ActionHandler =>
  run =>
    run.change(async (tx, record) => {
      const { companyId, id } = webhookKeyOf(run);
      await sql`update webhook set state = 'active', failures_in_row = 0, quiet_until = null, version = version + 1
        where company_id = ${companyId} and id = ${id}`.execute(tx.db);
      await sql`update webhook_delivery set next_attempt_at = least(next_attempt_at, ${now()})
        where company_id = ${companyId} and webhook_id = ${id} and state = 'waiting'`.execute(tx.db);
      wakeWebhook(tx, { companyId, id });
      return stateChange(record, 'active');
    });

/**
 * Creates a new secret. For a day deliveries are also signed with the former secret, so that receivers can change over.
 */
const rotateSecret =
  ({ now }: Context): ActionHandler =>
  async run => {
    const secret = makeSecret();
    await run.change(async (tx, record) => {
      const { companyId, id } = webhookKeyOf(run);
      const formerSecretUntil = new Date(now().getTime() + secretOverlapMs);
      await sql`update webhook set former_secret = secret, former_secret_until = ${formerSecretUntil}, secret = ${secret},
        version = version + 1 where company_id = ${companyId} and id = ${id}`.execute(tx.db);
      return [{ field: 'FormerSecretUntil', before: record.FormerSecretUntil, after: formerSecretUntil.toISOString() }];
    });
    run.showOnce(secret);
  };

/** SQL that schedules a delivery to be sent again under its old id. */
const rescheduledColumns = (at: Date) => sql`state = 'waiting', attempts = 0, fault = '', next_attempt_at = ${at},
  retry_until = ${new Date(at.getTime() + maxRetryMs)}, version = version + 1`;

const replayFailedDeliveries =
  ({ now }: Context): ActionHandler =>
  run => {
    const [from, to] = [run.values.From, run.values.To].map(String) as [string, string];
    if (Date.parse(to) < Date.parse(from)) throw invalid({ field: 'To', message: 'notBeforeStart' });
    return run.change(async tx => {
      const { companyId, id } = webhookKeyOf(run);
      await sql`update webhook_delivery set ${rescheduledColumns(now())}
        where company_id = ${companyId} and webhook_id = ${id} and state = 'failed'
          and created_at between ${from}::timestamptz and ${to}::timestamptz`.execute(tx.db);
      wakeWebhook(tx, { companyId, id });
      return Object.entries({ From: from, To: to }).map(([field, after]) => ({
        field,
        before: null,
        after,
      }));
    });
  };

const replayDelivery =
  ({ now }: Context): ActionHandler =>
  run =>
    run.change(async (tx, record) => {
      const { companyId, id } = webhookKeyOf(run);
      await sql`update webhook_delivery set ${rescheduledColumns(now())} where company_id = ${companyId} and id = ${id}`.execute(
        tx.db,
      );
      wakeWebhook(tx, { companyId, id: Number(record.WebhookId) });
      return stateChange(record, 'waiting');
    });

export const webhookActions = (context: Context): ActionRules => ({
  webhooks: {
    pause: { act: pauseWebhook },
    resume: { act: resumeWebhook(context) },
    rotate: { act: rotateSecret(context) },
    replay: { act: replayFailedDeliveries(context) },
  },
  webhookDeliveries: { replay: { act: replayDelivery(context) } },
});
