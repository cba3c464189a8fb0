import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Context } from '../../context.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import type { Tx } from '../../transaction.ts';
import { addAccount, type NewAccount } from './accountCreation.ts';
import { createPasswordLink } from './links.ts';

/** Creates an account whose owner chooses a password by the link. Returns the link and the account's id. */
export const createInvitedAccount = async (
  context: Context,
  tx: Tx,
  newAccount: NewAccount,
): Promise<{ id: number; url: string }> => {
  const id = await addAccount(tx, newAccount);
  const { email, fullName, phone = '', occupation = '', roles } = newAccount;
  const auditedFields = { Email: email, FullName: fullName, Phone: phone, Occupation: occupation, Roles: roles };
  const changes = Object.entries(auditedFields)
    .filter(([, after]) => after !== '')
    .map(([field, after]) => ({ field, before: null, after }));
  await tx.audit({ entity: 'account', entityId: id, action: 'create', changes });
  tx.emit('record', { Resource: 'operators', Id: id, Action: 'create', ActorId: tx.actorId });
  return { id, url: await createPasswordLink(context, tx, id, 'invite') };
};

interface Invitation {
  readonly companyId: number;
  readonly accountId: number;
  readonly to: string;
  readonly locale: Locale;
  readonly name: string;
  readonly company: string;
  readonly url: string;
}

/**
 * Queues the mail with the invitation link. The mail is sent after the commit. `access` is the kind of letter for a
 * person who has signed in before.
 */
export const sendInvitation = (
  tx: Pick<Tx, 'db'>,
  { companyId, accountId, to, locale, name, company, url }: Invitation,
  letter: 'invite' | 'access' = 'invite',
): Promise<void> =>
  queueLetter(tx, writeLetter(letter, { to, locale, values: { name, email: to, company }, url }), {
    invitedAccount: { companyId, accountId },
  });
