import type { Context, Request } from '../../context.ts';
import type { Author } from '../../db/change.ts';

interface Owner {
  readonly id: number;
  readonly company_id: number;
  readonly full_name: string;
}

/** Author of a change by an account's owner who is not signed in. */
export const authorFromOwner = (
  { now }: Context,
  { id, company_id, full_name }: Owner,
  { requestId }: Pick<Request, 'requestId'>,
): Author => ({ companyId: company_id, accountId: id, name: full_name, requestId, at: now() });

/** Author of a change in a company that was caused by an unknown person. */
export const makeUnknownAuthor = (
  { now }: Context,
  companyId: number,
  { requestId }: Pick<Request, 'requestId'>,
): Author => ({
  companyId,
  accountId: null,
  name: '',
  requestId,
  at: now(),
});
