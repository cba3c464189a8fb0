import type { CurveSamples } from './curves.ts';
import { canBeRest } from './gravity.ts';
import type { VehicleSamples } from './manoeuvre.ts';
import { alignBySecond, createFitter, type Fit, type SecondMeans } from './mounting.ts';
import type { Track } from './positions.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import type { Vector } from './vectors.ts';

/** The vehicle's axes as unit vectors in the device's axes. */
export interface Axes {
  readonly forward: Vector;
  readonly left: Vector;
  readonly up: Vector;
}

/** Orientation of a device in the vehicle. */
export interface Orientation extends Axes {
  /** Time range of the seconds from which the orientation was found, ms since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly seconds: number;
  /** Upper bound of the orientation's error with 95 % probability, degrees. */
  readonly withinDeg: number;
}

/** A time range in which a device was not moved. */
export interface Mounting {
  readonly fromMs: number;
  readonly toMs: number;
  /** Null: the car moved too little to find the orientation. */
  readonly orientation: Orientation | null;
}

const degreesPerRadian = 180 / Math.PI;
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
const cross = (a: ArrayLike<number>, b: ArrayLike<number>): Vector => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];
const normalise = (a: ArrayLike<number>): Vector => {
  const size = Math.sqrt(dot(a, a));
  return [a[0]! / size, a[1]! / size, a[2]! / size];
};

/** Angle of the rotation between two sets of axes, degrees. */
export const rotationBetweenDeg = (axesA: Axes, axesB: Axes): number => {
  const trace = dot(axesA.forward, axesB.forward) + dot(axesA.left, axesB.left) + dot(axesA.up, axesB.up);
  return Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2))) * degreesPerRadian;
};

/**
 * Returns the vehicle's axes from a fit. Up follows from gravity.
 * Forward is a weighted mean of two directions: the acceleration of speeding up, and that of bends turned by 90°. The
 * weights are the spreads of both accelerations.
 * Null if the two directions contradict each other, as in a device with swapped axes.
 */
const axesOf = (fit: Fit | null, settings: TelemetrySettings): Axes | null => {
  if (!fit || !canBeRest([fit.gravity[0]!, fit.gravity[1]!, fit.gravity[2]!], settings)) return null;
  const up = normalise(fit.gravity);
  const forwardBySpeedChange = cross(cross(up, fit.along), up);
  const forwardByBends = cross(fit.across, up);
  const sum: Vector = [
    forwardBySpeedChange[0] * fit.alongSpread + forwardByBends[0] * fit.acrossSpread,
    forwardBySpeedChange[1] * fit.alongSpread + forwardByBends[1] * fit.acrossSpread,
    forwardBySpeedChange[2] * fit.alongSpread + forwardByBends[2] * fit.acrossSpread,
  ];
  if (!(dot(sum, sum) > 0)) return null;
  const forward = normalise(sum);
  const left = cross(up, forward);
  if (dot(forward, forwardBySpeedChange) <= 0 || dot(forward, forwardByBends) <= 0) return null;
  return { forward, left, up };
};

/**
 * Number of groups of seconds for the jackknife, which leaves out one group at a time. Neighbouring seconds are alike,
 * so leaving out single seconds would give a too small error.
 */
const jackknifeGroups = 10;

/**
 * Returns the axes of the seconds `from` ≤ i < `to`, with the 95 % error in degrees, estimated by the jackknife. Null:
 * unknown.
 */
const findOrientationOf = (
  seconds: SecondMeans,
  from: number,
  to: number,
  settings: TelemetrySettings,
): Orientation | null => {
  const count = to - from;
  if (count < settings.orientationFromS) return null;
  let fitRange = createFitter(seconds);
  // Outliers are left out, because a single outlying second distorts a least-squares fit.
  for (let round = 0; round < 2; round++) {
    const fit = fitRange(from, to);
    if (!fit) return null;
    const maxResidual = (9 * fit.residual) / count;
    const excluded = new Uint8Array(seconds.length);
    for (let i = from; i < to; i++) excluded[i] = residualOf(seconds, i, fit) > maxResidual ? 1 : 0;
    fitRange = createFitter(seconds, excluded);
  }
  const axes = axesOf(fitRange(from, to), settings);
  if (!axes) return null;
  let sumOfSquares = 0;
  for (let n = 0; n < jackknifeGroups; n++) {
    const excludeFrom = from + Math.floor((count * n) / jackknifeGroups);
    const excludeTo = from + Math.floor((count * (n + 1)) / jackknifeGroups);
    const axesWithoutGroup = axesOf(fitRange(from, to, excludeFrom, excludeTo), settings);
    if (!axesWithoutGroup) return null;
    sumOfSquares += rotationBetweenDeg(axes, axesWithoutGroup) ** 2;
  }
  // Quantile of Student's t distribution with nine degrees of freedom, for a probability of 95 %.
  const withinDeg = 2.26 * Math.sqrt(((jackknifeGroups - 1) / jackknifeGroups) * sumOfSquares);
  if (!(withinDeg <= settings.orientationWithinDeg)) return null;
  return { ...axes, fromMs: seconds.timeMs[from]!, toMs: seconds.timeMs[to - 1]!, seconds: count, withinDeg };
};

