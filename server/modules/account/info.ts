import type { AccountInfo, UserInfo } from '../../../src/contract/shapes/account.ts';
import { tidyLine } from '../../../src/schema/kinds/plain.ts';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { differences } from '../../db/differences.ts';
import { parseName } from '../../engine/validation.ts';
import { DomainError } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { localeOf } from './accountByLogin.ts';
import { parsePhone } from './phone.ts';

export const readAccountInfo = async (db: Db, caller: Caller, lockRow = false): Promise<AccountInfo> => {
  const query = db
    .selectFrom('account')
    .select(['id', 'full_name', 'email', 'occupation', 'phone', 'roles', 'locale', 'picture_id', 'version'])
    .where('company_id', '=', caller.companyId)
    .where('id', '=', caller.accountId);
  const account = await (lockRow ? query.forUpdate() : query).executeTakeFirstOrThrow();
  return {
    Id: account.id,
    FullName: account.full_name,
    CompanyName: caller.companyName,
    Email: account.email,
    Occupation: account.occupation,
    Phone: account.phone,
    Pic: account.picture_id === null ? null : `/api/v2/Image/avatar/${account.picture_id}`,
    Roles: account.roles,
    Locale: localeOf(account),
    Version: account.version,
  };
};

export const getAccountInfo = ({ db }: Context, caller: Caller): Promise<AccountInfo> => readAccountInfo(db, caller);

/** Returns the caller's account data under the property names that older API clients read. */
export const getLegacyUserInfo = async ({ db }: Context, caller: Caller): Promise<UserInfo> => {
  const { Phone: _phone, Version: _version, ...info } = await readAccountInfo(db, caller);
  return { ID: info.Id, ...info };
};

export const updateInfo = (
  { caller, body, change }: Pick<Request<'PUT /api/v2/Account/info'>, 'caller' | 'body' | 'change'>,
  forgetSession: () => void,
): Promise<AccountInfo> => {
  const names = { FullName: parseName('FullName', body.FullName), Occupation: tidyLine(body.Occupation) };
  return change(async tx => {
    const before = await readAccountInfo(tx.db, caller, true);
    if (body.Version !== undefined && body.Version !== before.Version)
      throw new DomainError('STALE', { extra: { Current: before } });
    const after = { ...names, Phone: parsePhone(body.Phone, before.Phone) };
    const changes = differences({ ...before }, { ...after, Locale: body.Locale });
    if (changes.length === 0) return before;
    await tx.db
      .updateTable('account')
      .set({
        full_name: after.FullName,
        occupation: after.Occupation,
        phone: after.Phone,
        locale: body.Locale,
        version: before.Version + 1,
      })
      .where('company_id', '=', caller.companyId)
      .where('id', '=', caller.accountId)
      .execute();
    await tx.audit({ entity: 'account', entityId: caller.accountId, action: 'update', changes });
    forgetSession();
    return readAccountInfo(tx.db, caller);
  });
};
