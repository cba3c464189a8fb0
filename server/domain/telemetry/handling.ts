import type { CurveSamples } from './curves.ts';
import { gravityMs2 } from './deltaV.ts';
import type { TelemetrySettings } from './settings.ts';

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
  return (from: number, to: number) => totals.map(total => total[to]! - total[from]!) as [number, number, number];
};

/** Changes of velocity, km/h, from which a recording may show a blow that the car got. */
interface BlowBounds {
  /** Change of velocity out of rest, upward or aside. */
  readonly outOfRestKmh: number;
  /** Change of velocity beyond gravity, whatever its direction, outside the hardest `knockMs`. */
  readonly lastingKmh: number;
}

/**
 * Whether the recording may show a blow that a car got: within `carBlowMs` the velocity changes by one of the bounds.
 * A blow on a standing car comes out of rest, and lasts longer than the knock of a device on the floor. A recording
 * without rest does not exclude a blow.
 */
const mayShowCarBlow = (
  curve: CurveSamples,
  { outOfRestKmh, lastingKmh }: BlowBounds,
  { carBlowMs, knockMs, carBlowRestMs, carBlowRestG, uprightToleranceG }: TelemetrySettings,
): boolean => {
  const { rateHz, longitudinalG, lateralG, verticalG } = curve;
  const samplesOf = (ms: number) => Math.max(1, Math.round((ms / 1000) * rateHz));
  const [size, knockSize, restSize] = [samplesOf(carBlowMs), samplesOf(knockMs), samplesOf(carBlowRestMs)];
  /** Change of velocity from a sum of accelerations of samples, km/h. */
  const kmhOf = (sumG: number) => (sumG / rateHz) * gravityMs2 * 3.6;
  const sumOf = vectorSums(curve);
  let isRestSeen = false;
  for (let i = restSize; i + size <= longitudinalG.length; i += Math.max(1, Math.floor(size / 10))) {
    const sum = sumOf(i, i + size);
    const rest = sumOf(i - restSize, i).map(value => value / restSize) as [number, number, number];
    const restG = Math.hypot(...rest);
    let squares = 0;
    for (let k = i - restSize; k < i; k++)
      squares += (longitudinalG[k]! - rest[0]) ** 2 + (lateralG[k]! - rest[1]) ** 2 + (verticalG[k]! - rest[2]) ** 2;
    if (Math.sqrt(squares / restSize) <= carBlowRestG && Math.abs(restG - 1) <= uprightToleranceG) {
      isRestSeen = true;
      // Free fall changes the velocity downward. It ends with less than gravity, so it is no push.
      const isPush = Math.hypot(...sum) >= size * restG;
      if (isPush && kmhOf(Math.hypot(...sum.map((value, n) => value - rest[n]! * size))) >= outOfRestKmh) return true;
    }
    let hardestFrom = i;
    let hardest = -1;
    for (let k = i; k + knockSize <= i + size; k++) {
      const length = Math.hypot(...sumOf(k, k + knockSize));
      if (length > hardest) [hardest, hardestFrom] = [length, k];
    }
    const knock = sumOf(hardestFrom, hardestFrom + knockSize);
    const lasting = Math.hypot(...sum.map((value, n) => value - knock[n]!)) - (size - knockSize);
    if (kmhOf(lasting) >= lastingKmh) return true;
  }
  return !isRestSeen;
};

/** How a device was moved in a recording without a blow that the car got. */
export interface DeviceMovement {
  /** Free fall, and a knock as short as that of a device on the floor. Slow samples do not show how short it was. */
  readonly isFallen: boolean;
  /**
   * No blow that tips a car. If gravity turned, the device was turned or the car tipped over slowly, and the recording
   * alone does not say which.
   */
  readonly isGentle: boolean;
}

/**
 * Returns how a device was moved. A car that falls off a lift lands longer than a device, and a device that a crash
 * tears off falls after the blow.
 */
export const findDeviceMovement = (curve: CurveSamples, settings: TelemetrySettings): DeviceMovement => {
  const isFall = isFalling(curve, settings);
  const bounds = isFall
    ? { outOfRestKmh: settings.fellOutOfRestKmh, lastingKmh: settings.fellLastingKmh }
    : { outOfRestKmh: settings.turnedOutOfRestKmh, lastingKmh: settings.turnedLastingKmh };
  const isGentle = !mayShowCarBlow(curve, bounds, settings);
  return { isFallen: isFall && isGentle && curve.rateHz >= settings.miniFromHz, isGentle };
};
