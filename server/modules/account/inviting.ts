import { randomBytes } from 'node:crypto';
import type { Role } from '../../../src/contract/access.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Context, Tx } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { makeLink } from './links.ts';
import { hashPassword } from './passwords.ts';
import { readByLogin } from './who.ts';

interface Invited {
  readonly companyId: number;
  readonly email: string;
  readonly fullName: string;
  readonly phone: string;
  readonly occupation?: string;
  readonly roles: readonly Role[];
  readonly locale: Locale;
}

/** An address is taken wherever its account is; in which company is not told. */
const taken = (value: string): DomainError =>
  new DomainError('TAKEN', { values: { value }, fields: [{ field: 'Email', message: 'taken', values: { value } }] });

/** An account whose owner chooses a password by the link; answers the link with the account's id. */
export const makeInvited = async (context: Context, tx: Tx, invited: Invited): Promise<{ id: number; url: string }> => {
  const { email, fullName, phone, occupation = '', roles } = invited;
  if (await readByLogin(tx.db, email)) throw taken(email);
  const row = await tx.db
    .insertInto('account')
    .values({
      company_id: invited.companyId,
      email,
      full_name: fullName,
      phone,
      occupation,
      roles: [...roles],
      locale: invited.locale,
      // Nobody knows it.
      password_hash: await hashPassword(randomBytes(32).toString('base64url')),
      invited_at: context.now(),
    })
    // Somebody else took the address at the same moment.
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw taken(email);
  tx.countRows('operators', '', 1);
  const known = { Email: email, FullName: fullName, Phone: phone, Occupation: occupation, Roles: roles };
  const changes = Object.entries(known)
    .filter(([, after]) => after !== '')
    .map(([field, after]) => ({ field, before: null, after }));
  await tx.audit({ entity: 'account', entityId: row.id, action: 'create', changes });
  tx.emit('record', { Resource: 'operators', Id: row.id, Action: 'create', ActorId: tx.actorId });
  return { id: row.id, url: await makeLink(context, tx, row.id, 'invite') };
};

interface Invitation {
  readonly to: string;
  readonly locale: Locale;
  readonly name: string;
  readonly company: string;
  readonly url: string;
}

/** Sends the link, after the answer. `access`: to somebody who has been in before. */
export const sendInvitation = (
  { deferred, mail }: Context,
  { to, locale, name, company, url }: Invitation,
  letter: 'invite' | 'access' = 'invite',
): void =>
  deferred('send a link into an account', () =>
    mail.send(writeLetter(letter, { to, locale, values: { name, email: to, company }, url })),
  );
