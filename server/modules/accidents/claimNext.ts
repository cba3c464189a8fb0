import type { ExpressionBuilder } from 'kysely';
import { unfinishedStatuses } from '../../../src/contract/workStatuses.ts';
import type { Database } from '../../db/types.ts';
import type { AccidentContext, CallerContext } from './accidentContext.ts';
import { takeLease } from './lease.ts';

type AccidentExpressions = ExpressionBuilder<Database, 'accident'>;

/** Condition: the case has no operator, or the caller is its operator. */
const isUnassignedOrOwn = (accountId: number) => (eb: AccidentExpressions) =>
  eb.or([eb('operator_id', 'is', null), eb('operator_id', '=', accountId)]);

/** Upper bound of `queue_place` of fresh and severe cases (migration 320-order-of-the-working-day). */
const freshUntilPlace = 480_000_000_000_000;

/**
 * Claims the first free new accident in the order of the queue for the caller. Cases with a final work status are left
 * out, and so are cases whose next phone call is not due yet. Order: fresh and severe cases of any operator, due phone
 * calls, then cases without an operator or the caller's own, then cases of colleagues. Skips locked rows, so two
 * simultaneous callers get two accidents. Each query uses an index that contains few other rows.
 */
export const claimNext = (context: AccidentContext, request: CallerContext) =>
  request.change(async tx => {
    const { companyId, accountId } = request.caller;
    const nowIso = context.now().toISOString();
    const undecided = tx.db
      .selectFrom('accident')
      .where('company_id', '=', companyId)
      .where('status', '=', 'opened')
      .where('status_of_road_accident_id', 'in', unfinishedStatuses);
    const lockFirst = (rows: typeof undecided) =>
      rows
        .select(['id', 'object_id'])
        .where(eb => eb.or([eb('locked_by', 'is', null), eb('locked_until', '<=', nowIso)]))
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
    const withoutCall = undecided.where('next_call_at', 'is', null).orderBy('queue_place');
    // A call is due at its minute. The stored place in the queue follows up to a minute later.
    const dueCalls = undecided.where('next_call_at', '<=', nowIso);
    const isDue = await dueCalls.select('id').limit(1).executeTakeFirst();
    const accident =
      (await lockFirst(withoutCall.where('queue_place', '<', freshUntilPlace))) ??
      (isDue && (await lockFirst(dueCalls.orderBy('next_call_promised', 'desc').orderBy('next_call_at')))) ??
      (await lockFirst(withoutCall.where(isUnassignedOrOwn(accountId)))) ??
      (await lockFirst(withoutCall));
    if (!accident) return { Next: null };
    // The claim runs in the transaction that has already locked the row.
    const lease = await takeLease(context, { ...request, change: work => work(tx) }, accident.id, {});
    return { Next: { Id: accident.id, ObjectId: accident.object_id, ...lease } };
  });
