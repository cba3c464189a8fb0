import { sql, type Transaction } from 'kysely';
import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { type CrashFacts, implausibleDoubts } from '../../../src/contract/shapes/accident.ts';
import type { AccidentKind } from '../../../src/contract/states.ts';
import type { Database } from '../../db/types.ts';
import { type Impact, withSpeeds } from '../../domain/telemetry/impact.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { markSuspectFixes } from '../../domain/telemetry/suspectFixes.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { type CreatedAccident, createAccident, markDamaged, measureAccident } from '../accidents/service.ts';
import { aroundCrashMs, readFixes, type StoredBlock } from '../telemetry/service.ts';
import { noteImpactFaults } from './anomalies.ts';
import { storeCurve } from './blocks.ts';
import { casesOfAlarm, isMeasured, joinCase } from './cases.ts';
import type { Monitored } from './devicePeriods.ts';
import { fewSamples, readUpright } from './judging.ts';
import type { PreparedCurve, PreparedImpact } from './preparing.ts';
import type { Tasks } from './thread.ts';

type Db = Transaction<Database>;

/**
 * The vertical axis of an impact is computed from acceleration of earlier trips. `lookBackMs`: how old these trips may
 * be, ms. `mostCurves`: maximum number of curves that are read.
 */
const lookBackMs = 30 * 86_400_000;
const mostCurves = 20;

/** Returns acceleration in the device's own axes from trips before a moment, newest first. */
const curvesOfTrips = (db: Db, objectId: string, beforeMs: number): Promise<StoredBlock[]> =>
  db
    .selectFrom('curve_block')
    .select(['samples', 'data'])
    .where('object_id', '=', objectId)
    .where('accident_id', 'is', null)
    .where('frame', '=', 'device')
    .where('start_at', '>=', new Date(beforeMs - lookBackMs).toISOString())
    .where('start_at', '<', new Date(beforeMs).toISOString())
    .orderBy('start_at', 'desc')
    .limit(mostCurves)
    .execute();

/** Highest frequency that the device's model passes on, Hz. Null: unknown. */
const bandwidthOf = async (db: Db, companyId: number, imei: string): Promise<number | null> => {
  const row = await db
    .selectFrom('device')
    .innerJoin('obu_model', 'obu_model.id', 'device.obu_model_id')
    .select('bandwidth_hz as bandwidthHz')
    .where('device.company_id', '=', companyId)
    .where('device.imei', '=', imei)
    .executeTakeFirst();
  return row?.bandwidthHz ?? null;
};

interface Crash {
  readonly kind: AccidentKind;
  readonly companyId: number;
  readonly objectId: string;
  readonly crashMs: number;
  /** Digest of the curve. Null without a curve. */
  readonly digest: string | null;
  /** Id of the accident that already exists for this crash. Absent: none. */
  readonly ownId?: number | undefined;
}

/** Returns the earliest accident of the object with the same curve or at the same moment. Null: none. */
const sameCrash = async (
  db: Db,
  { companyId, objectId, kind, crashMs, digest, ownId }: Crash,
): Promise<number | null> => {
  const curve =
    digest === null
      ? undefined
      : await db
          .selectFrom('curve_block')
          .select('accident_id as id')
          .where('object_id', '=', objectId)
          .where('digest', '=', digest)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst();
  if (curve?.id) return curve.id;
  const near = defaultSettings.sameCrashMs;
  const { rows } = await sql<{ id: number }>`
    select id from accident
    where company_id = ${companyId} and object_id = ${objectId} and kind = ${kind}
      and crash_at between ${new Date(crashMs - near)} and ${new Date(crashMs + near)}
      and id is distinct from ${ownId ?? null}::bigint
    order by id limit 1`.execute(db);
  return rows[0]?.id ?? null;
};

