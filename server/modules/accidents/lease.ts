import type { Lock } from '../../../src/contract/shapes/accident.ts';
import type { Static } from '../../../src/contract/static.ts';
import { differences } from '../../db/differences.ts';
import { createLease, freeLease, holderOf, type Lease, type LeaseHolder } from '../../domain/accident-lease.ts';
import { notify } from '../../engine/notifications/service.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { AccidentContext, CallerContext } from './accidentContext.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { trimReason } from './input.ts';
import { statusAfterRelease, statusAfterTake } from './outcome.ts';
import { type AccidentKey, type AccidentState, hasLoggedCall, lockAccident, writeAccident } from './repository.ts';

export const lockedByError = ({ id, name }: LeaseHolder): DomainError =>
  new DomainError('LOCKED', { values: { name }, extra: { LockedBy: id, LockedByName: name } });

const holderToWire = (holder: LeaseHolder | undefined) => ({
  LockedBy: holder?.id ?? null,
  LockedByName: holder?.name ?? null,
});

export const leaseChanges = (before: LeaseHolder | undefined, after: LeaseHolder | undefined) =>
  differences(holderToWire(before), holderToWire(after));

const statusChanges = (accident: AccidentState, after: number) =>
  differences({ StatusOfRoadAccidentID: accident.status_of_road_accident_id }, { StatusOfRoadAccidentID: after });

const leaseToWire = (lease: Lease): Static<typeof Lock> => ({
  LockedBy: lease.locked_by,
  LockedByName: lease.locked_by_name,
  LockedUntil: lease.locked_until,
});

export const requireLease = (lease: Lease, { caller }: Pick<CallerContext, 'caller'>, now: Date): void => {
  const holder = holderOf(lease, now);
  if (!holder) throw new DomainError('LOCK_NEEDED');
  if (holder.id !== caller.accountId) throw lockedByError(holder);
};

/** Runs a change if the caller holds the lease. The row stays locked until the change is done. */
export const changeLeasedAccident = <T extends object>(
  context: AccidentContext,
  request: CallerContext,
  id: number,
  change: (tx: Tx, accident: AccidentState, key: AccidentKey) => Promise<T>,
): Promise<T> =>
  request.change(async tx => {
    const key = { companyId: request.caller.companyId, id };
    const accident = await lockAccident(tx.db, key);
    requireLease(accident, request, context.now());
    return change(tx, accident, key);
  });

/** Takes or renews the lease for the caller. Of concurrent claims the first to lock the row wins. */
export const takeLease = (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  options: { readonly takeOver?: boolean | undefined; readonly reason?: string | undefined },
) => {
  const reason = trimReason(options.reason);
  if (options.takeOver && !reason) throw new DomainError('REASON_NEEDED');
  const { companyId, accountId, fullName } = request.caller;
  return request.change(async tx => {
    const key = { companyId, id };
    const now = context.now();
    const accident = await lockAccident(tx.db, key);
    const holder = holderOf(accident, now);
    const callerHolder = { id: accountId, name: fullName };
    const isHeldByOther = holder && holder.id !== accountId;
    if (isHeldByOther && !options.takeOver) throw lockedByError(holder);
    const lease = createLease(callerHolder, now);
    const changesHands = !holder || isHeldByOther;
    const newStatus = changesHands ? statusAfterTake(accident) : accident.status_of_road_accident_id;
    const workStatusChanges = statusChanges(accident, newStatus);
    await writeAccident(tx.db, key, {
      ...lease,
      // The case keeps its version, because the operator continues to work with the data on the screen.
      status_of_road_accident_id: newStatus,
      // A finished case keeps its operator.
      ...(accident.status === 'opened' && { operator_id: accountId }),
    });
    // Renewing a lease writes no history and emits no event.
    if (changesHands) {
      const action = isHeldByOther ? 'takeOver' : 'lock';
      const changes = [...leaseChanges(holder, callerHolder), ...workStatusChanges];
      await tx.audit({ entity: 'accident', entityId: id, action, reason, changes });
      await emitAccidentEvent(tx, key, {
        action,
        fields: ['LockedBy', ...workStatusChanges.map(({ field }) => field)],
      });
    }
    if (isHeldByOther)
      await notify(tx, holder.id, {
        companyId,
        kind: 'takenOver',
        at: now,
        actorName: fullName,
        text: reason ?? null,
        about: { accident_id: id },
      });
    return leaseToWire(lease);
  });
};

/** Returns the values and history entries that end a lease. The work status becomes that of a case without a lease. */
export const endLeaseChanges = async (tx: Tx, key: AccidentKey, accident: AccidentState) => {
  const status = statusAfterRelease(accident, await hasLoggedCall(tx.db, key));
  return {
    values: { ...freeLease, status_of_road_accident_id: status },
    changes: statusChanges(accident, status),
  };
};

export const endLease = async (
  tx: Tx,
  key: AccidentKey,
  accident: AccidentState,
  holder: LeaseHolder,
): Promise<void> => {
  const { values, changes } = await endLeaseChanges(tx, key, accident);
  await writeAccident(tx.db, key, values);
  await tx.audit({
    entity: 'accident',
    entityId: key.id,
    action: 'unlock',
    changes: [...leaseChanges(holder, undefined), ...changes],
  });
  await emitAccidentEvent(tx, key, { action: 'unlock', fields: ['LockedBy', ...changes.map(({ field }) => field)] });
};

export const releaseLease = (context: AccidentContext, request: CallerContext, id: number) =>
  request.change(async tx => {
    const key = { companyId: request.caller.companyId, id };
    const accident = await lockAccident(tx.db, key);
    const holder = holderOf(accident, context.now());
    if (holder && holder.id !== request.caller.accountId) throw lockedByError(holder);
    if (holder) await endLease(tx, key, accident, holder);
    return leaseToWire(freeLease);
  });
