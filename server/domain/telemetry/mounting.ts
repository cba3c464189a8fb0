import type { CurveSamples } from './curves.ts';
import { type Motion, motionOfFixes } from './motion.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

/**
 * Mean acceleration of each second, g: of the vehicle from its fixes (`along`, `across`), and as the device measured it
 * (`x`, `y`, `z`). Seconds with only one of both known are left out.
 */
export interface SecondMeans {
  readonly length: number;
  readonly timeMs: Float64Array;
  /** `along`: d(speed)/dt. `across`: speed × yaw rate, positive to the left. */
  readonly along: Float64Array;
  readonly across: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}

const medianOf = (values: Float64Array, from: number, to: number): number => {
  const sorted = values.slice(from, to).sort();
  return sorted[sorted.length >> 1]!;
};

/**
 * Marks outliers: seconds whose mean differs from the median of the seconds around by more than `outlierFromG`. These
 * show a fault of the device and no drive.
 */
const markOutliers = (axes: readonly Float64Array[], length: number, outlierFromG: number): Uint8Array => {
  const isOutlier = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const from = Math.max(0, i - 5);
    const to = Math.min(length, i + 6);
    if (axes.some(axis => Math.abs(axis[i]! - medianOf(axis, from, to)) > outlierFromG)) isOutlier[i] = 1;
  }
  return isOutlier;
};

/**
 * Whether a sample is higher than both neighbours, or lower than both, by more than `fromG`. No vehicle moves in this
 * way.
 */
const isSpike = (values: Float64Array, i: number, fromG: number): boolean => {
  const stepBefore = values[i]! - (i > 0 ? values[i - 1]! : values[i + 1]!);
  const stepAfter = values[i]! - (i < values.length - 1 ? values[i + 1]! : values[i - 1]!);
  return stepBefore * stepAfter > 0 && Math.min(Math.abs(stepBefore), Math.abs(stepAfter)) > fromG;
};

/**
 * Returns for each half second from `startMs` on the sums of the samples x, y and z, and the number of samples. Spikes
 * and axes that repeat one value are left out.
 */
const sumPerHalfSecond = (
  curves: readonly CurveSamples[],
  startMs: number,
  length: number,
  { manoeuvreFromHz, spikeFromG }: TelemetrySettings,
): Float64Array => {
  const sums = new Float64Array(length * 4);
  const equalSamples = new Uint16Array(3);
  for (const { startMs: curveMs, rateHz, longitudinalG: x, lateralG: y, verticalG: z } of curves) {
    const axes = [x, y, z] as const;
    const offset = (curveMs - startMs) / 500;
    for (let i = 0; i < x.length; i++) {
      const halfSecond = Math.floor(offset + (2 * i) / rateHz);
      if (halfSecond < 0 || halfSecond >= length) continue;
      let isStuck = false;
      let hasSpike = false;
      for (let n = 0; n < 3; n++) {
        const values = axes[n]!;
        equalSamples[n] = i > 0 && values[i] === values[i - 1] ? equalSamples[n]! + 1 : 0;
        if (equalSamples[n]! >= rateHz) isStuck = true;
        if (isSpike(values, i, spikeFromG)) hasSpike = true;
      }
      if (hasSpike || (isStuck && rateHz >= manoeuvreFromHz)) continue;
      sums[halfSecond * 4]! += x[i]!;
      sums[halfSecond * 4 + 1]! += y[i]!;
      sums[halfSecond * 4 + 2]! += z[i]!;
      sums[halfSecond * 4 + 3]!++;
    }
  }
  return sums;
};

/**
 * Aligns samples and fixes by second for an assumed delay of the receiver. `delayHalfSeconds`: half seconds by which
 * the samples are shifted to a later time.
 */
const alignWithDelay = (
  motion: Motion,
  sums: Float64Array,
  delayHalfSeconds: number,
  settings: TelemetrySettings,
): SecondMeans => {
  const gridLength = motion.longitudinal.length;
  const column = () => new Float64Array(gridLength);
  const seconds = { timeMs: column(), along: column(), across: column(), x: column(), y: column(), z: column() };
  const sumAt = (halfSecond: number, n: number): number => (halfSecond < 0 ? 0 : sums[halfSecond * 4 + n]!);
  let length = 0;
  // An acceleration from fixes spans the second before the fix and the second after it.
  for (let i = 1; i < gridLength; i++) {
    const first = 2 * i - 2 - delayHalfSeconds;
    const samplesBefore = sumAt(first, 3) + sumAt(first + 1, 3);
    const samplesAfter = sumAt(first + 2, 3) + sumAt(first + 3, 3);
    const along = motion.longitudinal[i]!;
    const across = motion.lateral[i]!;
    if (samplesBefore === 0 || samplesAfter === 0 || !(Math.abs(along) < 1) || !(Math.abs(across) < 1)) continue;
    const meanOf = (n: number): number =>
      (sumAt(first, n) + sumAt(first + 1, n) + sumAt(first + 2, n) + sumAt(first + 3, n)) /
      (samplesBefore + samplesAfter);
    seconds.timeMs[length] = motion.startMs + i * 1000;
    seconds.along[length] = along;
    seconds.across[length] = across;
    seconds.x[length] = meanOf(0);
    seconds.y[length] = meanOf(1);
    seconds.z[length] = meanOf(2);
    length++;
  }
  const isOutlier = markOutliers([seconds.x, seconds.y, seconds.z], length, settings.outlierFromG);
  let keptCount = 0;
  for (let i = 0; i < length; i++) {
    if (isOutlier[i] === 1) continue;
    for (const values of Object.values(seconds)) values[keptCount] = values[i]!;
    keptCount++;
  }
  return { length: keptCount, ...seconds };
};

