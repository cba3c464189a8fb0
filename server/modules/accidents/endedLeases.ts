import type { Kysely } from 'kysely';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/change.ts';
import type { Database } from '../../db/types.ts';
import type { Scheduled } from '../../jobs/define.ts';
import { forEachCompany } from '../../jobs/eachCompany.ts';
import { setFree } from './lease.ts';

/** Set free at once of a company; the rest follows in the next minute. */
const atOnce = 200;

const endedIn = (db: Kysely<Database>, companyId: number, at: Date) =>
  db
    .selectFrom('accident')
    .where('company_id', '=', companyId)
    .where('locked_by', 'is not', null)
    .where('locked_until', '<=', at.toISOString());

/**
 * Sets cases free whose lease has run out: the browser that held them is gone, and nobody works on them. Whoever asks gets
 * them before that too; this is for what the list and the history say.
 */
export const freeEndedLeases = (context: Pick<Context, 'db' | 'now' | 'log'>): Promise<void> => {
  const { db } = context;
  const at = context.now();
  return forEachCompany(context, async companyId => {
    if (!(await endedIn(db, companyId, at).select('id').limit(1).executeTakeFirst())) return;
    await inTransaction(db, { companyId, accountId: null, name: '', requestId: null, at }, async tx => {
      const ended = endedIn(tx.db, companyId, at).selectAll().orderBy('id').limit(atOnce);
      // One that is being renewed or taken at this moment is no longer ours to free.
      for (const row of await ended.forUpdate().skipLocked().execute()) {
        const holder = { id: Number(row.locked_by), name: row.locked_by_name ?? '' };
        await setFree(tx, { companyId, id: row.id }, row, holder);
      }
    });
  });
};

export const leaseCheck: Scheduled = { task: 'lease_check', cron: '* * * * *', run: freeEndedLeases };
