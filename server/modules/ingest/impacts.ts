import type { Transaction } from 'kysely';
import type { CrashMessage, Curve } from '../../../src/contract/shapes/telemetry.ts';
import type { Tx } from '../../context.ts';
import type { Database } from '../../db/types.ts';
import { encodeCurve } from '../../domain/telemetry/codec.ts';
import { type CurveSamples, curveSamplesOf } from '../../domain/telemetry/curves.ts';
import { gateTrack } from '../../domain/telemetry/gate.ts';
import { summariseImpact } from '../../domain/telemetry/impact.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { type CreatedAccident, createAccident } from '../accidents/service.ts';
import { aroundCrashMs, readFixes } from '../telemetry/service.ts';
import type { Monitored } from './repository.ts';

/** A curve said to begin further than this from its crash was dated by a clock that is wrong. */
const curveNearMs = 3_600_000;

export const storeCurve = async (
  db: Transaction<Database>,
  objectId: string,
  curve: CurveSamples,
  accidentId: number | null,
): Promise<void> => {
  const samples = curve.longitudinalG.length;
  await db
    .insertInto('curve_block')
    .values({
      object_id: objectId,
      accident_id: accidentId,
      start_at: new Date(curve.startMs),
      end_at: new Date(curve.startMs + Math.round((samples / curve.rateHz) * 1000)),
      rate_hz: curve.rateHz,
      range_g: curve.rangeG,
      frame: curve.frame,
      samples,
      data: Buffer.from(encodeCurve(curve)),
    })
    .execute();
};

/** The message says when the crash was; a curve with another date is laid so that its peak is at that moment. */
const placedCurve = (sent: Curve, crashMs: number): CurveSamples => {
  const curve = curveSamplesOf(sent);
  if (Math.abs(curve.startMs - crashMs) <= curveNearMs) return curve;
  return { ...curve, startMs: crashMs - Math.round(summariseImpact(curve).PeakAtMs ?? 0) };
};

interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const isPlace = ({ Latitude, Longitude }: CrashMessage): boolean =>
  Latitude !== undefined && Longitude !== undefined && (Math.abs(Latitude) >= 0.001 || Math.abs(Longitude) >= 0.001);

/** Where the device says the crash was, else the believed fix nearest in time. */
const placeOf = (message: CrashMessage, crashMs: number, track: Track): Place => {
  if (isPlace(message)) return { latitude: message.Latitude!, longitude: message.Longitude! };
  const { reasons } = gateTrack(track, Number.POSITIVE_INFINITY);
  let nearest = -1;
  for (let i = 0; i < reasons.length; i++) {
    if (reasons[i] !== 0) continue;
    if (nearest < 0 || Math.abs(track.timeMs[i]! - crashMs) < Math.abs(track.timeMs[nearest]! - crashMs)) nearest = i;
  }
  return { latitude: track.latitude[nearest] ?? null, longitude: track.longitude[nearest] ?? null };
};

/** Makes an accident of the message; its positions are stored already, beside what came before. */
export const storeImpact = async (
  tx: Tx,
  companyId: number,
  { voucherId, objectId }: Monitored,
  message: CrashMessage,
  receivedAt: Date,
): Promise<CreatedAccident> => {
  const crashAt = new Date(message.CrashDateTime);
  const crashMs = crashAt.getTime();
  const track = await readFixes(tx.db, objectId, crashMs - aroundCrashMs, crashMs + aroundCrashMs + 1);
  const curve = placedCurve(message.Curve, crashMs);
  const summary = summariseImpact(curve, track);
  const facts = { ...summary, SpeedBeforeKmh: summary.SpeedBeforeKmh ?? message.Speed ?? null };
  const accident = await createAccident(tx, {
    companyId,
    voucherId,
    crashAt,
    source: 'device',
    ...placeOf(message, crashMs, track),
    facts,
    status: facts.Severity === 'mini' ? 'notvalid' : 'opened',
    createdAt: receivedAt,
  });
  await storeCurve(tx.db, objectId, curve, accident.id);
  return accident;
};
