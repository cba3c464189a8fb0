import { sql, type Transaction } from 'kysely';
import type { AnomalyKind, AnomalyState } from '../../../src/contract/anomalies.ts';
import type { Database } from '../../db/types.ts';
import { type Fault, insertFaults, refreshStatus } from './anomalies.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { type CutWindow, overlaps, type TimeRange } from './window.ts';

type Db = Transaction<Database>;

/** Faults are read up to this duration before and after the changed time range, ms. */
const searchMarginMs = 7 * 86_400_000;

export interface StoredFault extends TimeRange {
  readonly id: number;
  readonly kind: AnomalyKind;
  readonly state: AnomalyState;
}

/**
 * Returns faults of an object's track around a time range. They are read once and used twice: for cutting trips, and
 * for updating the faults.
 */
export const readTrackFaultsAround = async (
  db: Db,
  objectId: string,
  { fromMs, toMs }: TimeRange,
): Promise<StoredFault[]> => {
  const { rows } = await sql<Pick<StoredFault, 'id' | 'kind' | 'state'> & { from_at: string; to_at: string }>`
    select id, kind, state, from_at, to_at from anomaly
    where object_id = ${objectId} and found_in = 'track'
      and to_at >= ${new Date(fromMs - searchMarginMs)} and from_at <= ${new Date(toMs + searchMarginMs)}
    order by from_at, id`.execute(db);
  return rows.map(({ from_at, to_at, ...row }) => ({ ...row, fromMs: Date.parse(from_at), toMs: Date.parse(to_at) }));
};

/**
 * Replaces the stored faults in a window of a track. A new fault that continues an old one keeps the user's decision on
 * it. Returns the faults that were not known before.
 */
export const replaceTrackFaults = async (
  db: Db,
  object: CompanyObject,
  window: Pick<CutWindow, 'fromMs' | 'beforeMs' | 'faults'>,
  storedFaults: readonly StoredFault[],
): Promise<Fault[]> => {
  const storedInWindow = storedFaults.filter(({ fromMs }) => fromMs >= window.fromMs && fromMs < window.beforeMs);
  if (storedInWindow.length === 0 && window.faults.length === 0) return [];
  const unmatched = new Set(storedInWindow);
  const newFaults: Fault[] = [];
  for (const fault of window.faults) {
    const match = [...unmatched].find(each => each.kind === fault.kind && overlaps(each, fault));
    if (!match) {
      newFaults.push({ ...fault, foundIn: 'track' });
      continue;
    }
    unmatched.delete(match);
    await sql`
      update anomaly set from_at = ${new Date(fault.fromMs)}, to_at = ${new Date(fault.toMs)}, count = ${fault.count},
        quarantined = case when state = 'cleared' then 0 else ${fault.quarantined} end, slope = ${fault.slope ?? null}
      where object_id = ${object.objectId} and id = ${match.id}`.execute(db);
  }
  const removedIds = [...unmatched].map(({ id }) => id);
  if (removedIds.length > 0)
    await sql`delete from anomaly where object_id = ${object.objectId} and id = any(${removedIds})`.execute(db);
  await insertFaults(db, object.objectId, newFaults);
  await refreshStatus(db, object, [...new Set([...storedInWindow, ...window.faults].map(({ kind }) => kind))]);
  return newFaults;
};
