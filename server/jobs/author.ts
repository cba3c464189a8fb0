import type { Role } from '../../src/contract/access.ts';
import type { Caller, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { JobAtWork } from './define.ts';

/** The author as they are now: a job may have waited, and rights may have been taken away meanwhile. */
export const authorNow = async ({ db }: Context, job: JobAtWork): Promise<Caller> => {
  const found = await db
    .selectFrom('account')
    .innerJoin('company', 'company.id', 'account.company_id')
    .select(['account.roles', 'company.name'])
    .where('account.id', '=', job.authorId)
    .where('account.company_id', '=', job.companyId)
    .where('account.blocked_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new DomainError('ACCOUNT_BLOCKED');
  const { authorId: accountId, authorName: fullName, companyId } = job;
  return { accountId, companyId, companyName: found.name, fullName, roles: found.roles as Role[], freshUntil: null };
};
