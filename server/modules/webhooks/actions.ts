import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { ActionRules, ActionRun } from '../../engine/table/actions.ts';
import { invalid } from '../../errors.ts';
import { maxRetryMs, wakeWebhook } from './queue.ts';
import { makeSecret } from './signing.ts';

type Act = (acting: ActionRun) => Promise<void>;

const overlapMs = 24 * 3_600_000;

const placeOf = ({ caller, id }: ActionRun) => ({ companyId: caller.companyId, id });
const stateChange = (record: Readonly<Record<string, unknown>>, after: string) => [
  { field: 'State', before: record.State, after },
];

const pause: Act = acting =>
  acting.change(async (tx, record) => {
    const { companyId, id } = placeOf(acting);
    await sql`update webhook set state = 'paused', version = version + 1
      where company_id = ${companyId} and id = ${id}`.execute(tx.db);
    return stateChange(record, 'paused');
  });

/** Resumes a webhook with no counted failures. Deliveries that waited for a retry become due at once. */
const resume =
  ({ now }: Context): Act =>
  acting =>
    acting.change(async (tx, record) => {
      const { companyId, id } = placeOf(acting);
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
const rotate =
  ({ now }: Context): Act =>
  async acting => {
    const secret = makeSecret();
    await acting.change(async (tx, record) => {
      const { companyId, id } = placeOf(acting);
      const until = new Date(now().getTime() + overlapMs);
      await sql`update webhook set former_secret = secret, former_secret_until = ${until}, secret = ${secret},
        version = version + 1 where company_id = ${companyId} and id = ${id}`.execute(tx.db);
      return [{ field: 'FormerSecretUntil', before: record.FormerSecretUntil, after: until.toISOString() }];
    });
    acting.showOnce(secret);
  };

/** Columns of a delivery that is sent again under its old id. */
const anew = (at: Date) => sql`state = 'waiting', attempts = 0, fault = '', next_attempt_at = ${at},
  retry_until = ${new Date(at.getTime() + maxRetryMs)}, version = version + 1`;

const replayFailed =
  ({ now }: Context): Act =>
  acting => {
    const [from, to] = [acting.values.From, acting.values.To].map(String) as [string, string];
    if (Date.parse(to) < Date.parse(from)) throw invalid({ field: 'To', message: 'notBeforeStart' });
    return acting.change(async tx => {
      const { companyId, id } = placeOf(acting);
      await sql`update webhook_delivery set ${anew(now())}
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

const replay =
  ({ now }: Context): Act =>
  acting =>
    acting.change(async (tx, record) => {
      const { companyId, id } = placeOf(acting);
      await sql`update webhook_delivery set ${anew(now())} where company_id = ${companyId} and id = ${id}`.execute(
        tx.db,
      );
      wakeWebhook(tx, { companyId, id: Number(record.WebhookId) });
      return stateChange(record, 'waiting');
    });

/** Rules of the actions of webhooks and deliveries, by the names in the descriptions. */
export const webhookActions = (context: Context): ActionRules => ({
  webhooks: {
    pause: { act: pause },
    resume: { act: resume(context) },
    rotate: { act: rotate(context) },
    replay: { act: replayFailed(context) },
  },
  webhookDeliveries: { replay: { act: replay(context) } },
});
