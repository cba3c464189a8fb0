import { hasAnyRole, rights } from '../../../src/contract/access.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';

/**
 * Throws unless the caller is a manager, the operator of the case, or the user who has locked it. A dossier has all
 * personal data of the case in one file.
 */
export const requireDossierAccess = async (
  { db, now }: Pick<Context, 'now'> & { readonly db: Db },
  { accountId, companyId, roles }: Caller,
  id: number,
): Promise<void> => {
  const row = await db
    .selectFrom('accident')
    .select(['operator_id', 'locked_by', 'locked_until'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const hasLease = row.locked_by === accountId && row.locked_until !== null && new Date(row.locked_until) > now();
  if (hasLease || row.operator_id === accountId || hasAnyRole(roles, rights.whereabouts)) return;
  throw new DomainError('DOSSIER_NOT_YOURS');
};
