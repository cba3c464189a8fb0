import { sql, type Transaction } from 'kysely';
import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import type { Database } from '../../db/types.ts';
import { type Fault, insertFaults, refreshStatus } from './anomalies.ts';
import type { Recut } from './trips.ts';
import type { CutWindow, Decided, Stretch } from './window.ts';

type Db = Transaction<Database>;

const dayMs = 86_400_000;

const overlaps = (one: Stretch, other: Stretch): boolean => one.fromMs <= other.toMs && other.fromMs <= one.toMs;

interface Stored extends Stretch {
  readonly id: number;
  readonly kind: AnomalyKind;
  readonly count: number;
  readonly held: number;
}

/** What managers have cleared of an object's track around a time. */
export const clearedAround = async (db: Db, objectId: string, { fromMs, toMs }: Stretch): Promise<Decided[]> => {
  const { rows } = await sql<{ kind: AnomalyKind; from_at: string; to_at: string }>`
    select kind, from_at, to_at from anomaly
    where object_id = ${objectId} and found_in = 'track' and state = 'cleared'
      and to_at >= ${new Date(fromMs - dayMs)} and from_at <= ${new Date(toMs + dayMs)}`.execute(db);
  return rows.map(({ kind, from_at, to_at }) => ({ kind, fromMs: Date.parse(from_at), toMs: Date.parse(to_at) }));
};

const storedWithin = async (db: Db, objectId: string, { fromMs, beforeMs }: CutWindow): Promise<Stored[]> => {
  const { rows } = await sql<{
    id: number;
    kind: AnomalyKind;
    from_at: string;
    to_at: string;
    count: number;
    held: number;
  }>`
    select id, kind, from_at, to_at, count, held from anomaly
    where object_id = ${objectId} and found_in = 'track'
      and from_at >= ${new Date(fromMs)} and from_at < ${new Date(beforeMs)}
    order by from_at, id`.execute(db);
  return rows.map(({ from_at, to_at, ...row }) => ({ ...row, fromMs: Date.parse(from_at), toMs: Date.parse(to_at) }));
};

/**
 * Faults of a window of track stand for those it had before, as its trips do: what was decided of one stays with the one
 * that goes on from it.
 */
export const replaceTrackFaults = async (db: Db, whose: Recut, window: CutWindow): Promise<void> => {
  const stored = await storedWithin(db, whose.objectId, window);
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
        held = case when state = 'cleared' then 0 else ${fault.held} end, slope = ${fault.slope ?? null}
      where object_id = ${whose.objectId} and id = ${before.id}`.execute(db);
  }
  const gone = [...free].map(({ id }) => id);
  if (gone.length > 0)
    await sql`delete from anomaly where object_id = ${whose.objectId} and id = any(${gone})`.execute(db);
  await insertFaults(db, whose.objectId, fresh);
  await refreshStatus(db, whose, [...new Set([...stored, ...window.faults].map(({ kind }) => kind))]);
};
