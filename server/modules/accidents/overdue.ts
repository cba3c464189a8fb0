import { sql } from 'kysely';
import { minuteMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { ScheduledTask } from '../../engine/jobs/define.ts';
import { forEachCompany } from '../../engine/jobs/eachCompany.ts';

/** Maximum number of accidents updated per company in one run. The next run, a minute later, continues. */
const maxAccidentsPerRun = 1000;

/**
 * Moves accidents with an overdue call to their position in the queue. Emits no event: open lists colour overdue rows
 * by themselves, and the operator has a reminder.
 */
export const markOverdue = (context: Pick<Context, 'db' | 'now' | 'log'>): Promise<void> => {
  const { db } = context;
  const at = context.now();
  return forEachCompany(context, async companyId => {
    const dueQuery = db
      .selectFrom('accident')
      .select('id')
      .where('company_id', '=', companyId)
      .where('status', '=', 'opened')
      .where('next_call_at', '<=', at.toISOString())
      .where(sql<boolean>`overdue_call_at is distinct from next_call_at`);
    if (!(await dueQuery.limit(1).executeTakeFirst())) return;
    await inTransaction(db, { companyId, accountId: null, name: '', requestId: null, at }, async tx => {
      const rows = await tx.db
        .updateTable('accident')
        .set({ overdue_call_at: sql`next_call_at` })
        .where('company_id', '=', companyId)
        .where('id', 'in', dueQuery.orderBy('next_call_at').limit(maxAccidentsPerRun).forUpdate().skipLocked())
        .returning('id')
        .execute();
      // Adding 0 to the list's total invalidates the cached order of the list.
      if (rows.length > 0) tx.countRows('accidents', 'opened', 0);
    });
  });
};

/**
 * Marks new accidents that are fresh by the company's setting, and removes the mark from older ones. A fresh accident is
 * marked when it is created, so this finds those that have aged, and all after a change of the setting.
 */
export const markFresh = (context: Pick<Context, 'db' | 'now' | 'log'>): Promise<void> => {
  const { db } = context;
  const at = context.now();
  return forEachCompany(context, async companyId => {
    const { fresh_min } = await db
      .selectFrom('company')
      .select('fresh_min')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    const freshFrom = new Date(at.getTime() - fresh_min * minuteMs).toISOString();
    const wrongRows = db
      .selectFrom('accident')
      .select('id')
      .where('company_id', '=', companyId)
      .where('status', '=', 'opened')
      .where(eb =>
        eb.or([
          eb.and([eb('is_fresh', '=', true), eb('crash_at', '<', freshFrom)]),
          eb.and([eb('is_fresh', '=', false), eb('crash_at', '>=', freshFrom)]),
        ]),
      );
    if (!(await wrongRows.limit(1).executeTakeFirst())) return;
    await inTransaction(db, { companyId, accountId: null, name: '', requestId: null, at }, async tx => {
      await tx.db
        .updateTable('accident')
        .set({ is_fresh: sql<boolean>`crash_at >= ${freshFrom}` })
        .where('company_id', '=', companyId)
        .where('id', 'in', wrongRows.limit(maxAccidentsPerRun).forUpdate().skipLocked())
        .execute();
      tx.countRows('accidents', 'opened', 0);
    });
  });
};

export const overdueCheck: ScheduledTask = { task: 'overdue_check', cron: '* * * * *', run: markOverdue };
export const freshCheck: ScheduledTask = { task: 'fresh_check', cron: '* * * * *', run: markFresh };
