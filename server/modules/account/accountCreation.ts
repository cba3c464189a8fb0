import { randomBytes } from 'node:crypto';
import type { Role } from '../../../src/contract/access.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { readAccountByLogin } from './accountByLogin.ts';
import { hashPassword } from './passwords.ts';

export interface NewAccount {
  readonly companyId: number;
  readonly email: string;
  readonly fullName: string;
  readonly phone?: string;
  readonly occupation?: string;
  readonly roles: readonly Role[];
  readonly locale: string;
}

/** Error for an e-mail address that already has an account. The error does not name the company. */
const takenError = (field: string, value: string): DomainError =>
  new DomainError('TAKEN', { values: { value }, fields: [{ field, message: 'taken', values: { value } }] });

/**
 * Creates an account whose owner chooses a password by a link. `field`: name of the address field in the request, for
 * errors.
 */
export const addAccount = async (tx: Tx, account: NewAccount, field = 'Email'): Promise<number> => {
  const { companyId, email, fullName, phone = '', occupation = '', roles, locale } = account;
  if (await readAccountByLogin(tx.db, email)) throw takenError(field, email);
  const row = await tx.db
    .insertInto('account')
    .values({
      company_id: companyId,
      email,
      full_name: fullName,
      phone,
      occupation,
      roles: [...roles],
      locale,
      // The password is random, and only its hash is stored, so it cannot be used to sign in.
      password_hash: await hashPassword(randomBytes(32).toString('base64url')),
      invited_at: tx.at,
    })
    // Inserts no row if another request has taken the address at the same moment.
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => takenError(field, email));
  tx.countRows('operators', '', 1, companyId);
  return row.id;
};
