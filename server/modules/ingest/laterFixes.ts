import { type CrashFacts, implausibleDoubts, speedDoubts } from '../../../src/contract/shapes/accident.ts';
import type { Tx } from '../../context.ts';
import { noFacts } from '../../domain/telemetry/noFacts.ts';
import type { Vector } from '../../domain/telemetry/vectors.ts';
import type { Workers } from '../../workers.ts';
import { refineAccident } from '../accidents/service.ts';
import { aroundCrashMs, readCrashBlock, readFixes } from '../telemetry/service.ts';
import { followSpeedFaults, type SpeedJudged } from './anomalies.ts';
import type { Recut } from './holders.ts';
import { nearestPlace } from './impacts.ts';
import { fewSamples, type JudgeTask, judge } from './judging.ts';
import type { Stretch } from './window.ts';
import type { Tasks } from './worker.ts';

/** What fixes around an impact tell, or what follows from them; the rest is of its curve, and stays. */
const fromFixes = [
  'SpeedBeforeKmh',
  'SpeedAfterKmh',
  'StandsAfter',
  'CrashProbability',
  'CrashReasons',
  'Severity',
] as const satisfies readonly (keyof CrashFacts)[];

/** Of a device that reports one impact after the other the latest: each of its messages would have all of them judged anew. */
const mostImpacts = 20;
/** Between stretches that lie far apart there may be others. */
const mostLookedAt = 200;

/** Impacts of the object in and around these stretches, by id: rows are held one after the other. */
export const impactsAround = async ({ db }: Tx, { companyId, objectId }: Recut, stretches: readonly Stretch[]) => {
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

/** Fixes that come after the impact they surround tell its speeds, and what was said without them is said anew. */
export const refineImpacts = async (
  tx: Tx,
  workers: Workers,
  whose: Recut,
  stretches: readonly Stretch[],
  /** Just made, of these very fixes. */
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
    const found = curve.samples > fewSamples ? await workers.run<Tasks['judge']>('judge', task) : judge(task);
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
          // Of older ones what the device said of its speed is told nowhere else.
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
