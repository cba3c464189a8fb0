import { sql, type Transaction } from 'kysely';
import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import type { Context } from '../../context.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Database } from '../../db/types.ts';
import type { ActionRules, ActionRun } from '../../engine/table/actions.ts';
import { lockAccidents, openQuarantinedAccident } from '../accidents/service.ts';
import { settleBlocks } from './anomalies.ts';
import { readImpactsAround, refineImpacts } from './laterFixes.ts';
import { recutTrips } from './trips.ts';
import type { TimeRange } from './window.ts';

type Db = Transaction<Database>;

interface FaultKey {
  readonly objectId: string;
  readonly kind: AnomalyKind;
}

const faultKeyOf = ({ ObjectId, Kind }: ActionRun['record']): FaultKey => ({
  objectId: String(ObjectId),
  kind: Kind as AnomalyKind,
});

interface Decision {
  readonly state: 'cleared' | 'confirmed';
  readonly at: Date;
  readonly by: string;
  readonly reason: string;
}

/**
 * Stores a decision on all open anomalies of a fault. A decision to clear also changes confirmed anomalies that
 * continue.
 * Returns the affected time ranges of the track and the affected impacts.
 */
const storeDecision = async (db: Db, { objectId, kind }: FaultKey, { state, at, by, reason }: Decision) => {
  const { rows } = await sql<{ accident_id: number | null; found_in: string; from_at: string; to_at: string }>`
    update anomaly set state = ${state}, decided_at = ${at}, decided_by = ${by}, reason = ${reason},
      ended_at = coalesce(ended_at, ${state === 'cleared' ? at : null}::timestamptz),
      quarantined = case when ${state === 'cleared'} then 0 else quarantined end
    where object_id = ${objectId} and kind = ${kind}
      and (state = 'open' or (${state === 'cleared'} and state = 'confirmed' and ended_at is null))
    returning accident_id, found_in, from_at, to_at`.execute(db);
  return rows;
};

/**
 * Releases the quarantined blocks that are not settled, so that their data counts again. Returns the time ranges of
 * these blocks.
 */
const releaseBlocks = async (db: Db, { objectId, kind }: FaultKey): Promise<TimeRange[]> => {
  const fixes = await sql<{ start_at: string; end_at: string }>`
    update position_block set quarantine_reason = null, suspect = 0 where object_id = ${objectId} and quarantine_reason = ${kind}
      and not settled
    returning start_at, end_at`.execute(db);
  const curves = await sql<{ start_at: string; end_at: string }>`
    update curve_block set quarantine_reason = null where object_id = ${objectId} and quarantine_reason = ${kind}
      and not settled
    returning start_at, end_at`.execute(db);
  return [...fixes.rows, ...curves.rows].map(row => ({
    fromMs: Date.parse(row.start_at),
    toMs: Date.parse(row.end_at),
  }));
};

/** Locks the object before the anomaly's row, because the intake of messages locks in the same order. */
const lockFaultObject =
  (run: ActionRun): ((tx: { readonly db: Db }) => Promise<ActionRun['caller']>) =>
  async ({ db }) => {
    await advisoryLock(db, `object:${faultKeyOf(run.record).objectId}`);
    return run.caller;
  };

const clearFault =
  ({ now, workers }: Context) =>
  (run: ActionRun): Promise<void> =>
    run.change(async (tx, record) => {
      const { caller, id, values } = run;
      const fault = faultKeyOf(record);
      const decision = { state: 'cleared', at: now(), by: caller.fullName, reason: String(values.Reason) } as const;
      const decidedAnomalies = await storeDecision(tx.db, fault, decision);
      await sql`delete from anomaly_status where company_id = ${caller.companyId} and id = ${id}`.execute(tx.db);
      const trackRanges = decidedAnomalies
        .filter(({ found_in }) => found_in === 'track')
        .map(({ from_at, to_at }) => ({ fromMs: Date.parse(from_at), toMs: Date.parse(to_at) }));
      const changedRanges = [...(await releaseBlocks(tx.db, fault)), ...trackRanges];
      const object = { companyId: caller.companyId, voucherId: Number(record.VoucherId), objectId: fault.objectId };
      await recutTrips(tx.db, workers, object, changedRanges);
      const impactIds = decidedAnomalies.flatMap(({ accident_id }) => accident_id ?? []);
      const nearbyImpactIds =
        changedRanges.length > 0 ? (await readImpactsAround(tx, object, changedRanges)).map(impact => impact.id) : [];
      await lockAccidents(tx.db, caller.companyId, [...impactIds, ...nearbyImpactIds]);
      await refineImpacts(tx, workers, object, changedRanges);
      for (const accidentId of impactIds)
        await openQuarantinedAccident(tx, { companyId: caller.companyId, id: accidentId }, fault.kind);
      return [{ field: 'Held', before: record.Held ?? 0, after: 0 }];
    }, lockFaultObject(run));

const confirmFault =
  ({ now }: Context) =>
  (run: ActionRun): Promise<void> =>
    run.change(async (tx, record) => {
      const { caller, id, values } = run;
      const decision = { state: 'confirmed', at: now(), by: caller.fullName, reason: String(values.Reason) } as const;
      const fault = faultKeyOf(record);
      await storeDecision(tx.db, fault, decision);
      if (record.EndedAt !== null) await settleBlocks(tx.db, fault.objectId, [fault.kind]);
      await sql`update anomaly_status set state = 'confirmed', version = version + 1
        where company_id = ${caller.companyId} and id = ${id}`.execute(tx.db);
      return [{ field: 'State', before: record.State, after: 'confirmed' }];
    }, lockFaultObject(run));

/** A manager's decisions on a fault: the data counts (clear) or stays excluded (confirm). */
export const anomalyActions = (context: Context): ActionRules => ({
  anomalies: { clear: { act: clearFault(context) }, confirm: { act: confirmFault(context) } },
});
