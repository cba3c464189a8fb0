import { type CrashFacts, implausibleDoubts, speedDoubts } from '../../../src/contract/shapes/accident.ts';
import { noFacts } from '../../domain/telemetry/noFacts.ts';
import type { Vector } from '../../domain/telemetry/vectors.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { refineAccident } from '../accidents/service.ts';
import { aroundCrashMs, readCrashBlock, readFixes } from '../telemetry/service.ts';
import { followSpeedFaults, type SpeedJudged } from './anomalies.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { nearestPlace } from './impacts.ts';
import { fewSamples, type JudgeTask, judge } from './judging.ts';
import type { Tasks } from './thread.ts';
import type { Stretch } from './window.ts';

/** Crash facts that depend on the fixes around an impact. All other facts come from the curve and stay. */
const fromFixes = [
  'SpeedBeforeKmh',
  'SpeedAfterKmh',
  'StandsAfter',
  'CrashProbability',
  'CrashReasons',
  'Severity',
] as const satisfies readonly (keyof CrashFacts)[];

/**
 * Maximum number of impacts judged again after a message. Without a limit, a device with many impacts would cause all
 * of them to be judged for each message.
 */
const mostImpacts = 20;
/**
 * Maximum number of impacts that are read. One query also reads impacts that lie between distant time ranges, and these
 * are discarded.
 */
const mostLookedAt = 200;

/**
 * Returns the object's impacts in and around these time ranges, ordered by id, so that the caller locks rows in this
 * order.
 */
export const impactsAround = async (
  { db }: Tx,
  { companyId, objectId }: CompanyObject,
  stretches: readonly Stretch[],
) => {
  const changed = (crashMs: number): boolean =>
    stretches.some(({ fromMs, toMs }) => crashMs >= fromMs - aroundCrashMs && crashMs <= toMs + aroundCrashMs);
  const fromMs = stretches.reduce((least, each) => Math.min(least, each.fromMs), Number.POSITIVE_INFINITY);
  const toMs = stretches.reduce((most, each) => Math.max(most, each.toMs), Number.NEGATIVE_INFINITY);
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
    .limit(mostLookedAt)
    .execute();
  const latest = rows.filter(({ crash_at }) => changed(Date.parse(crash_at))).slice(0, mostImpacts);
  return latest.sort((a, b) => a.id - b.id);
};

/** Judges impacts again after later fixes: computes their speeds, and the facts that follow from the speeds. */
export const refineImpacts = async (
  tx: Tx,
  workers: Workers,
  whose: CompanyObject,
  stretches: readonly Stretch[],
  /** Id of an accident that this message created. Its facts already include these fixes. */
  made: number | null = null,
): Promise<void> => {
  if (stretches.length === 0) return;
  const { companyId, objectId } = whose;
  const judged: SpeedJudged[] = [];
  for (const { id, crash_at, facts: stored, latitude } of await impactsAround(tx, whose, stretches)) {
    const curve = id === made ? undefined : await readCrashBlock(tx.db, objectId, id);
    if (!curve) continue;
    const crashMs = Date.parse(crash_at);
    const track = await readFixes(
      { db: tx.db, workers },
      objectId,
      crashMs - aroundCrashMs,
      crashMs + aroundCrashMs + 1,
    );
    const facts: CrashFacts = { ...noFacts(), ...stored };
    const device = { bandwidthHz: facts.BandwidthHz, speedKmh: facts.DeviceSpeedKmh };
    const task: JudgeTask = { curve: curve.data, track, gravity: facts.Gravity as Vector | null, device };
    const found =
      curve.samples > fewSamples ? await workers.run<Tasks['judge']>('modules/ingest/judge', task) : judge(task);
    judged.push({ accidentId: id, crashMs, stuck: found.Doubts?.includes('fixSpeed') ?? false });
    const refined: Partial<CrashFacts> = Object.fromEntries(fromFixes.map(name => [name, found[name]]));
    await refineAccident(
      tx,
      { companyId, id },
      {
        before: facts,
        after: {
          ...facts,
          ...refined,
          // Keeps the old speed, because facts of an earlier release may be the only place with the device's own speed.
          SpeedBeforeKmh: found.SpeedBeforeKmh ?? facts.SpeedBeforeKmh,
          Doubts: [
            ...(facts.Doubts ?? []).filter(doubt => !speedDoubts.includes(doubt)),
            ...(found.Doubts ?? []).filter(doubt => speedDoubts.includes(doubt)),
          ],
        },
        place: latitude === null ? nearestPlace(track, crashMs) : null,
        held: (facts.Doubts ?? []).some(doubt => implausibleDoubts.includes(doubt)),
      },
    );
  }
  if (judged.length > 0) await followSpeedFaults(tx.db, whose, judged);
};
