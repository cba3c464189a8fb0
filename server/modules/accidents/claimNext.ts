import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { AccidentContext, CallerContext } from './accidentContext.ts';
import { takeLease } from './lease.ts';

type AccidentExpressions = ExpressionBuilder<Database, 'accident'>;

/** Condition: the case has no operator, or the caller is its operator. */
const isUnassignedOrOwn = (accountId: number) => (eb: AccidentExpressions) =>
  eb.or([eb('operator_id', 'is', null), eb('operator_id', '=', accountId)]);

/**
 * Claims the first free new accident in the order of the queue for the caller. Cases whose next phone call is not due
 * yet are left out. Order: cases of any operator with an overdue phone call, then cases without an operator or the
 * caller's own, then cases of colleagues. Skips locked rows, so two simultaneous callers get two accidents. Each query
 * uses an index that contains few other rows.
 */
export const claimNext = (context: AccidentContext, request: CallerContext) =>
  request.change(async tx => {
    const { companyId, accountId } = request.caller;
    const nowIso = context.now().toISOString();
    const opened = tx.db.selectFrom('accident').where('company_id', '=', companyId).where('status', '=', 'opened');
    const lockFirst = (rows: typeof opened) =>
      rows
        .select(['id', 'object_id'])
        .where(eb => eb.or([eb('locked_by', 'is', null), eb('locked_until', '<=', nowIso)]))
        .orderBy('queue_place')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
    const dueCalls = opened.where('next_call_at', '<=', nowIso);
    const withoutCall = opened.where('next_call_at', 'is', null);
    const isDue = await dueCalls.select('id').limit(1).executeTakeFirst();
    const accident =
      (isDue && (await lockFirst(dueCalls))) ??
      (await lockFirst(withoutCall.where(isUnassignedOrOwn(accountId)))) ??
      (await lockFirst(withoutCall));
    if (!accident) return { Next: null };
    // The claim runs in the transaction that has already locked the row.
    const lease = await takeLease(context, { ...request, change: work => work(tx) }, accident.id, {});
    return { Next: { Id: accident.id, ObjectId: accident.object_id, ...lease } };
  });
