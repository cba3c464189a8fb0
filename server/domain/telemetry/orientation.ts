import type { CurveSamples } from './curves.ts';
import { canBeRest } from './gravity.ts';
import type { VehicleSamples } from './manoeuvre.ts';
import { createFits, type Fit, type Seconds, secondsOf } from './mounting.ts';
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
  /** Time range of the seconds used, ms since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly seconds: number;
  /** Error that is not exceeded with 95 % probability, degrees. */
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
const unit = (a: ArrayLike<number>): Vector => {
  const size = Math.sqrt(dot(a, a));
  return [a[0]! / size, a[1]! / size, a[2]! / size];
};

/** Angle of the rotation between two sets of axes, degrees. */
export const turnBetween = (one: Axes, other: Axes): number => {
  const trace = dot(one.forward, other.forward) + dot(one.left, other.left) + dot(one.up, other.up);
  return Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2))) * degreesPerRadian;
};

/**
 * Returns the vehicle's axes from a fit. Up follows from gravity.
 * Forward is a weighted mean of two directions: the acceleration of speeding up, and that of bends turned by 90°. Each
 * has the spread of its accelerations as weight.
 * Null if the two contradict each other, as in a device with swapped axes.
 */
const axesOf = (fit: Fit | null, settings: TelemetrySettings): Axes | null => {
  if (!fit || !canBeRest([fit.gravity[0]!, fit.gravity[1]!, fit.gravity[2]!], settings)) return null;
  const up = unit(fit.gravity);
  const pushed = cross(cross(up, fit.along), up);
  const bent = cross(fit.across, up);
  const sum: Vector = [
    pushed[0] * fit.alongSpread + bent[0] * fit.acrossSpread,
    pushed[1] * fit.alongSpread + bent[1] * fit.acrossSpread,
    pushed[2] * fit.alongSpread + bent[2] * fit.acrossSpread,
  ];
  if (!(dot(sum, sum) > 0)) return null;
  const forward = unit(sum);
  const left = cross(up, forward);
  if (dot(forward, pushed) <= 0 || dot(forward, bent) <= 0) return null;
  return { forward, left, up };
};

/**
 * Number of groups of seconds that are left out in turn. Neighbouring seconds are alike, so an error estimated second
 * by second would be too small.
 */
const groups = 10;

/** Axes of the seconds `from` ≤ i < `to`, with their 95 % error by the jackknife, degrees. Null: unknown. */
const orient = (seconds: Seconds, from: number, to: number, settings: TelemetrySettings): Orientation | null => {
  const count = to - from;
  if (count < settings.orientationFromS) return null;
  let fits = createFits(seconds);
  // Outlying seconds are left out, because a single one bends a least-squares fit.
  for (let round = 0; round < 2; round++) {
    const fit = fits(from, to);
    if (!fit) return null;
    const limit = (9 * fit.residual) / count;
    const skipped = new Uint8Array(seconds.length);
    for (let i = from; i < to; i++) skipped[i] = residualOf(seconds, i, fit) > limit ? 1 : 0;
    fits = createFits(seconds, skipped);
  }
  const axes = axesOf(fits(from, to), settings);
  if (!axes) return null;
  let sum = 0;
  for (let n = 0; n < groups; n++) {
    const leaveFrom = from + Math.floor((count * n) / groups);
    const leaveTo = from + Math.floor((count * (n + 1)) / groups);
    const without = axesOf(fits(from, to, leaveFrom, leaveTo), settings);
    if (!without) return null;
    sum += turnBetween(axes, without) ** 2;
  }
  // Student's t of nine degrees of freedom at 95 %.
  const withinDeg = 2.26 * Math.sqrt(((groups - 1) / groups) * sum);
  if (!(withinDeg <= settings.orientationWithinDeg)) return null;
  return { ...axes, fromMs: seconds.timeMs[from]!, toMs: seconds.timeMs[to - 1]!, seconds: count, withinDeg };
};

/** Squared residual of one second, g². */
const residualOf = ({ along, across, x, y, z }: Seconds, i: number, fit: Fit): number => {
  const of = (value: number, n: number): number =>
    (value - fit.gravity[n]! - fit.along[n]! * along[i]! - fit.across[n]! * across[i]!) ** 2;
  return of(x[i]!, 0) + of(y[i]!, 1) + of(z[i]!, 2);
};

/**
 * Returns the limits of the stretches in which the device was not moved, as indexes of seconds. The beginning and the
 * end are included. At each inner limit the device was moved.
 */
const boundsOf = (seconds: Seconds, settings: TelemetrySettings): number[] => {
  const fits = createFits(seconds);
  const fewest = settings.orientationFromS;
  const split = (from: number, to: number): number[] => {
    const whole = fits(from, to);
    if (!whole || to - from < 2 * fewest) return [];
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let k = from + fewest; k <= to - fewest; k++) {
      const residual = (fits(from, k)?.residual ?? Number.NaN) + (fits(k, to)?.residual ?? Number.NaN);
      if (residual < least) {
        least = residual;
        best = k;
      }
    }
    const gain = ((to - from) / 2) * Math.log(whole.residual / least);
    if (best < 0 || gain < settings.remountedGain || !moved(seconds, from, best, to, settings)) return [];
    return [...split(from, best), best, ...split(best, to)];
  };
  return [0, ...split(0, seconds.length), seconds.length];
};

/** Whether two orientations surely differ. */
export const isRemounted = (before: Axes, after: Axes, { remountedFromDeg }: TelemetrySettings): boolean =>
  turnBetween(before, after) >= remountedFromDeg * 2;

/** Whether the device was moved at second `k`: up differs, or forward surely differs. */
const moved = (seconds: Seconds, from: number, k: number, to: number, settings: TelemetrySettings): boolean => {
  const fits = createFits(seconds);
  const [one, other] = [fits(from, k), fits(k, to)];
  if (!one || !other) return false;
  const tilt = Math.acos(Math.min(1, dot(unit(one.gravity), unit(other.gravity)))) * degreesPerRadian;
  if (tilt >= settings.remountedFromDeg) return true;
  const [before, after] = [orient(seconds, from, k, settings), orient(seconds, k, to, settings)];
  return before !== null && after !== null && isRemounted(before, after, settings);
};

/**
 * Orientations of a device by time range. A new range begins where the device was moved.
 * Takes acceleration in the device's axes, g, and a track without suspect fixes by rising time. Without receiver
 * speeds, speeds are derived from positions.
 */
export const findMountings = (
  curves: readonly CurveSamples[],
  track: Track,
  settings: TelemetrySettings = defaultSettings,
): Mounting[] => {
  const seconds = secondsOf(curves, track, settings);
  if (!seconds) return [];
  const bounds = boundsOf(seconds, settings);
  return bounds.slice(1).map((to, n) => {
    const from = bounds[n]!;
    // The second in which the device was moved belongs to neither range.
    const first = n === 0 ? from : from + 1;
    const last = to === seconds.length ? to : to - 1;
    return {
      fromMs: seconds.timeMs[first]!,
      toMs: seconds.timeMs[last - 1]!,
      orientation: orient(seconds, first, last, settings),
    };
  });
};

/** Orientation of a device at the end of the drive. Null: unknown. */
export const findOrientation = (
  curves: readonly CurveSamples[],
  track: Track,
  settings: TelemetrySettings = defaultSettings,
): Orientation | null => findMountings(curves, track, settings).at(-1)?.orientation ?? null;

/** Turns samples from the device's axes into the vehicle's. */
export const toVehicle = (
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
