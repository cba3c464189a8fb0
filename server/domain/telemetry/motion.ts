import { filterCfcPair, hzPerCfc } from './cfc.ts';
import { gravityMs2 } from './deltaV.ts';
import type { VehicleSamples } from './manoeuvre.ts';
import { createNoiseEstimate, createRunningQuantile, positionLags } from './noise.ts';
import { createPositionFit, type PositionFit, planeTrackOf, withoutOutliers } from './positionFit.ts';
import { indexesBetween, pickValues, type Track } from './positions.ts';
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

/** Seconds between two comparisons of the course with the movement of the positions. */
const courseCheckSteps = 4;

/**
 * Half widths of the windows in which positions are smoothed, ms. A wider one would hide a manoeuvre of three seconds.
 */
const smoothingHalvesMs = [2000, 3000, 4000];

const radiansPerDegree = Math.PI / 180;

const accelerationAlong = ({ eastMs, northMs, eastMs2, northMs2 }: PositionFit): number =>
  (eastMs2 * eastMs + northMs2 * northMs) / Math.hypot(eastMs, northMs);

/** Acceleration to the left, m/s². */
const accelerationAcross = ({ eastMs, northMs, eastMs2, northMs2 }: PositionFit): number =>
  (northMs2 * eastMs - eastMs2 * northMs) / Math.hypot(eastMs, northMs);

/** Interval of the movement computed from fixes, ms. */
const fixStepMs = 1000;

/** Speed and course that the receiver reported, interpolated to steps of `fixStepMs`. NaN: unknown. */
interface ReceiverMotion {
  readonly metresPerS: Float64Array;
  /** Course without jumps from 359° to 0°, degrees. */
  readonly courseDeg: Float64Array;
  /** 1: the fixes before and after the step are at most `fixGapMs` apart. */
  readonly isClose: Uint8Array;
  /** Course at each fix of `keptFixes`, without jumps from 359° to 0°, degrees. */
  readonly fixCourseDeg: Float64Array;
}

const interpolateReceiver = (
  { timeMs, courseDeg: sentCourseDeg, speedKmh }: Track,
  keptFixes: Uint32Array,
  startMs: number,
  length: number,
  { fixGapMs }: TelemetrySettings,
): ReceiverMotion => {
  const metresPerS = new Float64Array(length).fill(Number.NaN);
  const courseDeg = new Float64Array(length).fill(Number.NaN);
  const isClose = new Uint8Array(length);
  const fixCourseDeg = new Float64Array(keptFixes.length).fill(Number.NaN);
  for (let k = 0, lastDeg = 0; k < keptFixes.length; k++) {
    const course = sentCourseDeg[keptFixes[k]!]!;
    if (!(course >= 0)) continue;
    lastDeg += courseDifferenceDeg(lastDeg % 360, course);
    fixCourseDeg[k] = lastDeg;
  }
  for (let k = 1; k < keptFixes.length; k++) {
    const a = keptFixes[k - 1]!;
    const b = keptFixes[k]!;
    const gapMs = timeMs[b]! - timeMs[a]!;
    if (gapMs > fixGapMs) continue;
    for (let i = Math.ceil((timeMs[a]! - startMs) / fixStepMs); i <= (timeMs[b]! - startMs) / fixStepMs; i++) {
      const share = (startMs + i * fixStepMs - timeMs[a]!) / gapMs;
      metresPerS[i] = (speedKmh[a]! + (speedKmh[b]! - speedKmh[a]!) * share) / 3.6;
      courseDeg[i] = fixCourseDeg[k - 1]! + (fixCourseDeg[k]! - fixCourseDeg[k - 1]!) * share;
      isClose[i] = 1;
    }
  }
  return { metresPerS, courseDeg, isClose, fixCourseDeg };
};

/**
 * Returns a function of a moment: the typical difference of the receiver's course from the movement of the positions,
 * degrees.
 */
