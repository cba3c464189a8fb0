import type { Context } from '../../context.ts';
import type { Acting } from '../../table/actions.ts';
import { counters, endLinks, makeLink, sendInvitation, takeTry } from '../account/service.ts';
import { holdManagers } from './managers.ts';

/** `o***@demo.drivedesk`: enough to see which address it was. */
export const masked = (email: string): string => email.replace(/^(.).*@/, '$1***@');

/** Sends a one-time link into the account; the earlier ones die. Three in an hour. */
export const resend = async (context: Context, { caller, id, record, change }: Acting): Promise<void> => {
  let url = '';
  let locale: 'ru' | 'en' = 'ru';
  await change(async tx => {
    // With the link: what was only tried is not counted.
    await takeTry({ ...context, db: tx.db }, counters.credentials(id));
    await endLinks(tx, id, context.now());
    url = await makeLink(context, tx, id, 'invite');
    const owner = await tx.db
      .selectFrom('account')
      .select('locale')
      .where('company_id', '=', caller.companyId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    locale = owner.locale === 'en' ? 'en' : 'ru';
    return [];
  }, holdManagers(caller));
  const to = String(record.Email);
  const invitation = { to, locale, name: String(record.FullName), company: caller.companyName, url };
  sendInvitation(context, invitation, record.State === 'invited' ? 'invite' : 'access');
};