interface Position {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Returns the believed fix nearest in time to the crash. */
export const nearestPlace = (track: Track, crashMs: number): Position => {
  const { reasons } = markSuspectFixes(track, Number.POSITIVE_INFINITY);
  let nearest = -1;
  for (let i = 0; i < reasons.length; i++) {
    if (reasons[i] !== 0) continue;
    if (nearest < 0 || Math.abs(track.timeMs[i]! - crashMs) < Math.abs(track.timeMs[nearest]! - crashMs)) nearest = i;
  }
  return { latitude: track.latitude[nearest] ?? null, longitude: track.longitude[nearest] ?? null };
};

/** An impact as sent, with its device and time of arrival. */
export interface SentImpact {
  readonly kind: AccidentKind;
  readonly imei: string;
  readonly impact: PreparedImpact;
  readonly curve: PreparedCurve;
  readonly receivedAt: Date;
  /** Time of the last alarm, if the alarm stayed raised. */
  readonly untilMs?: number;
}

/**
 * Returns the impact, with a recording in the device's own axes turned upright. The vertical axis comes from the
 * device's trips.
 */
const uprightImpact = async (
  { db }: Tx,
  workers: Workers,
  objectId: string,
  { impact, curve }: SentImpact,
): Promise<Impact> => {
  if (curve.frame === 'vehicle' || curve.samples === 0) return impact.found;
  const blocks = await curvesOfTrips(db, objectId, impact.crashMs);
  if (blocks.length === 0) return impact.found;
  const samples = blocks.reduce((sum, block) => sum + block.samples, curve.samples);
  const task = { curve: curve.data, trips: blocks.map(({ data }) => data) };
  const upright =
    samples > fewSamples ? await workers.run<Tasks['upright']>('modules/ingest/upright', task) : readUpright(task);
  return upright ?? impact.found;
};

const kindsOf = (facts: CrashFacts): AnomalyKind[] => [
  ...(facts.Doubts ?? []).filter((doubt): doubt is AnomalyKind & typeof doubt => implausibleDoubts.includes(doubt)),
  ...(facts.Clipped ? (['clipped'] as const) : []),
  ...(facts.Doubts?.includes('fixSpeed') ? (['speedStuck'] as const) : []),
  ...(facts.Doubts?.includes('clockShifted') ? (['curveClock'] as const) : []),
];

/**
 * Corrects the facts of a recording with gaps. Its strongest samples may be missing, so the rest cannot prove that the
 * impact was weak.
 */
const ofDamaged = ({ Severity }: CrashFacts) => ({
  CrashProbability: null,
  CrashReasons: null,
  InjuryRisk: null,
  Severity: Severity === 'mini' ? null : Severity,
});

/** The accident of an impact. `repeated`: an alarm of the same impact had already created the accident. */
export type StoredImpact = CreatedAccident & { readonly repeated: boolean };

/**
 * Creates an accident from an impact. The positions of the same message are already stored. An alarm of an impact and
 * the recording of the impact are one accident, in any order of arrival.
 * A known crash that was sent under another id or another time becomes an accident too. Its facts name the accident that
 * it seems to repeat.
 */
export const storeImpact = async (
  tx: Tx,
  workers: Workers,
  companyId: number,
  { voucherId, objectId }: Monitored,
  sent: SentImpact,
): Promise<StoredImpact> => {
  const { kind, imei, impact, curve, receivedAt } = sent;
  const { crashMs, place, speedKmh, clockShifted, damaged } = impact;
  const isAlarm = curve.samples === 0;
  const raised = { companyId, objectId, kind, fromMs: crashMs, toMs: sent.untilMs ?? crashMs };
  const joined = isAlarm && (await joinCase(tx, workers, { ...raised, curve }));
  if (joined) {
    // The blow may be in the recording that could not be read.
    if (damaged && !(await isMeasured(tx, objectId, joined.id))) await markDamaged(tx, { companyId, id: joined.id });
    return { ...joined, repeated: true };
  }
  const { waiting: alarmed, decidedId = null } = isAlarm ? {} : await casesOfAlarm(tx, workers, raised);
  const track = await readFixes({ db: tx.db, workers }, objectId, crashMs - aroundCrashMs, crashMs + aroundCrashMs + 1);
  const bandwidthHz = await bandwidthOf(tx.db, companyId, imei);
  const found = withSpeeds(await uprightImpact(tx, workers, objectId, sent), track, { bandwidthHz, speedKmh });
  const facts: CrashFacts = {
    ...found,
    ...(damaged && ofDamaged(found)),
    Doubts: [
      ...(found.Doubts ?? []),
      ...(clockShifted ? (['clockShifted'] as const) : []),
      ...(damaged ? (['damaged'] as const) : []),
    ],
    SameAs:
      (await sameCrash(tx.db, {
        companyId,
        objectId,
        kind,
        crashMs,
        digest: curve.samples > 0 ? curve.digest : null,
        ownId: alarmed?.id,
      })) ?? decidedId,
  };
  const where = place ?? nearestPlace(track, crashMs);
  if (alarmed)
    await measureAccident(tx, { companyId, id: alarmed.id }, { facts, crashAt: new Date(crashMs), ...where });
  const created =
    alarmed ??
    (await createAccident(tx, {
      companyId,
      voucherId,
      objectId,
      crashAt: new Date(crashMs),
      source: 'device',
      kind,
      ...(isAlarm && { alarmUntil: new Date(raised.toMs) }),
      ...where,
      facts,
      // Only a believable recording can show that an impact was weak.
      status: facts.Severity === 'mini' ? 'notvalid' : 'opened',
      createdAt: receivedAt,
    }));
  await noteImpactFaults(
    tx.db,
    { companyId, voucherId, objectId },
    {
      accidentId: created.id,
      crashMs,
      endMs: curve.endMs,
      samples: curve.samples,
      clipped: facts.ClippedSamples ?? 0,
      kinds: kindsOf(facts),
    },
  );
  await (alarmed ? alarmed.storeRecording(curve) : storeCurve(tx.db, objectId, curve, created.id));
  const { id, crashUniqueIdentifier } = created;
  return { id, crashUniqueIdentifier, objectId, repeated: alarmed !== undefined };
};
