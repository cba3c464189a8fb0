import { sql } from 'kysely';
import {
  type CrashDoubt,
  type CrashFacts,
  implausibleDoubts,
  speedDoubts,
} from '../../../src/contract/shapes/accident.ts';
import { noFacts, unknownFacts } from '../../domain/telemetry/noFacts.ts';
import type { Vector } from '../../domain/telemetry/vectors.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { refineAccident } from '../accidents/service.ts';
import { aroundCrashMs, readCrashBlock, readFixes } from '../telemetry/service.ts';
import { type SpeedCheck, updateSpeedFaults } from './anomalies.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { correctDamagedFacts, correctTurnedFacts, nearestPosition } from './impacts.ts';
import { type JudgeTask, judge, workerThresholdSamples } from './judging.ts';
import type { Tasks } from './thread.ts';
import type { TimeRange } from './window.ts';

/** Crash facts that depend on the fixes around an impact. All other facts come from the curve and stay. */
const factsFromFixes = [
  'SpeedBeforeKmh',
  'SpeedAfterKmh',
  'StandsAfter',
  'Rollover',
  'CrashProbability',
  'CrashReasons',
  'Severity',
] as const satisfies readonly (keyof CrashFacts)[];

const unknownFactNames = Object.keys(unknownFacts) as (keyof typeof unknownFacts)[];
const doubtsFromFixes: readonly CrashDoubt[] = ['againstFixes', ...speedDoubts];
const isAgainstFixes = ({ Doubts }: CrashFacts): boolean => Doubts?.includes('againstFixes') ?? false;
const isFallen = ({ CrashReasons }: CrashFacts): boolean => CrashReasons?.includes('fell') ?? false;

/**
 * Maximum number of impacts whose facts are computed again after a message. Without a limit, each message of a device
 * with many impacts would cause this work for all of them.
 */
const maxImpacts = 20;
/**
 * Maximum number of impacts that one query reads. The query also returns impacts that lie between distant time ranges,
 * and these are discarded.
 */
const maxReadImpacts = 200;

/**
 * Returns the object's impacts in and around these time ranges, ordered by id, so that the caller locks rows in this
 * order.
 */
export const readImpactsAround = async (
  { db }: Tx,
  { companyId, objectId }: CompanyObject,
  ranges: readonly TimeRange[],
) => {
  const isAffected = (crashMs: number): boolean =>
    ranges.some(({ fromMs, toMs }) => crashMs >= fromMs - aroundCrashMs && crashMs <= toMs + aroundCrashMs);
  const fromMs = ranges.reduce((least, each) => Math.min(least, each.fromMs), Number.POSITIVE_INFINITY);
  const toMs = ranges.reduce((most, each) => Math.max(most, each.toMs), Number.NEGATIVE_INFINITY);
  const rows = await db
    .selectFrom('accident')
    .select(['id', 'crash_at', 'facts', 'latitude'])
    .where('company_id', '=', companyId)
    .where('object_id', '=', objectId)
    .where('source', '=', 'device')
    .where('crash_at', '>=', new Date(fromMs - aroundCrashMs).toISOString())
    .where('crash_at', '<=', new Date(toMs + aroundCrashMs).toISOString())
    .orderBy('crash_at', 'desc')
    .orderBy('id')
    .limit(maxReadImpacts)
    .execute();
  const latest = rows.filter(({ crash_at }) => isAffected(Date.parse(crash_at))).slice(0, maxImpacts);
  return latest.sort((a, b) => a.id - b.id);
};

