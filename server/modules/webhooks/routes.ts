import { randomBytes } from 'node:crypto';
import type { webhookCalls } from '../../../src/contract/calls/platforms.ts';
import { webhooksMax } from '../../../src/contract/webhooks.ts';
import { webhookDeliveries } from '../../../src/resources/webhookDeliveries.ts';
import type { Context, HandlersOf, Request } from '../../context.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { attemptCounters, takeTry } from '../account/service.ts';
import { post } from './httpPost.ts';
import { isSecret, makeMessageId, makeSecret, signedHeaders } from './signing.ts';

type ActivateRequest = Request<'POST /api/webhook/activate'>;

const parseWebhookUrl = ({ webhooks: { http } }: Context, text: string): string => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const schemes = http ? ['https:', 'http:'] : ['https:'];
  if (url && schemes.includes(url.protocol) && !url.username && !url.password && !url.hash) return url.href;
  throw invalid({ field: 'Url', message: 'webUrl', values: { scheme: schemes.map(name => `${name}//`).join(', ') } });
};

const repeatsChallenge = (answer: string, challengeToken: string): boolean => {
  if (answer.trim() === challengeToken) return true;
  try {
    return (JSON.parse(answer) as { Challenge?: unknown } | null)?.Challenge === challengeToken;
  } catch {
    return false;
  }
};

/**
 * Sends a challenge to the webhook's URL. The receiver must repeat the challenge, so that no server gets events without
 * its consent.
 */
const sendChallenge = async (context: Context, url: string, secret: string, { locale, signal }: ActivateRequest) => {
  const challengeToken = randomBytes(24).toString('base64url');
  const at = context.now();
  const body = JSON.stringify({ Type: 'challenge', Timestamp: at.toISOString(), Data: { Challenge: challengeToken } });
  const headers = signedHeaders([secret], { id: makeMessageId(), at, body });
  const { fault, status, answer } = await post(context.webhooks, { url, headers, body }, signal);
  if (fault === 'address') throw invalid({ field: 'Url', message: 'privateAddress' });
  const reason = fault ?? (repeatsChallenge(answer, challengeToken) ? undefined : 'challenge');
  if (reason === undefined) return;
  const reasonText = webhookDeliveries.fields.Fault.choiceLabels[reason][locale];
  const values = { reason: status === null ? reasonText : `${reasonText} (${status})` };
  throw new DomainError('WEBHOOK_UNANSWERED', { values, fields: [{ field: 'Url', message: 'unanswered', values }] });
};

const requireFreeSlot = async ({ db }: Pick<Tx, 'db'> | Context, companyId: number): Promise<void> => {
  const { webhookCount } = await db
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('webhookCount'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (webhookCount >= webhooksMax) throw new DomainError('TOO_MANY_WEBHOOKS', { values: { max: webhooksMax } });
};

const takenError = (url: string): DomainError =>
  new DomainError('TAKEN', {
    values: { value: url },
    fields: [{ field: 'Url', message: 'taken', values: { value: url } }],
  });

/** Creates a webhook after its receiver has answered the challenge. Only this answer contains the secret. */
const activateWebhook = async (context: Context, request: ActivateRequest) => {
  const { caller, change, body } = request;
  const { companyId } = caller;
  const url = parseWebhookUrl(context, body.Url);
  if (body.Secret !== undefined && !isSecret(body.Secret)) throw invalid({ field: 'Secret', message: 'pattern' });
  const secret = body.Secret ?? makeSecret();
  await requireFreeSlot(context, companyId);
  await takeTry(context, attemptCounters.challenges(companyId));
  await sendChallenge(context, url, secret, request);
  return change(async tx => {
    // Concurrent requests of the company wait for this lock, so that each request counts the webhooks created before.
    await advisoryLock(tx.db, `webhooks-${companyId}`);
    await requireFreeSlot(tx, companyId);
    const row = await tx.db
      .insertInto('webhook')
      .values({
        company_id: companyId,
        url,
        events: [...body.Events],
        secret,
        created_at: context.now(),
        created_by: caller.fullName,
      })
      .onConflict(conflict => conflict.columns(['company_id', 'url']).doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => takenError(url));
    const changes = Object.entries({ Url: url, Events: body.Events }).map(([field, after]) => ({
      field,
      before: null,
      after,
    }));
    await tx.audit({ entity: 'webhook', entityId: row.id, action: 'create', changes });
    tx.emit('record', { Resource: 'webhooks', Id: row.id, Action: 'create', ActorId: tx.actorId });
    return { Id: row.id, Secret: secret };
  });
};

export { webhookActions } from './actions.ts';
export { webhookDispatcher } from './dispatcher.ts';

export const webhookHandlers = (context: Context): HandlersOf<keyof typeof webhookCalls> => ({
  'POST /api/webhook/activate': request => activateWebhook(context, request),
});
