import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { notify } from '../../engine/notifications/service.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import type { Tx } from '../../transaction.ts';
import { localeOf } from '../account/service.ts';
import type { Held } from './repository.ts';

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
export const turnOff = async ({ site }: Context, tx: Tx, { companyId, id, url }: Held, at: Date): Promise<void> => {
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
