import type { Lock } from '../../../src/contract/shapes/accident.ts';
import type { Static } from '../../../src/contract/static.ts';
import { differences } from '../../db/differences.ts';
import { freeLease, type Holder, holderOf, type Lease, leaseFor } from '../../domain/accident-lease.ts';
import { notify } from '../../engine/notifications/service.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import type { CallerContext, Desk } from './desk.ts';
import { reasonOf } from './input.ts';
import { statusGivenBack, statusTaken } from './outcome.ts';
import { type AccidentKey, type AccidentState, lockRow, wasCalled, writeAccident } from './repository.ts';

export const lockedBy = ({ id, name }: Holder): DomainError =>
  new DomainError('LOCKED', { values: { name }, extra: { LockedBy: id, LockedByName: name } });

const onWire = (holder: Holder | undefined) => ({
  LockedBy: holder?.id ?? null,
  LockedByName: holder?.name ?? null,
});

export const leaseChanges = (before: Holder | undefined, after: Holder | undefined) =>
  differences(onWire(before), onWire(after));

const statusChanges = (accident: AccidentState, after: number) =>
  differences({ StatusOfRoadAccidentID: accident.status_of_road_accident_id }, { StatusOfRoadAccidentID: after });

const answer = (lease: Lease): Static<typeof Lock> => ({
  LockedBy: lease.locked_by,
  LockedByName: lease.locked_by_name,
  LockedUntil: lease.locked_until,
});

/** Throws unless the caller holds the lease. */
export const requireLease = (lease: Lease, { caller }: Pick<CallerContext, 'caller'>, now: Date): void => {
  const holder = holderOf(lease, now);
  if (!holder) throw new DomainError('LOCK_NEEDED');
  if (holder.id !== caller.accountId) throw lockedBy(holder);
};

/** Runs a change if the caller holds the lease. The row stays locked until the change is done. */
export const changing = <T extends object>(
  desk: Desk,
  asking: CallerContext,
  id: number,
  work: (tx: Tx, accident: AccidentState, key: AccidentKey) => Promise<T>,
): Promise<T> =>
  asking.change(async tx => {
    const key = { companyId: asking.caller.companyId, id };
    const accident = await lockRow(tx.db, key);
    requireLease(accident, asking, desk.now());
    return work(tx, accident, key);
  });

/** Takes or renews the lease for the caller. Of concurrent claims the first to lock the row wins. */
export const take = (
  desk: Desk,
  asking: CallerContext,
  id: number,
  how: { readonly takeOver?: boolean | undefined; readonly reason?: string | undefined },
) => {
  const reason = reasonOf(how.reason);
  if (how.takeOver && !reason) throw new DomainError('REASON_NEEDED');
  const { companyId, accountId, fullName } = asking.caller;
  return asking.change(async tx => {
    const key = { companyId, id };
    const now = desk.now();
    const accident = await lockRow(tx.db, key);
    const holder = holderOf(accident, now);
    const mine = { id: accountId, name: fullName };
    const others = holder && holder.id !== accountId;
    if (others && !how.takeOver) throw lockedBy(holder);
    const lease = leaseFor(mine, now);
    const changesHands = !holder || others;
    const taken = changesHands ? statusTaken(accident) : accident.status_of_road_accident_id;
    const worked = statusChanges(accident, taken);
    await writeAccident(tx.db, key, {
      ...lease,
      // The version stays unchanged, because the operator continues to work with the data on the screen.
      status_of_road_accident_id: taken,
      // A finished case keeps its operator.
      ...(accident.status === 'opened' && { operator_id: accountId }),
    });
    // A renewal causes no event.
    if (changesHands) {
      const action = others ? 'takeOver' : 'lock';
      const changes = [...leaseChanges(holder, mine), ...worked];
      await tx.audit({ entity: 'accident', entityId: id, action, reason, changes });
      await emitAccidentEvent(tx, key, { action, fields: ['LockedBy', ...worked.map(({ field }) => field)] });
    }
    if (others)
      await notify(tx, holder.id, {
        companyId,
        kind: 'takenOver',
        at: now,
        actorName: fullName,
        text: reason ?? null,
        about: { accident_id: id },
      });
    return answer(lease);
  });
};

/** Returns the values and history entries that end a lease. The work status becomes that of a case without a lease. */
export const freed = async (tx: Tx, key: AccidentKey, accident: AccidentState) => {
  const status = statusGivenBack(accident, await wasCalled(tx.db, key));
  return {
    values: { ...freeLease, status_of_road_accident_id: status },
    changes: statusChanges(accident, status),
  };
};

/** Ends the lease, writes the history and emits the event. */
export const setFree = async (tx: Tx, key: AccidentKey, accident: AccidentState, holder: Holder): Promise<void> => {
  const { values, changes } = await freed(tx, key, accident);
  await writeAccident(tx.db, key, values);
  await tx.audit({
    entity: 'accident',
    entityId: key.id,
    action: 'unlock',
    changes: [...leaseChanges(holder, undefined), ...changes],
  });
  await emitAccidentEvent(tx, key, { action: 'unlock', fields: ['LockedBy', ...changes.map(({ field }) => field)] });
};

/** Releases the caller's lease. Does nothing without a lease. */
export const giveBack = (desk: Desk, asking: CallerContext, id: number) =>
  asking.change(async tx => {
    const key = { companyId: asking.caller.companyId, id };
    const accident = await lockRow(tx.db, key);
    const holder = holderOf(accident, desk.now());
    if (holder && holder.id !== asking.caller.accountId) throw lockedBy(holder);
    if (holder) await setFree(tx, key, accident, holder);
    return answer(freeLease);
  });
