import { holderOf, type LeaseHolder } from '../../domain/accident-lease.ts';
import { notify } from '../../engine/notifications/service.ts';
import type { Tx } from '../../transaction.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { endLeaseChanges, leaseChanges } from './lease.ts';
import { handOverReminders, restoreReminders, type StoredReminder } from './reminders.ts';
import { lockAccident, readOperatorName, writeAccident } from './repository.ts';

interface HandOver {
  readonly companyId: number;
  readonly from: LeaseHolder;
  /** Operator who gets the cases. Undefined: the cases return to the queue. */
  readonly to: LeaseHolder | undefined;
  readonly now: Date;
  readonly reason?: string | undefined;
}

/**
 * Gives the open cases of a leaving operator to another one, with their planned calls. Releases the cases that the
 * operator has locked.
 * Returns the changed cases with their former reminders.
 */
export const handOverCases = async (
  tx: Tx,
  { companyId, from, to, now, reason }: HandOver,
): Promise<readonly HandedOver[]> => {
  const accidents = await tx.db
    .selectFrom('accident')
    .selectAll()
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
    const isAssigned = accident.status === 'opened' && accident.operator_id === from.id;
    const isLocked = accident.locked_by === from.id;
    const leaseEnd = isLocked ? await endLeaseChanges(tx, key, accident) : undefined;
    await writeAccident(tx.db, key, { ...leaseEnd?.values, ...(isAssigned && { operator_id: to?.id ?? null }) });
    const changes = [
      ...(isAssigned ? [{ field: 'OperatorId', before: from.name, after: to?.name ?? null }] : []),
      ...(leaseEnd ? [...leaseChanges(holderOf(accident, now), undefined), ...leaseEnd.changes] : []),
    ];
    await tx.audit({ entity: 'accident', entityId: accident.id, action: 'handOver', reason, changes });
    await emitAccidentEvent(tx, key, {
      action: 'handOver',
      fields: ['OperatorId', 'LockedBy', 'StatusOfRoadAccidentID'],
    });
  }
  const reminders = await handOverReminders(tx, companyId, from.id, to?.id);
  const handedOver = accidents.filter(({ status, operator_id }) => status === 'opened' && operator_id === from.id);
  if (to && handedOver.length > 0)
    await notify(tx, to.id, {
      companyId,
      kind: 'handedOver',
      at: now,
      actorName: from.name,
      about: { cases: handedOver.length },
    });
  return handedOver.map(({ id }) => ({
    Id: id,
    Reminders: reminders
      .filter(({ accident_id }) => accident_id === id)
      .map(({ accident_id: _, ...reminder }) => reminder),
  }));
};

export interface HandedOver {
  readonly Id: number;
  readonly Reminders: readonly StoredReminder[];
}

interface HandOverUndo {
  readonly companyId: number;
  /** The operator who had the cases before the hand-over and gets them back. */
  readonly from: LeaseHolder;
  /** The operator who got the cases by the hand-over. Null: the hand-over freed the cases. */
  readonly toId: number | null;
  readonly now: Date;
  readonly cases: readonly HandedOver[];
}

/**
 * Returns cases after a hand-over is undone. A case that has been worked on since, or is locked, stays with its new
 * operator.
 */
export const undoHandOver = async (tx: Tx, { companyId, from, toId, now, cases }: HandOverUndo): Promise<void> => {
  const newOperatorName = await readOperatorName(tx.db, companyId, toId);
  for (const { Id: id, Reminders } of [...cases].sort((a, b) => a.Id - b.Id)) {
    const key = { companyId, id };
    const accident = await lockAccident(tx.db, key);
    const isUntouched = accident.status === 'opened' && accident.operator_id === toId && !holderOf(accident, now);
    if (!isUntouched) continue;
    await writeAccident(tx.db, key, { operator_id: from.id });
    const changes = [{ field: 'OperatorId', before: newOperatorName, after: from.name }];
    await tx.audit({ entity: 'accident', entityId: id, action: 'handOver', changes });
    await restoreReminders(tx, key, Reminders);
    await emitAccidentEvent(tx, key, { action: 'handOver', fields: ['OperatorId'] });
  }
};
