import type { Kysely } from 'kysely';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Database } from '../../db/types.ts';
import type { ScheduledTask } from '../../engine/jobs/define.ts';
import { forEachCompany } from '../../engine/jobs/eachCompany.ts';
import { endLease } from './lease.ts';

/** Maximum number of cases released per company in one run. The next run, a minute later, continues. */
const maxCasesPerRun = 200;

const expiredLeaseQuery = (db: Kysely<Database>, companyId: number, at: Date) =>
  db
    .selectFrom('accident')
    .where('company_id', '=', companyId)
    .where('locked_by', 'is not', null)
    .where('locked_until', '<=', at.toISOString());

/**
 * Releases cases whose lease has expired, because the operator's browser is gone.
 * Other operators can take such a case before this run. The run corrects what the list and the history show.
 */
export const releaseExpiredLeases = (context: Pick<Context, 'db' | 'now' | 'log'>): Promise<void> => {
  const { db } = context;
  const at = context.now();
  return forEachCompany(context, async companyId => {
    if (!(await expiredLeaseQuery(db, companyId, at).select('id').limit(1).executeTakeFirst())) return;
    await inTransaction(db, { companyId, accountId: null, name: '', requestId: null, at }, async tx => {
      const expiredLeases = expiredLeaseQuery(tx.db, companyId, at).selectAll().orderBy('id').limit(maxCasesPerRun);
      // Skips rows whose lease another transaction is renewing or taking at this moment.
      for (const row of await expiredLeases.forUpdate().skipLocked().execute()) {
        const holder = { id: Number(row.locked_by), name: row.locked_by_name ?? '' };
        await endLease(tx, { companyId, id: row.id }, row, holder);
      }
    });
  });
};

export const leaseCheck: ScheduledTask = { task: 'lease_check', cron: '* * * * *', run: releaseExpiredLeases };
