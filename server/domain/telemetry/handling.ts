import type { CurveSamples } from './curves.ts';
import { kmhPerGSecond } from './deltaV.ts';
import type { TelemetrySettings } from './settings.ts';
import { dot, lengthOf, type Vector } from './vectors.ts';

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

/** Returns a function that gives the sum of the vectors of the samples `from` ≤ i < `to`. */
const vectorSums = ({ longitudinalG, lateralG, verticalG }: CurveSamples) => {
  const totals = [longitudinalG, lateralG, verticalG].map(axis => {
    const total = new Float64Array(axis.length + 1);
    for (let i = 0; i < axis.length; i++) total[i + 1] = total[i]! + axis[i]!;
    return total;
  });
  return (from: number, to: number) => totals.map(total => total[to]! - total[from]!) as unknown as Vector;
};

const minus = (a: Vector, b: Vector, times = 1): Vector => [
  a[0] - b[0] * times,
  a[1] - b[1] * times,
  a[2] - b[2] * times,
];

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

/** A stretch is at rest if it lasts `carBlowRestMs`, has about 1 g, and hardly shakes. */
const findChangesBesideRest = (curve: CurveSamples, settings: TelemetrySettings): ChangesBesideRest => {
  const { carBlowMs, knockMs, carBlowRestMs, carBlowRestG, uprightToleranceG } = settings;
  const { rateHz, longitudinalG, lateralG, verticalG } = curve;
  const samples = longitudinalG.length;
  const samplesOf = (ms: number) => Math.max(1, Math.round((ms / 1000) * rateHz));
  const [size, knockSize, restSize] = [samplesOf(carBlowMs), samplesOf(knockMs), samplesOf(carBlowRestMs)];
  const sumOf = vectorSums(curve);
  const findRest = (from: number): Vector | null => {
    const sum = sumOf(from, from + restSize);
    const rest: Vector = [sum[0] / restSize, sum[1] / restSize, sum[2] / restSize];
    if (Math.abs(lengthOf(rest) - 1) > uprightToleranceG) return null;
    let squares = 0;
    for (let k = from; k < from + restSize; k++)
      squares += lengthOf(minus([longitudinalG[k]!, lateralG[k]!, verticalG[k]!], rest)) ** 2;
    return Math.sqrt(squares / restSize) <= carBlowRestG ? rest : null;
  };
  /** Change of velocity without gravity, km/h, of the samples `from` ≤ i < `to`. */
  const changeKmh = (from: number, to: number, rest: Vector): number => {
    const sumWithin = (a: number, b: number) => minus(sumOf(a, b), rest, b - a);
    let knock: Vector = [0, 0, 0];
    for (let k = from; k + knockSize <= to; k++) {
      const within = sumWithin(k, k + knockSize);
      if (lengthOf(within) > lengthOf(knock)) knock = within;
    }
    const lasting = minus(sumWithin(from, to), knock);
    const upward = dot(lasting, rest) / lengthOf(rest) ** 2;
    return (lengthOf(upward < 0 ? minus(lasting, rest, upward) : lasting) / rateHz) * kmhPerGSecond;
  };
  const step = Math.max(1, Math.floor(size / 10));
  const hardest = hardestIndex(curve);
  let [outOfRestKmh, intoRestKmh, isRestBefore] = [0, 0, false];
  for (let from = 0; from + restSize <= samples; from += step) {
    const rest = findRest(from);
    if (!rest) continue;
    const end = from + restSize;
    if (end <= hardest) isRestBefore = true;
    for (let to = end + knockSize + 1; to <= Math.min(samples, end + size); to += step)
      outOfRestKmh = Math.max(outOfRestKmh, changeKmh(end, to, rest));
    for (let begin = from - knockSize - 1; begin >= Math.max(0, from - size); begin -= step)
      intoRestKmh = Math.max(intoRestKmh, changeKmh(begin, from, rest));
  }
  return { outOfRestKmh, intoRestKmh, isRestBefore };
};

/** What a recording shows of a car that stands, and of the device in it. */
export interface StandingMovement {
  /**
   * What fell freely out of rest. `device`: it ends in a knock as short as that of a device on the floor, which slow
   * samples do not show. `car`: the landing is longer. Null: nothing.
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
