import { sql, type Transaction } from 'kysely';
import type { AnomalyKind, AnomalyState } from '../../../src/contract/anomalies.ts';
import type { Database } from '../../db/types.ts';
import { type Fault, insertFaults, refreshStatus } from './anomalies.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { type CutWindow, overlaps, type Stretch } from './window.ts';

type Db = Transaction<Database>;

/** Faults are read up to this time before and after the changed time range, ms. */
const aroundMs = 7 * 86_400_000;

/** A stored fault of a track. */
export interface StoredFault extends Stretch {
  readonly id: number;
  readonly kind: AnomalyKind;
  readonly state: AnomalyState;
}

/**
 * Returns faults of an object's track around a time range. Read once, for cutting trips and for updating the faults.
 */
export const trackFaultsAround = async (
  db: Db,
  objectId: string,
  { fromMs, toMs }: Stretch,
): Promise<StoredFault[]> => {
  const { rows } = await sql<Pick<StoredFault, 'id' | 'kind' | 'state'> & { from_at: string; to_at: string }>`
    select id, kind, state, from_at, to_at from anomaly
    where object_id = ${objectId} and found_in = 'track'
      and to_at >= ${new Date(fromMs - aroundMs)} and from_at <= ${new Date(toMs + aroundMs)}
    order by from_at, id`.execute(db);
  return rows.map(({ from_at, to_at, ...row }) => ({ ...row, fromMs: Date.parse(from_at), toMs: Date.parse(to_at) }));
};

/**
 * Replaces the stored faults in a window of a track. A new fault that continues an old one keeps the user's decision on
 * it.
 */
export const replaceTrackFaults = async (
  db: Db,
  whose: CompanyObject,
  window: CutWindow,
  around: readonly StoredFault[],
): Promise<void> => {
  const stored = around.filter(({ fromMs }) => fromMs >= window.fromMs && fromMs < window.beforeMs);
  if (stored.length === 0 && window.faults.length === 0) return;
  const free = new Set(stored);
  const fresh: Fault[] = [];
  for (const fault of window.faults) {
    const before = [...free].find(each => each.kind === fault.kind && overlaps(each, fault));
    if (!before) {
      fresh.push({ ...fault, foundIn: 'track' });
      continue;
    }
    free.delete(before);
    await sql`
      update anomaly set from_at = ${new Date(fault.fromMs)}, to_at = ${new Date(fault.toMs)}, count = ${fault.count},
        quarantined = case when state = 'cleared' then 0 else ${fault.quarantined} end, slope = ${fault.slope ?? null}
      where object_id = ${whose.objectId} and id = ${before.id}`.execute(db);
  }
  const gone = [...free].map(({ id }) => id);
  if (gone.length > 0)
    await sql`delete from anomaly where object_id = ${whose.objectId} and id = any(${gone})`.execute(db);
  await insertFaults(db, whose.objectId, fresh);
  await refreshStatus(db, whose, [...new Set([...stored, ...window.faults].map(({ kind }) => kind))]);
};
