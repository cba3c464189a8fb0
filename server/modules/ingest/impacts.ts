import type { Tx } from '../../context.ts';
import { gateTrack } from '../../domain/telemetry/gate.ts';
import { withSpeeds } from '../../domain/telemetry/impact.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { type CreatedAccident, createAccident } from '../accidents/service.ts';
import { aroundCrashMs, readFixes } from '../telemetry/service.ts';
import type { Monitored } from './holders.ts';
import type { PreparedImpact } from './preparing.ts';

interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The believed fix nearest in time to the crash. */
const nearestPlace = (track: Track, crashMs: number): Place => {
  const { reasons } = gateTrack(track, Number.POSITIVE_INFINITY);
  let nearest = -1;
  for (let i = 0; i < reasons.length; i++) {
    if (reasons[i] !== 0) continue;
    if (nearest < 0 || Math.abs(track.timeMs[i]! - crashMs) < Math.abs(track.timeMs[nearest]! - crashMs)) nearest = i;
  }
  return { latitude: track.latitude[nearest] ?? null, longitude: track.longitude[nearest] ?? null };
};

/** Creates an accident from an impact; the positions sent with it are already stored. */
export const storeImpact = async (
  tx: Tx,
  companyId: number,
  { voucherId, objectId }: Monitored,
  { crashMs, place, speedKmh, found }: PreparedImpact,
  receivedAt: Date,
): Promise<CreatedAccident> => {
  const track = await readFixes(tx.db, objectId, crashMs - aroundCrashMs, crashMs + aroundCrashMs + 1);
  const facts = withSpeeds(found, track);
  return createAccident(tx, {
    companyId,
    voucherId,
    objectId,
    crashAt: new Date(crashMs),
    source: 'device',
    ...(place ?? nearestPlace(track, crashMs)),
    facts: { ...facts, SpeedBeforeKmh: facts.SpeedBeforeKmh ?? speedKmh },
    status: facts.Severity === 'mini' ? 'notvalid' : 'opened',
    createdAt: receivedAt,
  });
};
