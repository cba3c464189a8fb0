import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Scheduled } from '../../jobs/define.ts';
import { forEachCompany } from '../../jobs/eachCompany.ts';

/** Marked at once of a company; the rest follows in the next minute. */
const atOnce = 1000;

/**
 * Puts accidents whose planned call is overdue where they belong in the queue. Nobody is told: rows in sight stay where they
 * are and turn red by their own clock, and whoever planned the call has a reminder.
 */
export const markOverdue = (context: Pick<Context, 'db' | 'now' | 'log'>): Promise<void> => {
  const { db } = context;
  const at = context.now();
  return forEachCompany(context, async companyId => {
    const due = db
      .selectFrom('accident')
      .select('id')
      .where('company_id', '=', companyId)
      .where('status', '=', 'opened')
      .where('next_call_at', '<=', at.toISOString())
      .where(sql<boolean>`overdue_call_at is distinct from next_call_at`);
    if (!(await due.limit(1).executeTakeFirst())) return;
    await inTransaction(db, { companyId, accountId: null, name: '', requestId: null, at }, async tx => {
      const rows = await tx.db
        .updateTable('accident')
        .set({ overdue_call_at: sql`next_call_at` })
        .where('company_id', '=', companyId)
        .where('id', 'in', due.orderBy('next_call_at').limit(atOnce).forUpdate().skipLocked())
        .returning('id')
        .execute();
      // What servers remember of the list's order is over.
      if (rows.length > 0) tx.countRows('accidents', 'opened', 0);
    });
  });
};

export const overdueCheck: Scheduled = { task: 'overdue_check', cron: '* * * * *', run: markOverdue };
