import { randomBytes } from 'node:crypto';
import type { Role } from '../../../src/contract/access.ts';
import type { Tx } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { hashPassword } from './passwords.ts';
import { readByLogin } from './who.ts';

export interface NewAccount {
  readonly email: string;
  readonly fullName: string;
  readonly phone?: string;
  readonly roles: readonly Role[];
  readonly locale: string;
}

/** Writes an account whose owner chooses a password by a link. An address that is taken, wherever, is refused. */
export const addAccount = async (tx: Tx, companyId: number, account: NewAccount): Promise<number> => {
  const { email, fullName, phone = '', roles, locale } = account;
  if (await readByLogin(tx.db, email)) throw new DomainError('TAKEN', { values: { value: email } });
  const { id } = await tx.db
    .insertInto('account')
    .values({
      company_id: companyId,
      email,
      full_name: fullName,
      phone,
      roles: [...roles],
      locale,
      // Nobody knows it.
      password_hash: await hashPassword(randomBytes(32).toString('base64url')),
      invited_at: tx.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  tx.countRows('operators', '', 1, companyId);
  return id;
};
