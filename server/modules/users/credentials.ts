import type { Context } from '../../context.ts';
import type { ActionRun } from '../../engine/table/actions.ts';
import {
  attemptCounters,
  createPasswordLink,
  invalidateLinks,
  localeOf,
  sendInvitation,
  takeTry,
} from '../account/service.ts';
import { lockManagers } from './managers.ts';

/** Masks a mail address, for example `o***@demo.drivedesk`. The rest is enough to recognise the address. */
export const maskEmail = (email: string): string => email.replace(/^(.).*@/, '$1***@');

/** Sends a one-time link for setting a password, and invalidates earlier links. At most three links in an hour. */
export const resendCredentials = async (context: Context, { caller, id, record, change }: ActionRun): Promise<void> => {
  await change(async tx => {
    // Counts the attempt in the same transaction as the link, so that a failed attempt does not count.
    await takeTry({ ...context, db: tx.db }, attemptCounters.credentials(id));
    await invalidateLinks(tx, id, context.now());
    const url = await createPasswordLink(context, tx, id, 'invite');
    const owner = await tx.db
      .selectFrom('account')
      .select('locale')
      .where('company_id', '=', caller.companyId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { Email: to, FullName: name } = record as { readonly Email: string; readonly FullName: string };
    const invitation = {
      companyId: caller.companyId,
      accountId: id,
      to,
      locale: localeOf(owner),
      name,
      company: caller.companyName,
      url,
    };
    await sendInvitation(tx, invitation, record.State === 'invited' ? 'invite' : 'access');
    return [];
  }, lockManagers(caller));
};
