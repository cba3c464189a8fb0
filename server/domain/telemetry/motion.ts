import { bearingDeg } from '../geo.ts';
import { filterCfcPair, hzPerCfc } from './cfc.ts';
import { gravityMs2 } from './deltaV.ts';
import type { VehicleSamples } from './manoeuvre.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';
import { mergeClose, speedsKmh } from './speeds.ts';

/** Acceleration of a vehicle at constant time steps, g. NaN: unknown. */
export interface Motion {
  readonly startMs: number;
  readonly stepMs: number;
  readonly longitudinal: Float64Array;
  /** Acceleration to the left is positive. */
  readonly lateral: Float64Array;
  /** Vertical acceleration without gravity, not low-passed. Empty if only fixes are known. */
  readonly vertical: Float64Array;
  readonly source: 'acceleration' | 'positions';
}

/** Joins curves that continue or repeat each other, so that a manoeuvre is not cut at a message border. */
export const joinSamples = (samples: readonly VehicleSamples[]): VehicleSamples[] => {
  const sorted = samples
    .filter(({ longitudinal }) => longitudinal.length > 0)
    .sort((a, b) => a.startMs - b.startMs || b.longitudinal.length - a.longitudinal.length);
  const joined: VehicleSamples[] = [];
  for (let n = 0; n < sorted.length; ) {
    const first = sorted[n]!;
    const stepMs = 1000 / first.rateHz;
    const pieces: { readonly offset: number; readonly samples: VehicleSamples }[] = [];
    let length = 0;
    for (; n < sorted.length; n++) {
      const next = sorted[n]!;
      const offset = Math.round((next.startMs - first.startMs) / stepMs);
      if (next.rateHz !== first.rateHz || offset > length) break;
      pieces.push({ offset, samples: next });
      length = Math.max(length, offset + next.longitudinal.length);
    }
    joined.push(pieces.length === 1 ? first : copyPieces(first, pieces, length));
  }
  return joined;
};

const copyPieces = (
  { startMs, rateHz }: VehicleSamples,
  pieces: readonly { readonly offset: number; readonly samples: VehicleSamples }[],
  length: number,
): VehicleSamples => {
  const joined = {
    startMs,
    rateHz,
    longitudinal: new Float32Array(length),
    lateral: new Float32Array(length),
    vertical: new Float32Array(length),
  };
  let filled = 0;
  for (const { offset, samples } of pieces) {
    const skipped = filled - offset;
    if (skipped >= samples.longitudinal.length) continue;
    for (const axis of ['longitudinal', 'lateral', 'vertical'] as const)
      joined[axis].set(samples[axis].subarray(skipped), filled);
    filled = offset + samples.longitudinal.length;
  }
  return joined;
};

/** Returns the acceleration between two moments, low-passed. The sample rate is at least `manoeuvreFromHz`. */
export const motionOfSamples = (
  { startMs, rateHz, longitudinal, lateral, vertical }: VehicleSamples,
  fromMs: number,
  toMs: number,
  { manoeuvreLowPassHz }: TelemetrySettings,
): Motion => {
  const stepMs = 1000 / rateHz;
  const from = Math.max(0, Math.ceil((fromMs - startMs) / stepMs));
  const to = Math.max(from, Math.min(longitudinal.length, Math.floor((toMs - startMs) / stepMs) + 1));
  const along = longitudinal.subarray(from, to);
  const across = lateral.subarray(from, to);
  const [slowAlong, slowAcross] = filterCfcPair(along, across, rateHz, manoeuvreLowPassHz / hzPerCfc);
  return {
    startMs: startMs + from * stepMs,
    stepMs,
    longitudinal: slowAlong,
    lateral: slowAcross,
    vertical: Float64Array.from(vertical.subarray(from, to), value => value - 1),
    source: 'acceleration',
  };
};

/** Returns the difference of two courses, degrees, -180 ≤ difference < 180. Clockwise is positive. */
const courseDifferenceDeg = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180;

/**
 * Returns movement from speeds and courses of fixes, in steps of a second. Acceleration along the way is d(speed)/dt,
 * across it speed × yaw rate, each over two steps. NaN if fixes are more than `fixGapMs` apart.
 */
export const motionOfFixes = (
  track: Track,
  fromIndex: number,
  toIndex: number,
  settings: TelemetrySettings,
): Motion => {
  const { timeMs, latitude, longitude, courseDeg } = track;
  const allIndexes = Uint32Array.from({ length: toIndex - fromIndex + 1 }, (_, i) => fromIndex + i);
  const keptFixes = mergeClose(track, allIndexes, settings);
  const speeds = speedsKmh(track, keptFixes, settings);
  const startMs = timeMs[fromIndex]!;
  const stepMs = 1000;
  const length = Math.floor((timeMs[toIndex]! - startMs) / stepMs) + 1;
  const speedMetresPerS = new Float64Array(length).fill(Number.NaN);
  const courseUnwrappedDeg = new Float64Array(length).fill(Number.NaN);

  for (let k = 1, unwrappedDeg = 0; k < keptFixes.length; k++) {
    const a = keptFixes[k - 1]!;
    const b = keptFixes[k]!;
    const gapMs = timeMs[b]! - timeMs[a]!;
    const hasCourses = courseDeg[a]! >= 0 && courseDeg[b]! >= 0;
    const startDeg = hasCourses ? courseDeg[a]! : bearingDeg(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!);
    const turnDeg = hasCourses ? courseDifferenceDeg(courseDeg[a]!, courseDeg[b]!) : 0;
    for (let i = Math.ceil((timeMs[a]! - startMs) / stepMs); i <= (timeMs[b]! - startMs) / stepMs; i++) {
      if (gapMs > settings.fixGapMs) continue;
      const share = (startMs + i * stepMs - timeMs[a]!) / gapMs;
      speedMetresPerS[i] = (speeds[k - 1]! + (speeds[k]! - speeds[k - 1]!) * share) / 3.6;
      unwrappedDeg += courseDifferenceDeg(unwrappedDeg % 360, startDeg + turnDeg * share);
      courseUnwrappedDeg[i] = unwrappedDeg;
    }
  }

  const longitudinal = new Float64Array(length).fill(Number.NaN);
  const lateral = new Float64Array(length).fill(Number.NaN);
  const spanS = (2 * stepMs) / 1000;
  const minMetresPerS = settings.manoeuvreFromKmh / 3.6;
  for (let i = 1; i < length - 1; i++) {
    longitudinal[i] = (speedMetresPerS[i + 1]! - speedMetresPerS[i - 1]!) / spanS / gravityMs2;
    // While the car creeps, the course is only noise, so no lateral acceleration is computed.
    const yawRate = (-(courseUnwrappedDeg[i + 1]! - courseUnwrappedDeg[i - 1]!) * Math.PI) / 180 / spanS;
    lateral[i] = speedMetresPerS[i]! >= minMetresPerS ? (yawRate * speedMetresPerS[i]!) / gravityMs2 : 0;
  }
  return { startMs, stepMs, longitudinal, lateral, vertical: new Float64Array(0), source: 'positions' };
};
