import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { Asking, Desk } from './desk.ts';
import { take } from './lease.ts';

type Rows = ExpressionBuilder<Database, 'accident'>;

/** Nobody's, or the caller's own. */
const mineToTake = (accountId: number) => (eb: Rows) =>
  eb.or([eb('operator_id', 'is', null), eb('operator_id', '=', accountId)]);

/**
 * Claims for the caller the first new accident, in the order of the queue, that nobody holds and that waits for no later call: an
 * overdue one of anybody, then one of nobody or their own, then one of a colleague. Rows that another one is about to claim
 * are passed over, so two who ask at once get two accidents. Each question has an index that holds little else than its answer.
 */
export const claimNext = (desk: Desk, asking: Asking) =>
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
    // Within this transaction: the row that was found is held already.
    const lease = await take(desk, { ...asking, change: work => work(tx) }, accident.id, {});
    return { Next: { Id: accident.id, ObjectId: accident.object_id, ...lease } };
  });
