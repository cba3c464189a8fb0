import { sql, type Transaction } from 'kysely';
import { type AnomalyKind, type AnomalyState, anomalyUnitOf } from '../../../src/contract/anomalies.ts';
import type { Database } from '../../db/types.ts';
import type { CompanyObject } from './devicePeriods.ts';
import type { PreparedCurve } from './preparing.ts';

type Db = Transaction<Database>;

/** Longest gap between messages with the same fault, ms. Within the gap the fault counts as one anomaly. */
const sameFaultGapMs = 3_600_000;

/**
 * Kinds of faults that quarantine no data, for example rows that cannot be read, clipped samples, and silence of the
 * device.
 */
const neverQuarantinedKinds: readonly AnomalyKind[] = [
  'row',
  'clipped',
  'curveClock',
  'remounted',
  'silence',
  'powerCut',
  'mileage',
];

export const quarantinedCount = (kind: AnomalyKind, count: number): number =>
  neverQuarantinedKinds.includes(kind) ? 0 : count;

interface OpenAnomalies {
  readonly kind: AnomalyKind;
  readonly began: string;
  readonly last: string;
  readonly count: number;
  readonly quarantined: number;
  readonly hasUndecided: boolean;
  /** Moment when the last of the anomalies ended. Null: at least one continues. */
  readonly ended: string | null;
}

/**
 * Marks the blocks in quarantine for these kinds of faults as settled: their data stays excluded for good. A later
 * decision on the same kind does not change settled blocks.
 */
export const settleBlocks = async (db: Db, objectId: string, kinds: readonly AnomalyKind[]): Promise<void> => {
  for (const table of ['position_block', 'curve_block'] as const)
    await sql`update ${sql.table(table)} set settled = true
      where object_id = ${objectId} and quarantine_reason = any(${kinds}) and not settled`.execute(db);
};

/**
 * Updates the status rows of an object from its anomalies of these kinds. The status shows anomalies that continue or
 * wait for a decision.
 * The caller has locked the object.
 */
export const refreshStatus = async (
  db: Db,
  { companyId, objectId, voucherId }: CompanyObject,
  kinds: readonly AnomalyKind[],
): Promise<void> => {
  if (kinds.length === 0) return;
  const { rows } = await sql<OpenAnomalies>`
    select kind, min(from_at) as began, max(to_at) as last, sum(count)::int as count, sum(quarantined)::int as quarantined,
      bool_or(state = 'open') as "hasUndecided",
      case when bool_and(ended_at is not null) then max(ended_at) end as ended
    from anomaly where object_id = ${objectId} and kind = any(${kinds}) and state <> 'cleared'
      and (ended_at is null or (state = 'open' and quarantined > 0))
    group by kind`.execute(db);
  const openKinds = rows.map(({ kind }) => kind);
  const endedKinds = kinds.filter(kind => !openKinds.includes(kind));
  if (endedKinds.length > 0) {
    await sql`delete from anomaly_status where company_id = ${companyId} and object_id = ${objectId}
      and kind = any(${endedKinds})`.execute(db);
    await settleBlocks(db, objectId, endedKinds);
  }
  for (const { kind, began, last, count, quarantined, hasUndecided, ended } of rows)
    await sql`
      insert into anomaly_status as known (company_id, object_id, voucher_id, kind, began_at, last_at, ended_at, count, quarantined, state)
      values (${companyId}, ${objectId}, ${voucherId}, ${kind}, ${began}, ${last}, ${ended}, ${count}, ${quarantined},
        ${hasUndecided ? 'open' : 'confirmed'})
      on conflict (company_id, object_id, kind) do update set voucher_id = excluded.voucher_id, ended_at = excluded.ended_at,
        began_at = excluded.began_at, last_at = excluded.last_at, count = excluded.count, quarantined = excluded.quarantined,
        state = excluded.state, version = known.version + 1`.execute(db);
};

/**
 * Returns the kinds of faults that a manager confirmed before and that continue. A new anomaly of such a kind counts as
 * confirmed.
 */
const readConfirmedKinds = async (
  db: Db,
  objectId: string,
  kinds: readonly AnomalyKind[],
): Promise<ReadonlySet<AnomalyKind>> => {
  const { rows } = await sql<{ kind: AnomalyKind }>`
    select distinct kind from anomaly where object_id = ${objectId} and kind = any(${kinds})
      and state = 'confirmed' and ended_at is null`.execute(db);
  return new Set(rows.map(({ kind }) => kind));
};

