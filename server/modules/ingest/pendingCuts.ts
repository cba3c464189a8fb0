import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { notifyAboutAlarm } from './alarms.ts';
import type { Contact } from './contact.ts';
import type { CompanyObject, DevicePeriod } from './devicePeriods.ts';
import { findObjectsWithImpacts, refineImpacts } from './laterFixes.ts';
import { recutTrips } from './trips.ts';
import { type ChangedFixes, type DueRanges, findDueRanges, findWaitingRanges, noteCut } from './waitingCuts.ts';

/** Fixes that a transaction stored for an object. Its track is cut into trips at the end of the transaction, or later. */
interface PendingCut extends ChangedFixes {
  /**
   * Id of the accident that the transaction created, if it stored a single message. The facts of this accident already
   * include all fixes.
   */
  readonly createdAccidentId: number | null;
  /** The object's last contact after the messages. Undefined: it must be read. */
  readonly contact: Contact | undefined;
}
export type PendingCuts = Map<DevicePeriod, PendingCut>;

const cutRanges = async (tx: Tx, workers: Workers, object: CompanyObject, due: DueRanges): Promise<void> => {
  const { newFaults, most } = await recutTrips(tx.db, workers, object, due.ranges);
  await noteCut(tx.db, object, due, most);
  const movement = newFaults.findLast(({ kind }) => kind === 'movedWithoutIgnition');
  if (movement) await notifyAboutAlarm(tx, object, { kind: movement.kind, code: '', atMs: movement.fromMs });
};

/** Joins the changes of periods that belong to the same object, because a device may return to a vehicle. */
const changedObjectsOf = (companyId: number, pendingCuts: PendingCuts) => {
  const byObject = new Map<string, PendingCut & { readonly object: CompanyObject }>();
  for (const [period, changed] of pendingCuts) {
    const { objectId } = period;
    const object = { companyId, ...period };
    const other = byObject.get(objectId);
    byObject.set(objectId, {
      object,
      ranges: [...(other?.ranges ?? []), ...changed.ranges],
      fixes: (other?.fixes ?? 0) + changed.fixes,
      isUrgent: other?.isUrgent === true || changed.isUrgent,
      createdAccidentId: other ? null : changed.createdAccidentId,
      contact: undefined,
    });
  }
  return [...byObject.values()];
};

/**
 * Cuts the tracks of all objects for which the transaction stored positions into trips. The track of a long drive waits
 * for further messages, and so do the tracks of many objects. `cutWaiting` cuts them then.
 */
export const cutPending = async (
  tx: Tx,
  workers: Workers,
  companyId: number,
  pendingCuts: PendingCuts,
): Promise<void> => {
  const changedObjects = changedObjectsOf(companyId, pendingCuts);
  const due = await findDueRanges(tx.db, changedObjects, tx.at);
  for (const [n, { object }] of changedObjects.entries()) if (due[n]) await cutRanges(tx, workers, object, due[n]);
  const rangesByObject = new Map(changedObjects.map(({ object, ranges }) => [object.objectId, ranges]));
  const withImpacts = await findObjectsWithImpacts(tx, companyId, rangesByObject);
  for (const { object, ranges, createdAccidentId } of changedObjects)
    if (withImpacts.has(object.objectId)) await refineImpacts(tx, workers, object, ranges, createdAccidentId);
};

/** Cuts the waiting time ranges of an object into trips. The caller has locked the object. */
export const cutWaiting = async (tx: Tx, workers: Workers, object: CompanyObject): Promise<void> => {
  const due = await findWaitingRanges(tx.db, object.objectId);
  if (due) await cutRanges(tx, workers, object, due);
};
