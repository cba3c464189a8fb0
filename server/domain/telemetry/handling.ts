import type { CurveSamples } from './curves.ts';
import { kmhPerGSecond } from './deltaV.ts';
import type { TelemetrySettings } from './settings.ts';
import { lengthOf, type Vector } from './vectors.ts';

/** Whether the length of acceleration stays below `fellBelowG` for `fellFromMs`. No car on its wheels falls so long. */
const isFalling = (
  { rateHz, longitudinalG, lateralG, verticalG }: CurveSamples,
  { fellBelowG, fellFromMs }: TelemetrySettings,
): boolean => {
  const enough = Math.max(2, Math.ceil((fellFromMs / 1000) * rateHz));
  let count = 0;
  for (let i = 0; i < longitudinalG.length && count < enough; i++)
    count = Math.hypot(longitudinalG[i]!, lateralG[i]!, verticalG[i]!) < fellBelowG ? count + 1 : 0;
  return count >= enough;
};

/** Sums of the values before each index. */
const runningSums = (values: Float64Array): Float64Array => {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  return sums;
};

const hardestIndex = ({ longitudinalG: x, lateralG: y, verticalG: z }: CurveSamples): number => {
  let [hardest, hardestSquared] = [0, -1];
  for (let i = 0; i < x.length; i++) {
    const squared = x[i]! ** 2 + y[i]! ** 2 + z[i]! ** 2;
    if (squared > hardestSquared) [hardest, hardestSquared] = [i, squared];
  }
  return hardest;
};

/** Largest changes of velocity beside rest, km/h, each without its hardest `knockMs`. */
interface ChangesBesideRest {
  /** Within `carBlowMs` after rest, upward or aside: free fall changes the velocity downward, and is no push. */
  readonly outOfRestKmh: number;
  /** Within `carBlowMs` before rest, likewise. */
  readonly intoRestKmh: number;
  /** Whether rest was recorded before the hardest sample. */
  readonly isRestBefore: boolean;
}

/**
 * A stretch is at rest if it lasts `carBlowRestMs`, has about 1 g, and hardly shakes. The loops make no vectors, because a
 * message may have a million samples.
 */
