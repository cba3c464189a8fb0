import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { Asking, Desk } from './desk.ts';
import { take } from './lease.ts';

type Rows = ExpressionBuilder<Database, 'accident'>;

/** Nobody's, the caller's own, or overdue: what is a colleague's and not due yet comes last. */
const mineToTake = (accountId: number, nowIso: string) => (eb: Rows) =>
  eb.or([eb('operator_id', 'is', null), eb('operator_id', '=', accountId), eb('next_call_at', '<=', nowIso)]);

/**
 * Claims for the caller the first new accident, in the order of the queue, that nobody holds and that waits for no later call.
 * Rows that another one is about to claim are passed over, so two who ask at once get two accidents.
 */
export const claimNext = (desk: Desk, asking: Asking) =>
  asking.change(async tx => {
    const { companyId, accountId } = asking.caller;
    const nowIso = desk.now().toISOString();
    const free = tx.db
      .selectFrom('accident')
      .select(['id', 'object_id'])
      .where('company_id', '=', companyId)
      .where('status', '=', 'opened')
      .where(eb => eb.or([eb('locked_by', 'is', null), eb('locked_until', '<=', nowIso)]))
      .where(eb => eb.or([eb('next_call_at', 'is', null), eb('next_call_at', '<=', nowIso)]))
      .orderBy('queue_place')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked();
    const accident =
      (await free.where(mineToTake(accountId, nowIso)).executeTakeFirst()) ?? (await free.executeTakeFirst());
    if (!accident) return { Next: null };
    // Within this transaction: the row that was found is held already.
    const lease = await take(desk, { ...asking, change: work => work(tx) }, accident.id, {});
    return { Next: { Id: accident.id, ObjectId: accident.object_id, ...lease } };
  });
