import type { Tx } from '../../context.ts';
import { freeLease, type Holder, holderOf } from '../../domain/accident-lease.ts';
import { handOverReminders, notify } from '../notifications/service.ts';
import { leaseChanges } from './lease.ts';
import { tellOf } from './news.ts';
import { writeAccident } from './repository.ts';

interface HandOver {
  readonly companyId: number;
  readonly from: Holder;
  /** Nobody: the cases wait in the queue for whoever takes them. */
  readonly to: Holder | undefined;
  readonly now: Date;
  readonly reason?: string | undefined;
}

/**
 * Gives the open cases of somebody who leaves to another, with the calls they planned, and sets free whatever they hold.
 * Answers how many cases changed hands.
 */
export const handOverCases = async (tx: Tx, { companyId, from, to, now, reason }: HandOver): Promise<number> => {
  const accidents = await tx.db
    .selectFrom('accident')
    .select(['id', 'status', 'operator_id', 'locked_by', 'locked_by_name', 'locked_until'])
    .where('company_id', '=', companyId)
    .where(eb =>
      eb.or([
        eb('locked_by', '=', from.id),
        eb.and([eb('operator_id', '=', from.id), eb('status', '=', 'opened'), eb('finished_at', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const accident of accidents) {
    const key = { companyId, id: accident.id };
    const theirs = accident.status === 'opened' && accident.operator_id === from.id;
    const held = accident.locked_by === from.id;
    await writeAccident(tx.db, key, { ...(held && freeLease), ...(theirs && { operator_id: to?.id ?? null }) });
    const changes = [
      ...(theirs ? [{ field: 'OperatorId', before: from.name, after: to?.name ?? null }] : []),
      ...(held ? leaseChanges(holderOf(accident, now), undefined) : []),
    ];
    await tx.audit({ entity: 'accident', entityId: accident.id, action: 'handOver', reason, changes });
    await tellOf(tx, key, { action: 'handOver', fields: ['OperatorId', 'LockedBy'] });
  }
  await handOverReminders(tx, companyId, from.id, to?.id);
  const cases = accidents.filter(({ status, operator_id }) => status === 'opened' && operator_id === from.id).length;
  if (to && cases > 0) await notify(tx, to.id, { companyId, kind: 'handedOver', at: now, actorName: from.name, cases });
  return cases;
};
