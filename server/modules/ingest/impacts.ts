import { sql, type Transaction } from 'kysely';
import { type AnomalyKind, anomalyKinds } from '../../../src/contract/anomalies.ts';
import { type CrashFacts, implausibleDoubts } from '../../../src/contract/shapes/accident.ts';
import type { AccidentKind } from '../../../src/contract/states.ts';
import type { Database } from '../../db/types.ts';
import { addSpeeds, type Impact } from '../../domain/telemetry/impact.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { isMiniLoss } from '../../domain/telemetry/severity.ts';
import { markSuspectFixes } from '../../domain/telemetry/suspectFixes.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import {
  type CreatedAccident,
  createAccident,
  markDamaged,
  markWrongClock,
  measureAccident,
} from '../accidents/service.ts';
import { aroundCrashMs, readFixes, type StoredBlock } from '../telemetry/service.ts';
import { recordImpactFaults } from './anomalies.ts';
import { storeCurve } from './blocks.ts';
import { findCasesOfAlarm, hasRecording, joinCase } from './cases.ts';
import type { MonitoredObject } from './devicePeriods.ts';
import { computeUprightImpact, workerThresholdSamples } from './judging.ts';
import type { PreparedCurve, PreparedImpact } from './preparing.ts';
import type { Tasks } from './thread.ts';

type Db = Transaction<Database>;

/**
 * The vertical axis of an impact is computed from acceleration of earlier trips, and stated axes are checked against
 * them. `lookBackMs`: how old these trips may
 * be, ms. `maxCurves`: maximum number of curves that are read.
 */
const lookBackMs = 30 * 86_400_000;
const maxCurves = 20;

/** Returns acceleration in the device's own axes from trips before a moment, newest first. */
const readCurvesOfTrips = (db: Db, objectId: string, beforeMs: number): Promise<StoredBlock[]> =>
  db
    .selectFrom('curve_block')
    .select(['samples', 'data'])
    .where('object_id', '=', objectId)
    .where('accident_id', 'is', null)
    .where('frame', '=', 'device')
    .where('start_at', '>=', new Date(beforeMs - lookBackMs).toISOString())
    .where('start_at', '<', new Date(beforeMs).toISOString())
    .orderBy('start_at', 'desc')
    .limit(maxCurves)
    .execute();

/** Highest frequency of acceleration that the sensor of this device model passes on, Hz. Null: unknown. */
const readBandwidthHz = async (db: Db, companyId: number, imei: string): Promise<number | null> => {
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
  /** Hash of the curve's measured values, by which the same crash is recognised. Null without a curve. */
  readonly digest: string | null;
  /** Id of the accident that an alarm of this crash has already created. Absent: none. */
  readonly ownId?: number | undefined;
}

/** Returns the earliest accident of the object with the same curve or at the same moment. Null: none. */
const findSameCrash = async (
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
  const toleranceMs = defaultSettings.sameCrashMs;
  const { rows } = await sql<{ id: number }>`
    select id from accident
    where company_id = ${companyId} and object_id = ${objectId} and kind = ${kind}
      and crash_at between ${new Date(crashMs - toleranceMs)} and ${new Date(crashMs + toleranceMs)}
      and id is distinct from ${ownId ?? null}::bigint
    order by id limit 1`.execute(db);
  return rows[0]?.id ?? null;
};

/**
 * Finds the accident of an impact that the device has sent before under another message id: the same recording of the
 * same moment. Operators would otherwise call the client twice. Undefined: none.
 */
const findSentImpact = async (
  { db }: Tx,
  { companyId, objectId, kind, crashMs }: Crash,
  { digest, rangeG, frame }: PreparedCurve,
  { damaged, wrongClockMs }: PreparedImpact,
): Promise<CreatedAccident | undefined> => {
  const recordings = await db
    .selectFrom('curve_block')
    .select('accident_id as id')
    .where('object_id', '=', objectId)
    .where('digest', '=', digest)
    .where('range_g', 'is not distinct from', rangeG)
    .where('frame', '=', frame)
    .execute();
  if (recordings.length === 0) return undefined;
  const toleranceMs = defaultSettings.sameCrashMs;
  // A wrong clock dates each copy at its own arrival, so the stated times are compared.
  const statedAt = wrongClockMs === null ? null : new Date(wrongClockMs).toISOString();
  const { rows } = await sql<{ id: number; number: number }>`
    select id, crash_unique_identifier as number from accident
    where company_id = ${companyId} and object_id = ${objectId} and kind = ${kind} and source = 'device'
      and id = any(${recordings.map(({ id }) => id)}::bigint[])
      and (facts->>'StatedDateTime' = ${statedAt} or ${statedAt}::text is null
        and crash_at between ${new Date(crashMs - toleranceMs)} and ${new Date(crashMs + toleranceMs)})
      and coalesce(facts->'Doubts' @> '["damaged"]', false) = ${damaged}
    order by id limit 1`.execute(db);
  const [accident] = rows;
  return accident && { id: accident.id, crashUniqueIdentifier: accident.number, objectId };
};