export interface Fault {
  readonly kind: AnomalyKind;
  readonly foundIn: 'message' | 'track' | 'curve' | 'impact' | 'mounting' | 'check';
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
  readonly slope?: number;
  readonly accidentId?: number;
  /** Time that a device with a wrong clock stated. Null: the clock was not wrong. */
  readonly statedAt?: Date | null;
  /** Number of faulty values that are in quarantine, at most `count`. Absent: all of them. */
  readonly quarantined?: number;
}

export const insertFaults = async (db: Db, objectId: string, faults: readonly Fault[]): Promise<void> => {
  if (faults.length === 0) return;
  const confirmedKinds = await readConfirmedKinds(
    db,
    objectId,
    faults.map(({ kind }) => kind),
  );
  await db
    .insertInto('anomaly')
    .values(
      faults.map(({ kind, foundIn, fromMs, toMs, count, slope, accidentId, statedAt, quarantined }) => ({
        object_id: objectId,
        kind,
        found_in: foundIn,
        from_at: new Date(fromMs),
        to_at: new Date(toMs),
        stated_at: statedAt ?? null,
        count,
        quarantined: quarantined ?? quarantinedCount(kind, count),
        slope: slope ?? null,
        accident_id: accidentId ?? null,
        state: confirmedKinds.has(kind) ? ('confirmed' as const) : ('open' as const),
      })),
    )
    .execute();
};

/**
 * Records the device faults that a message showed, dated by its arrival. `isRepaired`: the data was repaired and counts,
 * so none of it is in quarantine. The caller has locked the object.
 */
export const recordFaults = async (
  db: Db,
  object: CompanyObject,
  faults: Readonly<Partial<Record<AnomalyKind, number>>>,
  receivedAt: Date,
  { statedAt = null, isRepaired = false }: { statedAt?: Date | null; isRepaired?: boolean } = {},
): Promise<void> => {
  const { objectId } = object;
  const since = new Date(receivedAt.getTime() - sameFaultGapMs);
  const faultCounts = (Object.entries(faults) as [AnomalyKind, number][]).filter(([, count]) => count > 0);
  for (const [kind, count] of faultCounts) {
    const quarantined = isRepaired ? 0 : quarantinedCount(kind, count);
    const { rows } = await sql`
      update anomaly set to_at = greatest(to_at, ${receivedAt}), count = count + ${count},
        quarantined = quarantined + ${quarantined}, stated_at = coalesce(stated_at, ${statedAt})
      where object_id = ${objectId} and id = (
        select max(id) from anomaly
        where object_id = ${objectId} and kind = ${kind} and found_in = 'message' and to_at >= ${since}
          and state <> 'cleared' and ended_at is null)
      returning id`.execute(db);
    if (rows.length > 0) continue;
    const receivedMs = receivedAt.getTime();
    await insertFaults(db, objectId, [
      { kind, foundIn: 'message', fromMs: receivedMs, toMs: receivedMs, count, statedAt, quarantined },
    ]);
  }
  await refreshStatus(
    db,
    object,
    faultCounts.map(([kind]) => kind),
  );
};

/**
 * Withdraws a fault of so many fixes of earlier messages, because later messages disproved it. Returns false if a
 * manager has decided on the fault, which then stays. The caller has locked the object.
 */
export const withdrawFaults = async (
  db: Db,
  object: CompanyObject,
  kind: AnomalyKind,
  fixes: number,
): Promise<boolean> => {
  const { objectId } = object;
  const { rows } = await sql<{ id: number; count: number }>`
    select id, count from anomaly
    where object_id = ${objectId} and kind = ${kind} and found_in = 'message' and state = 'open'
    order by to_at desc, id desc`.execute(db);
  if (rows.reduce((sum, { count }) => sum + count, 0) < fixes) return false;
  let remaining = fixes;
  for (const { id, count } of rows) {
    const withdrawn = Math.min(count, remaining);
    if (withdrawn === 0) break;
    remaining -= withdrawn;
    await (withdrawn === count
      ? sql`delete from anomaly where object_id = ${objectId} and id = ${id}`.execute(db)
      : sql`update anomaly set count = count - ${withdrawn}, quarantined = quarantined - ${withdrawn}
          where object_id = ${objectId} and id = ${id}`.execute(db));
  }
  await refreshStatus(db, object, [kind]);
  return true;
};

