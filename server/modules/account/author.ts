import type { Context, Request } from '../../context.ts';
import type { Author } from '../../db/change.ts';

interface Owner {
  readonly id: number;
  readonly company_id: number;
  readonly full_name: string;
}

/** Author of a change that an account's owner makes without being signed in, such as by a link from a mail. */
export const authorFromOwner = (
  { now }: Context,
  { id, company_id, full_name }: Owner,
  { requestId }: Pick<Request, 'requestId'>,
): Author => ({ companyId: company_id, accountId: id, name: full_name, requestId, at: now() });

/** Author of a change in a company that an unknown person caused, such as a request for an account. */
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
