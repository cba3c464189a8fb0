import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { implausibleDoubts } from '../../../src/contract/shapes/accident.ts';
import type { Tx } from '../../context.ts';
import { tellOf } from './news.ts';
import { type AccidentKey, holdRow, writeAccident } from './repository.ts';

const openAgain = async (tx: Tx, key: AccidentKey, version: number): Promise<void> => {
  await writeAccident(tx.db, key, { status: 'opened', version: version + 1 });
  tx.countRows('accidents', 'notvalid', -1);
  tx.countRows('accidents', 'opened', 1);
  const changes = [{ field: 'Status', before: 'notvalid', after: 'opened' }];
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'move', changes });
  await tellOf(tx, key, { action: 'move', fields: ['Status'], statusBefore: 'notvalid' });
};

/** An impact whose recording was not believed waits outside the queue; once its fault is cleared it joins it. */
export const openHeldAccident = async (tx: Tx, key: AccidentKey, kind: AnomalyKind): Promise<void> => {
  if (!implausibleDoubts.some(doubt => doubt === kind)) return;
  const accident = await holdRow(tx.db, key);
  // What a person has decided since stays decided.
  if (accident.status !== 'notvalid' || accident.finished_at !== null) return;
  await openAgain(tx, key, accident.version);
};

/** A new alarm of a case that waits outside the queue, because its recording was weak, takes it into the queue. */
export const openAlarmedAccident = async (tx: Tx, key: AccidentKey): Promise<void> => {
  const accident = await holdRow(tx.db, key);
  if (accident.status === 'notvalid' && accident.finished_at === null) await openAgain(tx, key, accident.version);
};