/**
 * Records faults of acceleration that the device sent while driving. A faulty block is quarantined as a whole. Each
 * fault counts only its own samples.
 */
export const recordCurveFaults = async (
  db: Db,
  object: CompanyObject,
  { startMs, endMs, faults, samples, quarantineReason }: PreparedCurve,
) => {
  const curveFaults = (Object.entries(faults) as [AnomalyKind, number][]).map(
    ([kind, count]): Fault => ({
      kind,
      foundIn: 'curve',
      fromMs: startMs,
      toMs: endMs,
      count,
      quarantined: kind === quarantineReason ? samples : 0,
    }),
  );
  await insertFaults(db, object.objectId, curveFaults);
  await refreshStatus(
    db,
    object,
    curveFaults.map(({ kind }) => kind),
  );
};

interface ImpactFaults {
  readonly accidentId: number;
  readonly crashMs: number;
  readonly endMs: number;
  readonly samples: number;
  /** Number of samples at the end of the sensor's range. The true acceleration was higher. */
  readonly clipped: number;
  readonly kinds: readonly AnomalyKind[];
  /** Kinds of faults that were repaired, so that the recording counts. */
  readonly repairedKinds?: readonly AnomalyKind[];
}

export const recordImpactFaults = async (
  db: Db,
  object: CompanyObject,
  { accidentId, crashMs, endMs, samples, clipped, kinds, repairedKinds = [] }: ImpactFaults,
): Promise<void> => {
  const allKinds = [...new Set([...kinds, ...repairedKinds])];
  const impactFaults = allKinds.map(
    (kind): Fault => ({
      kind,
      foundIn: 'impact',
      fromMs: crashMs,
      toMs: Math.max(crashMs, endMs),
      count: kind === 'clipped' ? clipped : anomalyUnitOf(kind) === 'samples' ? samples : 1,
      // Only faults that are counted in samples quarantine the recording. A fault of the fixes leaves the recording in
      // use.
      quarantined: kinds.includes(kind) && anomalyUnitOf(kind) === 'samples' ? quarantinedCount(kind, samples) : 0,
      accidentId,
    }),
  );
  await insertFaults(db, object.objectId, impactFaults);
  await refreshStatus(db, object, allKinds);
};

/**
 * Result for one impact: whether the receiver's speed before the impact was stuck, according to all fixes stored by
 * now.
 */
export interface SpeedCheck {
  readonly accidentId: number;
  readonly crashMs: number;
  readonly isSpeedStuck: boolean;
}

/**
 * Updates the speed faults of impacts after a check against all fixes stored by now. Adds a fault that the check found.
 * Removes a fault that it did not find again, unless a user has decided on the fault.
 * The caller has locked the object.
 */
export const updateSpeedFaults = async (
  db: Db,
  object: CompanyObject,
  speedChecks: readonly SpeedCheck[],
): Promise<void> => {
  const kind: AnomalyKind = 'speedStuck';
  const ids = speedChecks.map(({ accidentId }) => accidentId);
  const { rows } = await sql<{ accident_id: number; state: AnomalyState }>`
    select accident_id, state from anomaly
    where object_id = ${object.objectId} and kind = ${kind} and found_in = 'impact' and accident_id = any(${ids})`.execute(
    db,
  );
  const faultsOfAccident = (id: number) => rows.filter(({ accident_id }) => accident_id === id);
  for (const { accidentId, crashMs, isSpeedStuck } of speedChecks) {
    const storedFaults = faultsOfAccident(accidentId);
    if (isSpeedStuck && storedFaults.length === 0)
      await recordImpactFaults(db, object, {
        accidentId,
        crashMs,
        endMs: crashMs,
        samples: 0,
        clipped: 0,
        kinds: [kind],
      });
    if (isSpeedStuck || !storedFaults.some(({ state }) => state === 'open')) continue;
    await sql`
      delete from anomaly where object_id = ${object.objectId} and kind = ${kind} and found_in = 'impact'
        and accident_id = ${accidentId} and state = 'open'`.execute(db);
    await refreshStatus(db, object, [kind]);
  }
};