/** Squared residual of one second, g². */
const residualOf = ({ along, across, x, y, z }: SecondMeans, i: number, fit: Fit): number => {
  const squaredError = (value: number, n: number): number =>
    (value - fit.gravity[n]! - fit.along[n]! * along[i]! - fit.across[n]! * across[i]!) ** 2;
  return squaredError(x[i]!, 0) + squaredError(y[i]!, 1) + squaredError(z[i]!, 2);
};

/**
 * Returns the limits of the stretches in which the device was not moved, as indexes of seconds. The beginning and the
 * end are included. At each inner limit the device was moved.
 */
const findBounds = (seconds: SecondMeans, settings: TelemetrySettings): number[] => {
  const fitRange = createFitter(seconds);
  const minSeconds = settings.orientationFromS;
  const split = (from: number, to: number): number[] => {
    const wholeFit = fitRange(from, to);
    if (!wholeFit || to - from < 2 * minSeconds) return [];
    let bestIndex = -1;
    let leastResidual = Number.POSITIVE_INFINITY;
    for (let k = from + minSeconds; k <= to - minSeconds; k++) {
      const residual = (fitRange(from, k)?.residual ?? Number.NaN) + (fitRange(k, to)?.residual ?? Number.NaN);
      if (residual < leastResidual) {
        leastResidual = residual;
        bestIndex = k;
      }
    }
    const likelihoodGain = ((to - from) / 2) * Math.log(wholeFit.residual / leastResidual);
    if (bestIndex < 0 || likelihoodGain < settings.remountedGain || !isMovedAt(seconds, from, bestIndex, to, settings))
      return [];
    return [...split(from, bestIndex), bestIndex, ...split(bestIndex, to)];
  };
  return [0, ...split(0, seconds.length), seconds.length];
};

/** Whether two orientations differ by so much that the device was certainly moved in between. */
export const isRemounted = (before: Axes, after: Axes, { remountedFromDeg }: TelemetrySettings): boolean =>
  rotationBetweenDeg(before, after) >= remountedFromDeg * 2;

/**
 * Whether the device was moved at second `k`: the direction up differs before and after, or the orientation certainly
 * does.
 */
const isMovedAt = (seconds: SecondMeans, from: number, k: number, to: number, settings: TelemetrySettings): boolean => {
  const fitRange = createFitter(seconds);
  const [one, other] = [fitRange(from, k), fitRange(k, to)];
  if (!one || !other) return false;
  const tilt = Math.acos(Math.min(1, dot(normalise(one.gravity), normalise(other.gravity)))) * degreesPerRadian;
  if (tilt >= settings.remountedFromDeg) return true;
  const [before, after] = [findOrientationOf(seconds, from, k, settings), findOrientationOf(seconds, k, to, settings)];
  return before !== null && after !== null && isRemounted(before, after, settings);
};

/**
 * Returns the orientations of a device by time range. A new range begins where the device was moved.
 * Takes acceleration in the device's axes, g, and a track without suspect fixes by rising time. If the receiver sent no
 * speeds, they are derived from positions.
 */
export const findMountings = (
  curves: readonly CurveSamples[],
  track: Track,
  settings: TelemetrySettings = defaultSettings,
): Mounting[] => {
  const seconds = alignBySecond(curves, track, settings);
  if (!seconds) return [];
  const bounds = findBounds(seconds, settings);
  return bounds.slice(1).map((to, n) => {
    const from = bounds[n]!;
    // The second in which the device was moved belongs to neither range.
    const first = n === 0 ? from : from + 1;
    const last = to === seconds.length ? to : to - 1;
    return {
      fromMs: seconds.timeMs[first]!,
      toMs: seconds.timeMs[last - 1]!,
      orientation: findOrientationOf(seconds, first, last, settings),
    };
  });
};

/** Converts samples from the device's axes to the vehicle's axes. */
export const toVehicleAxes = (
  { startMs, rateHz, longitudinalG: x, lateralG: y, verticalG: z }: CurveSamples,
  { forward, left, up }: Axes,
): VehicleSamples => {
  const length = x.length;
  const samples = {
    startMs,
    rateHz,
    longitudinal: new Float32Array(length),
    lateral: new Float32Array(length),
    vertical: new Float32Array(length),
  };
  for (let i = 0; i < length; i++) {
    samples.longitudinal[i] = x[i]! * forward[0] + y[i]! * forward[1] + z[i]! * forward[2];
    samples.lateral[i] = x[i]! * left[0] + y[i]! * left[1] + z[i]! * left[2];
    samples.vertical[i] = x[i]! * up[0] + y[i]! * up[1] + z[i]! * up[2];
  }
  return samples;
};