const createCourseError = (
  { courseDeg }: Pick<ReceiverMotion, 'courseDeg'>,
  positionsM: ReturnType<typeof planeTrackOf>,
  startMs: number,
  settings: TelemetrySettings,
): ((momentMs: number) => number) => {
  const bearingTimesMs: number[] = [];
  const bearingErrorsDeg: number[] = [];
  const fitAt = createPositionFit(positionsM, settings);
  for (let i = 0; i < courseDeg.length; i += courseCheckSteps) {
    if (Number.isNaN(courseDeg[i]!)) continue;
    const fit = fitAt(startMs + i * fixStepMs, smoothingHalvesMs.at(-1)!);
    if (!fit || Math.hypot(fit.eastMs, fit.northMs) * 3.6 < settings.speedCheckFromKmh) continue;
    const bearing = Math.atan2(fit.eastMs, fit.northMs) / radiansPerDegree;
    bearingTimesMs.push(startMs + i * fixStepMs);
    bearingErrorsDeg.push(Math.abs(courseDifferenceDeg(bearing, courseDeg[i]!)));
  }
  return createRunningQuantile(bearingTimesMs, bearingErrorsDeg, 0.9);
};

/**
 * Returns a function that fits a movement to the positions around a moment, with the narrowest window whose acceleration
 * has at most `maxNoiseMs2` of noise. Null: no window has so little.
 */
const createSmoothFit = (
  positionsM: ReturnType<typeof planeTrackOf>,
  noiseOf: (
    values: ArrayLike<number>,
    lags: readonly number[],
    isRounded: boolean,
  ) => ReturnType<typeof createNoiseEstimate>,
  maxNoiseMs2: number,
  settings: TelemetrySettings,
) => {
  const [eastNoiseM, northNoiseM] = [
    noiseOf(positionsM.eastM, positionLags, false),
    noiseOf(positionsM.northM, positionLags, false),
  ];
  const positionNoiseM = (momentMs: number): number => Math.max(eastNoiseM(momentMs), northNoiseM(momentMs));
  const fitAt = createPositionFit(withoutOutliers(positionsM, positionNoiseM, settings), settings);
  return (momentMs: number): PositionFit | null => {
    const noiseM = positionNoiseM(momentMs);
    for (const halfMs of smoothingHalvesMs) {
      const fit = fitAt(momentMs, halfMs);
      if (fit && fit.accelerationNoise * noiseM <= maxNoiseMs2) return fit;
    }
    return null;
  };
};

/** Movement of a vehicle in steps of a second from its fixes. */
export interface FixMotion extends Motion {
  /** 1: every kind of manoeuvre that fixes show would be seen at this second. 0: noise or a gap would hide it. */
  readonly isMeasured: Uint8Array;
  /** 1: the speed of this second follows from positions, because the receiver sent none or a noisy one. */
  readonly isFromPositions: Uint8Array;
}

/**
 * Returns movement from fixes, in steps of a second. Acceleration along the way is d(speed)/dt, across it speed × yaw
 * rate, each over two steps. Without the receiver's speed or course it is that of a parabola through the positions
 * around. NaN if fixes are more than `fixGapMs` apart. Also NaN where the bound of a kind of manoeuvre lies within
 * `noiseDeviations` of the noise: the noise of speeds, courses and positions is estimated from themselves. A course
 * that differs from the movement of the positions by more than `courseWithinDeg` does not count.
 */
