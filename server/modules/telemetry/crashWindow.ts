import type { CrashCurves, CrashMap } from '../../../src/contract/shapes/telemetry.ts';
import { roundTo } from '../../domain/rounding.ts';
import type { CurveSamples } from '../../domain/telemetry/curves.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { createDrawnCurves } from '../../domain/telemetry/pulse.ts';
import { withTrustedSpeeds } from '../../domain/telemetry/receiverSpeed.ts';
import { pickValues, reduceIndexes } from '../../domain/telemetry/reduce.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { speedsKmh, trustedIndexes } from '../../domain/telemetry/speeds.ts';
import { markSuspectFixes } from '../../domain/telemetry/suspectFixes.ts';
import type { Vector } from '../../domain/telemetry/vectors.ts';

/** Indexes of a track's fixes without the suspect ones, and their speeds in km/h. A speed of NaN is unknown. */
export const believedFixes = (sentTrack: Track): { readonly indexes: Uint32Array; readonly speeds: Float32Array } => {
  const track = withTrustedSpeeds(sentTrack);
  // Fixes of a wrong clock were quarantined on arrival, so this check looks only for jumps.
  const indexes = trustedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY).reasons);
  return { indexes, speeds: speedsKmh(track, indexes) };
};

export type TrackPoint = [offsetS: number, latitude: number, longitude: number, speedKmh: number | null];

export const trackPoints = (track: Track, zeroMs: number): TrackPoint[] => {
  const { indexes: fixIndexes, speeds } = believedFixes(track);
  return Array.from(fixIndexes, (i, k) => [
    roundTo((track.timeMs[i]! - zeroMs) / 1000, 3),
    track.latitude[i]!,
    track.longitude[i]!,
    Number.isNaN(speeds[k]!) ? null : roundTo(speeds[k]!, 1),
  ]);
};

/** Returns the moments at which the ignition was turned on or off. Fixes without a report are left out. */
export const ignitionChanges = ({ timeMs, ignition }: Track, zeroMs: number): CrashMap['Ignition'] => {
  const reports = Array.from(timeMs, (ms, i) => [roundTo((ms - zeroMs) / 1000, 3), ignition[i]] as const)
    .filter(([, state]) => state === 0 || state === 1)
    .map(([s, state]): [number, boolean] => [s, state === 1]);
  return reports.filter(([, isOn], i) => i > 0 && isOn !== reports[i - 1]![1]);
};

type Acceleration = Omit<CrashCurves, 'CrashDateTime' | 'SpeedTime' | 'Speed'>;

export const noAcceleration: Acceleration = {
  RateHz: null,
  RangeG: null,
  Frame: null,
  Samples: 0,
  Time: [],
  Longitudinal: [],
  Lateral: [],
  Vertical: [],
  Resultant: [],
};

/**
 * Returns the acceleration around a crash, reduced to about `points` samples for drawing. `gravity`: upward direction
 * in the device's axes, g, from the accident's facts.
 */
export const accelerationAround = (
  curve: CurveSamples,
  zeroMs: number,
  points: number,
  gravity: Vector | null,
): Acceleration => {
  const Samples = curve.longitudinalG.length;
  if (Samples === 0) return noAcceleration;
  const { rateHz, rangeG, frame, startMs } = curve;
  const { longitudinal, lateral, vertical, resultant } = createDrawnCurves(curve, gravity, defaultSettings);
  const indexes = reduceIndexes([longitudinal, lateral, vertical, resultant], points);
  const pickRounded = (values: Float64Array) => pickValues(values, indexes).map(value => roundTo(value, 6));
  const startS = (startMs - zeroMs) / 1000;
  return {
    RateHz: rateHz,
    RangeG: rangeG,
    Frame: frame,
    Samples,
    Time: Array.from(indexes, i => roundTo(startS + i / rateHz, 6)),
    Longitudinal: pickRounded(longitudinal),
    Lateral: pickRounded(lateral),
    Vertical: pickRounded(vertical),
    Resultant: pickRounded(resultant),
  };
};

export const speedAround = (
  tracks: readonly Track[],
  zeroMs: number,
  points: number,
): Pick<CrashCurves, 'SpeedTime' | 'Speed'> => {
  const knownPoints = tracks.flatMap(track => trackPoints(track, zeroMs)).filter(point => point[3] !== null);
  const speeds = knownPoints.map(point => point[3]!);
  const indexes = reduceIndexes([speeds], points);
  return { SpeedTime: Array.from(indexes, i => knownPoints[i]![0]), Speed: pickValues(speeds, indexes) };
};
