import type { Role } from '../../../src/contract/access.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import type { RunningJob } from './define.ts';

/** Reads the author with their present roles. A job may have waited, and the author may have lost a role meanwhile. */
export const readAuthorNow = async ({ db }: Pick<Context, 'db'>, job: RunningJob): Promise<Caller> => {
  const row = await db
    .selectFrom('account')
    .innerJoin('company', 'company.id', 'account.company_id')
    .select(['account.roles', 'account.full_name', 'account.settings', 'company.name', 'company.time_zone'])
    .where('account.id', '=', job.authorId)
    .where('account.company_id', '=', job.companyId)
    .where('account.blocked_at', 'is', null)
    .executeTakeFirstOrThrow(() => new DomainError('ACCOUNT_BLOCKED'));
  return {
    accountId: job.authorId,
    companyId: job.companyId,
    companyName: row.name,
    fullName: row.full_name,
    roles: row.roles as Role[],
    freshUntil: null,
    timeZone: row.settings.TimeZone || row.time_zone,
  };
};
