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
  /** Left positive. */
  readonly lateral: Float64Array;
  /** Without gravity, not low-passed. Empty if only fixes are known. */
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
    const pieces: { readonly at: number; readonly of: VehicleSamples }[] = [];
    let length = 0;
    for (; n < sorted.length; n++) {
      const next = sorted[n]!;
      const at = Math.round((next.startMs - first.startMs) / stepMs);
      if (next.rateHz !== first.rateHz || at > length) break;
      pieces.push({ at, of: next });
      length = Math.max(length, at + next.longitudinal.length);
    }
    joined.push(pieces.length === 1 ? first : copyPieces(first, pieces, length));
  }
  return joined;
};

const copyPieces = (
  { startMs, rateHz }: VehicleSamples,
  pieces: readonly { readonly at: number; readonly of: VehicleSamples }[],
  length: number,
): VehicleSamples => {
  const whole = {
    startMs,
    rateHz,
    longitudinal: new Float32Array(length),
    lateral: new Float32Array(length),
    vertical: new Float32Array(length),
  };
  let filled = 0;
  for (const { at, of } of pieces) {
    const skipped = filled - at;
    if (skipped >= of.longitudinal.length) continue;
    for (const axis of ['longitudinal', 'lateral', 'vertical'] as const)
      whole[axis].set(of[axis].subarray(skipped), filled);
    filled = at + of.longitudinal.length;
  }
  return whole;
};

/** Samples from `fromMs` to `toMs`, low-passed where their rate allows. */
export const motionOfSamples = (
  { startMs, rateHz, longitudinal, lateral, vertical }: VehicleSamples,
  fromMs: number,
  toMs: number,
  { manoeuvreFromHz, manoeuvreLowPassHz }: TelemetrySettings,
): Motion => {
  const stepMs = 1000 / rateHz;
  const from = Math.max(0, Math.ceil((fromMs - startMs) / stepMs));
  const to = Math.max(from, Math.min(longitudinal.length, Math.floor((toMs - startMs) / stepMs) + 1));
  const along = longitudinal.subarray(from, to);
  const across = lateral.subarray(from, to);
  const [slowAlong, slowAcross] =
    rateHz >= manoeuvreFromHz
      ? filterCfcPair(along, across, rateHz, manoeuvreLowPassHz / hzPerCfc)
      : [Float64Array.from(along), Float64Array.from(across)];
  return {
    startMs: startMs + from * stepMs,
    stepMs,
    longitudinal: slowAlong,
    lateral: slowAcross,
    vertical: Float64Array.from(vertical.subarray(from, to), value => value - 1),
    source: 'acceleration',
  };
};

/** Difference of two courses, degrees, -180 ≤ difference < 180, clockwise positive. */
const turnedDeg = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180;

/**
 * Movement from speeds and courses of fixes: acceleration along the way from d(speed)/dt, across it from speed × yaw,
 * over two steps of a second. NaN if fixes are more than `fixGapMs` apart.
 */
export const motionOfFixes = (
  track: Track,
  fromIndex: number,
  toIndex: number,
  settings: TelemetrySettings,
): Motion => {
  const { timeMs, latitude, longitude, courseDeg } = track;
  const all = Uint32Array.from({ length: toIndex - fromIndex + 1 }, (_, i) => fromIndex + i);
  const kept = mergeClose(track, all, settings);
  const speeds = speedsKmh(track, kept, settings);
  const startMs = timeMs[fromIndex]!;
  const stepMs = 1000;
  const length = Math.floor((timeMs[toIndex]! - startMs) / stepMs) + 1;
  const speedMs = new Float64Array(length).fill(Number.NaN);
  const course = new Float64Array(length).fill(Number.NaN);

  for (let k = 1, whole = 0; k < kept.length; k++) {
    const a = kept[k - 1]!;
    const b = kept[k]!;
    const gapMs = timeMs[b]! - timeMs[a]!;
    const sent = courseDeg[a]! >= 0 && courseDeg[b]! >= 0;
    const way = sent ? courseDeg[a]! : bearingDeg(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!);
    const turned = sent ? turnedDeg(courseDeg[a]!, courseDeg[b]!) : 0;
    for (let i = Math.ceil((timeMs[a]! - startMs) / stepMs); i <= (timeMs[b]! - startMs) / stepMs; i++) {
      if (gapMs > settings.fixGapMs) continue;
      const share = (startMs + i * stepMs - timeMs[a]!) / gapMs;
      speedMs[i] = (speeds[k - 1]! + (speeds[k]! - speeds[k - 1]!) * share) / 3.6;
      whole += turnedDeg(whole % 360, way + turned * share);
      course[i] = whole;
    }
  }

  const longitudinal = new Float64Array(length).fill(Number.NaN);
  const lateral = new Float64Array(length).fill(Number.NaN);
  const spanS = (2 * stepMs) / 1000;
  const fromMs = settings.manoeuvreFromKmh / 3.6;
  for (let i = 1; i < length - 1; i++) {
    longitudinal[i] = (speedMs[i + 1]! - speedMs[i - 1]!) / spanS / gravityMs2;
    // The course is noise while the car creeps.
    const yaw = (-(course[i + 1]! - course[i - 1]!) * Math.PI) / 180 / spanS;
    lateral[i] = speedMs[i]! >= fromMs ? (yaw * speedMs[i]!) / gravityMs2 : 0;
  }
  return { startMs, stepMs, longitudinal, lateral, vertical: new Float64Array(0), source: 'positions' };
};
