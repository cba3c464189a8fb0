import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { implausibleDoubts } from '../../../src/contract/shapes/accident.ts';
import type { Tx } from '../../context.ts';
import { tellOf } from './news.ts';
import { type AccidentKey, holdRow, writeAccident } from './repository.ts';

/** Moves into the queue what no person has put to the mini-losses; `fields`: what else of it has changed. */
export const joinQueue = async (tx: Tx, key: AccidentKey, version: number, fields: readonly string[] = []) => {
  await writeAccident(tx.db, key, { status: 'opened', version: version + 1 });
  tx.countRows('accidents', 'notvalid', -1);
  tx.countRows('accidents', 'opened', 1);
  const changes = [{ field: 'Status', before: 'notvalid', after: 'opened' }];
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'move', changes });
  await tellOf(tx, key, { action: 'move', fields: ['Status', ...fields], statusBefore: 'notvalid' });
};

/** An impact whose recording was not believed waits outside the queue; once its fault is cleared it joins it. */
export const openHeldAccident = async (tx: Tx, key: AccidentKey, kind: AnomalyKind): Promise<void> => {
  if (!implausibleDoubts.some(doubt => doubt === kind)) return;
  const { status, version } = await holdRow(tx.db, key);
  if (status === 'notvalid') await joinQueue(tx, key, version);
};
