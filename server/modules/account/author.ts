import type { Context, Request } from '../../context.ts';
import type { Author } from '../../db/change.ts';

interface Owner {
  readonly id: number;
  readonly company_id: number;
  readonly full_name: string;
}

/** A change that the owner of an account makes without being signed in. */
export const asOwner = (
  { now }: Context,
  { id, company_id, full_name }: Owner,
  { requestId }: Pick<Request, 'requestId'>,
): Author => ({ companyId: company_id, accountId: id, name: full_name, requestId, at: now() });

/** A change that somebody unknown causes in a company. */
export const asNobody = ({ now }: Context, companyId: number, { requestId }: Pick<Request, 'requestId'>): Author => ({
  companyId,
  accountId: null,
  name: '',
  requestId,
  at: now(),
});