/**
 * Mean squared residual of fits for each minute. The minutes are fitted separately, so that a device moved in between
 * does not matter.
 */
const meanResidual = (seconds: SecondMeans): number => {
  const fitRange = createFitter(seconds);
  let sum = 0;
  for (let from = 0; from < seconds.length; from += 60)
    sum += fitRange(from, Math.min(seconds.length, from + 60))?.residual ?? 0;
  return sum / seconds.length;
};

/**
 * Aligns curves and fixes by second. A receiver's speed is up to a second late, so the delay that fits best is used.
 * Takes fixes without suspect ones, by rising time.
 */
export const alignBySecond = (
  curves: readonly CurveSamples[],
  track: Track,
  settings: TelemetrySettings,
): SecondMeans | null => {
  const fixes = track.timeMs.length;
  if (fixes < 3) return null;
  const motion = motionOfFixes(track, 0, fixes - 1, settings);
  const sums = sumPerHalfSecond(curves, motion.startMs, motion.longitudinal.length * 2, settings);
  const [best] = [0, 1, 2]
    .map(delay => alignWithDelay(motion, sums, delay, settings))
    .filter(({ length }) => length > 0)
    .sort((a, b) => meanResidual(a) - meanResidual(b));
  return best ?? null;
};

/**
 * Fit of a device's mean acceleration: gravity, plus the device's response to each g of the vehicle along and across
 * its way.
 */
export interface Fit {
  readonly gravity: Float64Array;
  readonly along: Float64Array;
  readonly across: Float64Array;
  /** Sum of squared residuals, g². */
  readonly residual: number;
  /** Sums of squares of the fixes' acceleration along and across, around their means, g². */
  readonly alongSpread: number;
  readonly acrossSpread: number;
}

/**
 * Number of running sums: products of 1, along and across with each other (6) and with x, y, z (9). The last is x² + y²
 * + z².
 */
const columnCount = 16;

/** Returns a least-squares fit over any stretch of seconds, in constant time by running sums. */
export const createFitter = ({ length, along, across, x, y, z }: SecondMeans, excluded?: Uint8Array) => {
  const sums = new Float64Array((length + 1) * columnCount);
  for (let i = 0; i < length; i++) {
    const from = i * columnCount;
    const next = from + columnCount;
    for (let c = 0; c < columnCount; c++) sums[next + c] = sums[from + c]!;
    if (excluded?.[i] === 1) continue;
    const a = along[i]!;
    const b = across[i]!;
    sums[next]!++;
    sums[next + 1]! += a;
    sums[next + 2]! += b;
    sums[next + 3]! += a * a;
    sums[next + 4]! += a * b;
    sums[next + 5]! += b * b;
    for (let n = 0; n < 3; n++) {
      const value = n === 0 ? x[i]! : n === 1 ? y[i]! : z[i]!;
      sums[next + 6 + n]! += value;
      sums[next + 9 + n]! += a * value;
      sums[next + 12 + n]! += b * value;
      sums[next + 15]! += value * value;
    }
  }
  const stretchSums = new Float64Array(columnCount);

  /** Fits the seconds `from` ≤ i < `to` without those from `excludeFrom` to `excludeTo`. Null: too few to solve. */
  return (from: number, to: number, excludeFrom = from, excludeTo = from): Fit | null => {
    for (let c = 0; c < columnCount; c++)
      stretchSums[c] =
        sums[to * columnCount + c]! -
        sums[from * columnCount + c]! -
        sums[excludeTo * columnCount + c]! +
        sums[excludeFrom * columnCount + c]!;
    const count = stretchSums[0]!;
    if (count < 4) return null;
    const meanA = stretchSums[1]! / count;
    const meanB = stretchSums[2]! / count;
    const aa = stretchSums[3]! - count * meanA * meanA + 1e-9;
    const ab = stretchSums[4]! - count * meanA * meanB;
    const bb = stretchSums[5]! - count * meanB * meanB + 1e-9;
    const determinant = aa * bb - ab * ab;
    if (!(determinant > 0)) return null;
    const vectors = { gravity: new Float64Array(3), along: new Float64Array(3), across: new Float64Array(3) };
    let residual = stretchSums[15]!;
    for (let n = 0; n < 3; n++) {
      const mean = stretchSums[6 + n]! / count;
      const withA = stretchSums[9 + n]! - count * meanA * mean;
      const withB = stretchSums[12 + n]! - count * meanB * mean;
      const slopeA = (withA * bb - withB * ab) / determinant;
      const slopeB = (withB * aa - withA * ab) / determinant;
      vectors.along[n] = slopeA;
      vectors.across[n] = slopeB;
      vectors.gravity[n] = mean - slopeA * meanA - slopeB * meanB;
      residual -= count * mean * mean + slopeA * withA + slopeB * withB;
    }
    return { ...vectors, residual: Math.max(residual, 1e-9), alongSpread: aa, acrossSpread: bb };
  };
};
