import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { notifyAboutAlarm } from './alarms.ts';
import type { Contact } from './contact.ts';
import type { CompanyObject, DevicePeriod } from './devicePeriods.ts';
import { refineImpacts } from './laterFixes.ts';
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

/** Cuts time ranges of an object's track into trips. */
const cutRanges = async (tx: Tx, workers: Workers, object: CompanyObject, due: DueRanges): Promise<void> => {
  const { newFaults, most } = await recutTrips(tx.db, workers, object, due.ranges);
  await noteCut(tx.db, object, due, most);
  const movement = newFaults.findLast(({ kind }) => kind === 'movedWithoutIgnition');
  if (movement) await notifyAboutAlarm(tx, object, { kind: movement.kind, code: '', atMs: movement.fromMs });
};

/**
 * Cuts the tracks of all objects for which the transaction stored positions into trips. The track of a long drive waits
 * for further messages, and `cutWaiting` cuts it then.
 */
export const cutPending = async (
  tx: Tx,
  workers: Workers,
  companyId: number,
  pendingCuts: PendingCuts,
): Promise<void> => {
  for (const [period, changed] of pendingCuts) {
    const { ranges, createdAccidentId } = changed;
    const object = { companyId, ...period };
    const due = await findDueRanges(tx.db, object, changed, tx.at);
    if (due) await cutRanges(tx, workers, object, due);
    await refineImpacts(tx, workers, object, ranges, createdAccidentId);
  }
};

/** Cuts the waiting time ranges of an object into trips. The caller has locked the object. */
export const cutWaiting = async (tx: Tx, workers: Workers, object: CompanyObject): Promise<void> => {
  const due = await findWaitingRanges(tx.db, object.objectId);
  if (due) await cutRanges(tx, workers, object, due);
};