export const motionOfFixes = (
  track: Track,
  fromIndex: number,
  toIndex: number,
  settings: TelemetrySettings,
): FixMotion => {
  const { timeMs, speedKmh } = track;
  const keptFixes = mergeClose(track, indexesBetween(fromIndex, toIndex), settings);
  const speeds = speedsKmh(track, keptFixes, settings);
  const startMs = timeMs[fromIndex]!;
  const stepMs = fixStepMs;
  const length = Math.floor((timeMs[toIndex]! - startMs) / stepMs) + 1;
  const receiver = interpolateReceiver(track, keptFixes, startMs, length, settings);

  const keptTimesMs = pickValues(timeMs, keptFixes);
  const isMoving = (k: number): boolean => speeds[k]! >= settings.manoeuvreFromKmh;
  const noiseOf = (values: ArrayLike<number>, lags: readonly number[], isRounded: boolean) =>
    createNoiseEstimate({ timeMs: keptTimesMs, values, isUsed: isMoving, lags, isRounded }, settings);
  const positionsM = planeTrackOf(track, keptFixes);
  const speedNoiseKmh = noiseOf(pickValues(speedKmh, keptFixes), [1], false);
  const courseNoiseDeg = noiseOf(receiver.fixCourseDeg, [1], true);
  const maxNoiseMs2 = (boundG: number): number => ((boundG - settings.calmG) * gravityMs2) / settings.noiseDeviations;
  const maxAlongNoiseMs2 = maxNoiseMs2(Math.min(settings.accelerationFromG, settings.brakingFromG));
  const maxAcrossNoiseMs2 = maxNoiseMs2(settings.corneringFromG);
  // Most receivers send speeds and courses, so that positions need not be smoothed.
  let smoothFit: ReturnType<typeof createSmoothFit> | undefined;
  const smoothFitAt = (momentMs: number): PositionFit | null => {
    smoothFit ??= createSmoothFit(positionsM, noiseOf, Math.min(maxAlongNoiseMs2, maxAcrossNoiseMs2), settings);
    return smoothFit(momentMs);
  };

  const courseErrorDeg = createCourseError(receiver, positionsM, startMs, settings);

  const longitudinal = new Float64Array(length).fill(Number.NaN);
  const lateral = new Float64Array(length).fill(Number.NaN);
  const isMeasured = new Uint8Array(length);
  const isFromPositions = new Uint8Array(length);
  const spanS = (2 * stepMs) / 1000;
  /** Half the difference of two values has this share of the noise of one value. */
  const differenceNoise = Math.SQRT2 / spanS;
  const minMetresPerS = settings.manoeuvreFromKmh / 3.6;
  const changeAt = (values: Float64Array, i: number): number => (values[i + 1]! - values[i - 1]!) / spanS;
  for (let i = 0; i < length; i++) {
    if (receiver.isClose[i] === 0) continue;
    const momentMs = startMs + i * stepMs;
    const isSpeedUsed =
      receiver.metresPerS[i]! >= 0 && !((speedNoiseKmh(momentMs) / 3.6) * differenceNoise > maxAlongNoiseMs2);
    const isCourseKnown =
      !Number.isNaN(receiver.courseDeg[i]!) && !(courseErrorDeg(momentMs) > settings.courseWithinDeg);
    let fit = isSpeedUsed && isCourseKnown ? null : smoothFitAt(momentMs);
    const metresPerS = isSpeedUsed ? receiver.metresPerS[i]! : fit ? Math.hypot(fit.eastMs, fit.northMs) : Number.NaN;
    const courseNoiseMs2 = courseNoiseDeg(momentMs) * radiansPerDegree * metresPerS * differenceNoise;
    const isCourseUsed = isCourseKnown && !(courseNoiseMs2 > maxAcrossNoiseMs2);
    if (!isCourseUsed) fit ??= smoothFitAt(momentMs);
    // While the car creeps, the course is only noise, so no lateral acceleration is computed.
    const isCreeping = metresPerS < minMetresPerS;
    if (!fit && !(isSpeedUsed && (isCourseUsed || isCreeping))) continue;
    isMeasured[i] = 1;
    isFromPositions[i] = isSpeedUsed ? 0 : 1;
    const along = isSpeedUsed ? changeAt(receiver.metresPerS, i) : accelerationAlong(fit!);
    const yawRate = -changeAt(receiver.courseDeg, i) * radiansPerDegree;
    const across = isCourseUsed ? yawRate * metresPerS : fit ? accelerationAcross(fit) : 0;
    longitudinal[i] = along / gravityMs2;
    lateral[i] = isCreeping ? 0 : across / gravityMs2;
  }
  const vertical = new Float64Array(0);
  return { startMs, stepMs, longitudinal, lateral, isMeasured, isFromPositions, vertical, source: 'positions' };
};