interface Position {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export const nearestPosition = (track: Track, crashMs: number): Position => {
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
  /** Time of the last alarm of the impact, ms since 1970, if the alarm stayed raised. */
  readonly untilMs?: number;
}

/**
 * Returns the impact, with a recording in the device's own axes turned upright. The vertical axis comes from the
 * device's trips.
 */
const readUprightImpact = async (
  { db }: Tx,
  workers: Workers,
  objectId: string,
  { impact, curve }: SentImpact,
): Promise<Impact> => {
  if (curve.frame === 'vehicle' || curve.samples === 0) return impact.computed;
  const blocks = await readCurvesOfTrips(db, objectId, impact.crashMs);
  if (blocks.length === 0) return impact.computed;
  const samples = blocks.reduce((sum, block) => sum + block.samples, curve.samples);
  const task = { curve: curve.data, trips: blocks.map(({ data }) => data) };
  const upright =
    samples > workerThresholdSamples
      ? await workers.run<Tasks['upright']>('modules/ingest/upright', task)
      : computeUprightImpact(task);
  return upright ?? impact.computed;
};

const anomalyKindsOf = (facts: CrashFacts): AnomalyKind[] => [
  ...implausibleDoubts.filter(
    (doubt): doubt is AnomalyKind & typeof doubt =>
      anomalyKinds.some(kind => kind === doubt) && (facts.Doubts ?? []).includes(doubt),
  ),
  ...(facts.Doubts?.includes('sampleLeftOut') ? (['spike'] as const) : []),
  ...(facts.Doubts?.includes('gravityRemoved') ? (['gravity'] as const) : []),
  ...(facts.Clipped ? (['clipped'] as const) : []),
  ...(facts.Doubts?.includes('fixSpeed') ? (['speedStuck'] as const) : []),
  ...(facts.Doubts?.includes('clockShifted') ? (['curveClock'] as const) : []),
];

/**
 * Corrects the facts of a recording with gaps. Its strongest samples may be missing, so the rest cannot prove that the
 * impact was weak.
 */
export const correctDamagedFacts = ({ Severity }: CrashFacts) => ({
  CrashProbability: null,
  CrashReasons: null,
  InjuryRisk: null,
  InjuryRiskLow: null,
  InjuryRiskHigh: null,
  Severity: Severity === 'mini' ? null : Severity,
});

/**
 * Corrects the facts of a recording whose axes are not those of the vehicle, although the device says so. Which side was
 * hit is then unknown. The change of velocity in the plane does not depend on a turn about the vertical.
 */
export const correctTurnedFacts = ({ Impacts }: CrashFacts) => ({
  DeltaVLongitudinalKmh: null,
  DeltaVLateralKmh: null,
  DirectionDeg: null,
  DirectionErrorDeg: null,
  InjuryRisk: null,
  InjuryRiskLow: null,
  InjuryRiskHigh: null,
  Impacts: Impacts?.map(each => ({ ...each, DirectionDeg: null })) ?? null,
});

/** Whether drives before an impact showed that the axes are not those of the vehicle, and no manager cleared that. */
const areAxesTurned = async (db: Tx['db'], objectId: string, crashMs: number): Promise<boolean> => {
  const { rows } = await sql`
    select from anomaly where object_id = ${objectId} and kind = 'notUpright' and found_in = 'mounting'
      and state <> 'cleared' and from_at <= ${new Date(crashMs)} and to_at >= ${new Date(crashMs - lookBackMs)}
    limit 1`.execute(db);
  return rows.length > 0;
};

/** The accident of an impact. `repeated`: an earlier message about the same impact had already created the accident. */
export type StoredImpact = CreatedAccident & { readonly repeated: boolean };

/**
 * Creates an accident from an impact. The positions of the same message are already stored. An alarm of an impact and
 * the recording of the impact are one accident, in any order of arrival.
 * A recording that was sent again under another id is the same accident. If its time or its range differs, it becomes an
 * accident too, and its facts name the accident that it seems to repeat.
 */
export const storeImpact = async (
  tx: Tx,
  workers: Workers,
  companyId: number,
  { voucherId, objectId }: MonitoredObject,
  sentImpact: SentImpact,
): Promise<StoredImpact> => {
  const { kind, imei, impact, curve, receivedAt } = sentImpact;
  const { crashMs, position: sentPosition, speedKmh, clockShifted, unitConverted, wrongClockMs, damaged } = impact;
  const StatedDateTime = wrongClockMs === null ? null : new Date(wrongClockMs).toISOString();
  const isAlarm = curve.samples === 0;
  const alarm = { companyId, objectId, kind, fromMs: crashMs, toMs: sentImpact.untilMs ?? crashMs };
  const joinedCase = isAlarm && (await joinCase(tx, workers, { ...alarm, position: sentPosition, speedKmh, curve }));
  if (joinedCase) {
    // The strongest samples may be in the part of the recording that could not be read. So the accident is marked as
    // having a damaged recording.
    if (damaged && !(await hasRecording(tx, objectId, joinedCase.id)))
      await markDamaged(tx, { companyId, id: joinedCase.id });
    if (StatedDateTime) await markWrongClock(tx, { companyId, id: joinedCase.id }, StatedDateTime);
    return { ...joinedCase, repeated: true };
  }
  const sentBefore = isAlarm
    ? undefined
    : await findSentImpact(tx, { companyId, objectId, kind, crashMs, digest: curve.digest }, curve, impact);
  if (sentBefore) return { ...sentBefore, repeated: true };
  const { undecided: alarmCase, decidedId = null } = isAlarm ? {} : await findCasesOfAlarm(tx, workers, alarm);
  const track = await readFixes({ db: tx.db, workers }, objectId, crashMs - aroundCrashMs, crashMs + aroundCrashMs + 1);
  const bandwidthHz = await readBandwidthHz(tx.db, companyId, imei);
  const impactFacts = addSpeeds(await readUprightImpact(tx, workers, objectId, sentImpact), track, {
    bandwidthHz,
    speedKmh,
  });
  const isTurned = curve.frame === 'vehicle' && curve.samples > 0 && (await areAxesTurned(tx.db, objectId, crashMs));
  const facts: CrashFacts = {
    ...impactFacts,
    ...(damaged && correctDamagedFacts(impactFacts)),
    ...(isTurned && correctTurnedFacts(impactFacts)),
    Doubts: [
      ...(impactFacts.Doubts ?? []),
      ...(isTurned ? (['axesTurned'] as const) : []),
      ...(clockShifted ? (['clockShifted'] as const) : []),
      ...(StatedDateTime ? (['clockWrong'] as const) : []),
      ...(damaged ? (['damaged'] as const) : []),
    ],
    StatedDateTime,
    SameAs:
      (await findSameCrash(tx.db, {
        companyId,
        objectId,
        kind,
        crashMs,
        digest: curve.samples > 0 ? curve.digest : null,
        ownId: alarmCase?.id,
      })) ?? decidedId,
  };
  const position = sentPosition ?? nearestPosition(track, crashMs);
  if (alarmCase)
    await measureAccident(tx, { companyId, id: alarmCase.id }, { facts, crashAt: new Date(crashMs), ...position });
  const accident =
    alarmCase ??
    (await createAccident(tx, {
      companyId,
      voucherId,
      objectId,
      crashAt: new Date(crashMs),
      source: 'device',
      kind,
      ...(isAlarm && { alarmUntil: new Date(alarm.toMs) }),
      ...position,
      facts,
      status: isMiniLoss(facts, defaultSettings) ? 'notvalid' : 'opened',
      createdAt: receivedAt,
    }));
  await recordImpactFaults(
    tx.db,
    { companyId, voucherId, objectId },
    {
      accidentId: accident.id,
      crashMs,
      endMs: curve.endMs,
      samples: curve.samples,
      clipped: facts.ClippedSamples ?? 0,
      kinds: anomalyKindsOf(facts),
      repairedKinds: unitConverted ? ['unit'] : [],
    },
  );
  await (alarmCase ? alarmCase.storeRecording(curve) : storeCurve(tx.db, objectId, curve, accident.id));
  const { id, crashUniqueIdentifier } = accident;
  return { id, crashUniqueIdentifier, objectId, repeated: alarmCase !== undefined };
};