const findChangesBesideRest = (curve: CurveSamples, settings: TelemetrySettings): ChangesBesideRest => {
  const { carBlowMs, knockMs, carBlowRestMs, carBlowRestG, uprightToleranceG } = settings;
  const { rateHz, longitudinalG, lateralG, verticalG } = curve;
  const samples = longitudinalG.length;
  const samplesOf = (ms: number) => Math.max(1, Math.round((ms / 1000) * rateHz));
  const [size, knockSize, restSize] = [samplesOf(carBlowMs), samplesOf(knockMs), samplesOf(carBlowRestMs)];
  const step = Math.max(1, Math.floor(size / 10));
  const [sumX, sumY, sumZ] = [runningSums(longitudinalG), runningSums(lateralG), runningSums(verticalG)];

  const findRest = (from: number): Vector | null => {
    const end = from + restSize;
    const x = (sumX[end]! - sumX[from]!) / restSize;
    const y = (sumY[end]! - sumY[from]!) / restSize;
    const z = (sumZ[end]! - sumZ[from]!) / restSize;
    if (Math.abs(lengthOf([x, y, z]) - 1) > uprightToleranceG) return null;
    let squares = 0;
    for (let i = from; i < end; i++)
      squares += (longitudinalG[i]! - x) ** 2 + (lateralG[i]! - y) ** 2 + (verticalG[i]! - z) ** 2;
    return Math.sqrt(squares / restSize) <= carBlowRestG ? [x, y, z] : null;
  };

  /** Largest change of velocity in windows that begin (`direction` 1) or end (-1) at the index `edge`, km/h. */
  const largestChangeKmh = ([restX, restY, restZ]: Vector, edge: number, direction: 1 | -1): number => {
    const most = Math.min(size, direction > 0 ? samples - edge : edge);
    let [knockX, knockY, knockZ, knockSquared, knocksSeen, largest] = [0, 0, 0, 0, 0, 0];
    for (let count = knockSize + 1; count <= most; count += step) {
      for (; knocksSeen + knockSize <= count; knocksSeen++) {
        const at = direction > 0 ? edge + knocksSeen : edge - knocksSeen - knockSize;
        const x = sumX[at + knockSize]! - sumX[at]! - restX * knockSize;
        const y = sumY[at + knockSize]! - sumY[at]! - restY * knockSize;
        const z = sumZ[at + knockSize]! - sumZ[at]! - restZ * knockSize;
        const squared = x * x + y * y + z * z;
        if (squared > knockSquared) [knockX, knockY, knockZ, knockSquared] = [x, y, z, squared];
      }
      const from = direction > 0 ? edge : edge - count;
      const x = sumX[from + count]! - sumX[from]! - restX * count - knockX;
      const y = sumY[from + count]! - sumY[from]! - restY * count - knockY;
      const z = sumZ[from + count]! - sumZ[from]! - restZ * count - knockZ;
      const upward = (x * restX + y * restY + z * restZ) / Math.hypot(restX, restY, restZ);
      // Only the downward part of a change is left out.
      const squared = x * x + y * y + z * z - Math.min(0, upward) ** 2;
      if (squared > largest) largest = squared;
    }
    return (Math.sqrt(largest) / rateHz) * kmhPerGSecond;
  };

  const hardest = hardestIndex(curve);
  let [outOfRestKmh, intoRestKmh, isRestBefore] = [0, 0, false];
  for (let from = 0; from + restSize <= samples; from += step) {
    const rest = findRest(from);
    if (!rest) continue;
    const end = from + restSize;
    if (end <= hardest) isRestBefore = true;
    outOfRestKmh = Math.max(outOfRestKmh, largestChangeKmh(rest, end, 1));
    intoRestKmh = Math.max(intoRestKmh, largestChangeKmh(rest, from, -1));
  }
  return { outOfRestKmh, intoRestKmh, isRestBefore };
};

/** Findings about a standing car and the device in it. */
export interface StandingMovement {
  /**
   * The object that fell freely out of rest. `device`: the fall ends in a knock as short as that of a device on the floor.
   * `car`: the landing is longer. `unknown`: the length of the landing fits neither, or the samples are too slow to show it.
   * Null: nothing fell.
   */
  readonly fallen: 'device' | 'car' | 'unknown' | null;
  /**
   * Whether the recording may show a blow that the car got. A blow on a standing car comes out of rest, and lasts longer
   * than a knock on the device. A hand moves a device before it shakes it. Without rest before the hardest sample
   * nothing is excluded.
   */
  readonly mayBeBlow: boolean;
}

/**
 * Returns what a recording shows of a standing car. A car that falls off a lift lands longer than a device. A device that
 * a crash tears off falls after the blow.
 */
export const findStandingMovement = (
  curve: CurveSamples,
  isTurned: boolean,
  settings: TelemetrySettings,
): StandingMovement => {
  const { outOfRestKmh, intoRestKmh, isRestBefore } = findChangesBesideRest(curve, settings);
  const isSlow = curve.rateHz < settings.miniFromHz;
  if (isRestBefore && isFalling(curve, settings)) {
    if (outOfRestKmh >= settings.fellOutOfRestKmh) return { fallen: null, mayBeBlow: true };
    if (intoRestKmh >= settings.carLandingFromKmh) return { fallen: 'car', mayBeBlow: true };
    const isDevice = !isSlow && intoRestKmh < settings.deviceLandingToKmh;
    return { fallen: isDevice ? 'device' : 'unknown', mayBeBlow: false };
  }
  // A slammed door rings between slow samples as a push does, but turns nothing.
  const blowFromKmh = isSlow && !isTurned ? settings.slowCarBlowFromKmh : settings.carBlowFromKmh;
  return { fallen: null, mayBeBlow: !isRestBefore || outOfRestKmh >= blowFromKmh };
};
