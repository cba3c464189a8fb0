import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { implausibleDoubts } from '../../../src/contract/shapes/accident.ts';
import type { Tx } from '../../transaction.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { type AccidentKey, lockAccident, writeAccident } from './repository.ts';

const moveToQueue = async (tx: Tx, key: AccidentKey, version: number): Promise<void> => {
  await writeAccident(tx.db, key, { status: 'opened', version: version + 1 });
  tx.countRows('accidents', 'notvalid', -1);
  tx.countRows('accidents', 'opened', 1);
  const changes = [{ field: 'Status', before: 'notvalid', after: 'opened' }];
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'move', changes });
  await emitAccidentEvent(tx, key, { action: 'move', fields: ['Status'], statusBefore: 'notvalid' });
};

/**
 * Moves an impact into the queue after the device fault that made its recording implausible was cleared. Before, the
 * impact waits outside the queue.
 */
export const openQuarantinedAccident = async (tx: Tx, key: AccidentKey, kind: AnomalyKind): Promise<void> => {
  if (!implausibleDoubts.some(doubt => doubt === kind)) return;
  const accident = await lockAccident(tx.db, key);
  // If a user has decided on the case in the meantime, the decision stays.
  if (accident.status !== 'notvalid' || accident.finished_at !== null) return;
  await moveToQueue(tx, key, accident.version);
};

/**
 * Moves a case into the queue after a new alarm. Before the alarm, its recording alone kept the case out of the queue.
 */
export const openAlarmedAccident = async (tx: Tx, key: AccidentKey): Promise<void> => {
  const accident = await lockAccident(tx.db, key);
  if (accident.status === 'notvalid' && accident.finished_at === null) await moveToQueue(tx, key, accident.version);
};