export const findObjectsWithImpacts = async (
  { db }: Tx,
  companyId: number,
  rangesByObject: ReadonlyMap<string, readonly TimeRange[]>,
): Promise<ReadonlySet<string>> => {
  const objects = [...rangesByObject].filter(([, ranges]) => ranges.length > 0);
  if (objects.length === 0) return new Set();
  const ranges = objects.flatMap(([, each]) => each);
  const fromMs = ranges.reduce((least, each) => Math.min(least, each.fromMs), Number.POSITIVE_INFINITY);
  const toMs = ranges.reduce((most, each) => Math.max(most, each.toMs), Number.NEGATIVE_INFINITY);
  const rows = await db
    .selectFrom('accident')
    .select('object_id')
    .distinct()
    .where('company_id', '=', companyId)
    .where('object_id', '=', sql<string>`any(${objects.map(([objectId]) => objectId)}::text[])`)
    .where('source', '=', 'device')
    .where('crash_at', '>=', new Date(fromMs - aroundCrashMs).toISOString())
    .where('crash_at', '<=', new Date(toMs + aroundCrashMs).toISOString())
    .execute();
  return new Set(rows.map(({ object_id }) => object_id!));
};

/** Computes facts of impacts again after later fixes: the speeds, and the facts that follow from the speeds. */
export const refineImpacts = async (
  tx: Tx,
  workers: Workers,
  object: CompanyObject,
  ranges: readonly TimeRange[],
  /** Id of an accident that this message created. Its facts already include these fixes. */
  createdAccidentId: number | null = null,
): Promise<void> => {
  if (ranges.length === 0) return;
  const { companyId, objectId } = object;
  const speedChecks: SpeedCheck[] = [];
  for (const { id, crash_at, facts: storedFacts, latitude } of await readImpactsAround(tx, object, ranges)) {
    const curve = id === createdAccidentId ? undefined : await readCrashBlock(tx.db, objectId, id);
    if (!curve) continue;
    const crashMs = Date.parse(crash_at);
    const track = await readFixes(
      { db: tx.db, workers },
      objectId,
      crashMs - aroundCrashMs,
      crashMs + aroundCrashMs + 1,
    );
    const facts: CrashFacts = { ...noFacts(), ...storedFacts };
    const device = { bandwidthHz: facts.BandwidthHz, speedKmh: facts.DeviceSpeedKmh };
    const task: JudgeTask = { curve: curve.data, track, gravity: facts.Gravity as Vector | null, device };
    const newFacts =
      curve.samples > workerThresholdSamples
        ? await workers.run<Tasks['judge']>('modules/ingest/judge', task)
        : judge(task);
    speedChecks.push({ accidentId: id, crashMs, isSpeedStuck: newFacts.Doubts?.includes('fixSpeed') ?? false });
    // Figures of a recording are unknown while the fixes contradict it, or show that only the device moved.
    const isKnownAnew = isAgainstFixes(facts) !== isAgainstFixes(newFacts) || isFallen(facts) !== isFallen(newFacts);
    const names = isKnownAnew ? [...factsFromFixes, ...unknownFactNames] : factsFromFixes;
    const refinedFacts: Partial<CrashFacts> = {
      ...Object.fromEntries(names.map(name => [name, newFacts[name]])),
      ...(facts.Doubts?.includes('damaged') && correctDamagedFacts(newFacts)),
      ...(facts.Doubts?.includes('axesTurned') && correctTurnedFacts({ ...facts, ...newFacts })),
    };
    await refineAccident(
      tx,
      { companyId, id },
      {
        before: facts,
        after: {
          ...facts,
          ...refinedFacts,
          // If the fixes give no speed, keeps the stored one. Facts of an earlier release may be the only place with
          // the speed that the device sent.
          SpeedBeforeKmh: newFacts.SpeedBeforeKmh ?? facts.SpeedBeforeKmh,
          Doubts: [
            ...(facts.Doubts ?? []).filter(doubt => !doubtsFromFixes.includes(doubt)),
            ...(newFacts.Doubts ?? []).filter(doubt => doubtsFromFixes.includes(doubt)),
          ],
        },
        position: latitude === null ? nearestPosition(track, crashMs) : null,
        isImplausible: (facts.Doubts ?? []).some(doubt => implausibleDoubts.includes(doubt)),
      },
    );
  }
  if (speedChecks.length > 0) await updateSpeedFaults(tx.db, object, speedChecks);
};
