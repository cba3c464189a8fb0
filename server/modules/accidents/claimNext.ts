import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { CallerContext, Desk } from './desk.ts';
import { take } from './lease.ts';

type Rows = ExpressionBuilder<Database, 'accident'>;

/** Condition: the case has no operator, or the caller is its operator. */
const mineToTake = (accountId: number) => (eb: Rows) =>
  eb.or([eb('operator_id', 'is', null), eb('operator_id', '=', accountId)]);

/**
 * Claims the first free new accident in the order of the queue for the caller. Cases that wait for a later call are
 * left out. Order: an overdue call of any operator, then cases without an operator or the caller's own, then cases of
 * colleagues. Skips locked rows, so two simultaneous callers get two accidents. Each query uses an index that contains
 * few other rows.
 */
export const claimNext = (desk: Desk, asking: CallerContext) =>
  asking.change(async tx => {
    const { companyId, accountId } = asking.caller;
    const nowIso = desk.now().toISOString();
    const opened = tx.db.selectFrom('accident').where('company_id', '=', companyId).where('status', '=', 'opened');
    const first = (rows: typeof opened) =>
      rows
        .select(['id', 'object_id'])
        .where(eb => eb.or([eb('locked_by', 'is', null), eb('locked_until', '<=', nowIso)]))
        .orderBy('queue_place')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
    const due = opened.where('next_call_at', '<=', nowIso);
    const ready = opened.where('next_call_at', 'is', null);
    const isDue = await due.select('id').limit(1).executeTakeFirst();
    const accident =
      (isDue && (await first(due))) ?? (await first(ready.where(mineToTake(accountId)))) ?? (await first(ready));
    if (!accident) return { Next: null };
    // The claim runs in this transaction, because this transaction has already locked the row.
    const lease = await take(desk, { ...asking, change: work => work(tx) }, accident.id, {});
    return { Next: { Id: accident.id, ObjectId: accident.object_id, ...lease } };
  });
