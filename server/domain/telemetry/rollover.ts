import type { CurveSamples } from './curves.ts';
import { canBeRest, restBeforeImpact } from './gravity.ts';
import type { TelemetrySettings } from './settings.ts';
import { dot, lengthOf, meanOf, type Vector } from './vectors.ts';

/** Turn of gravity in the axes of a recording after an impact. */
export interface Turn {
  /** Largest angle, degrees, up to 180. 0: less than `rolloverFromDeg`. */
  readonly deg: number;
  /** First sample of the first window in which the car lies on its side or roof. Null: in no window. */
  readonly fromIndex: number | null;
  /** Whether gravity turned at least partly. A recording that ends while the car turns shows no more. */
  readonly isTilted: boolean;
}

const degreesPerRadian = 180 / Math.PI;

/** Maximum number of evenly spread samples from which a median is computed. More would be no more exact. */
const medianSamples = 50;

/** Median of an axis over `size` samples from index `from`. A blow in less than half of them does not change it. */
const medianWithin = (axis: Float64Array, from: number, size: number): number => {
  const step = Math.max(1, size / medianSamples);
  const samples = new Float64Array(Math.floor(size / step));
  for (let n = 0; n < samples.length; n++) samples[n] = axis[from + Math.floor(n * step)]!;
  samples.sort();
  const middle = samples.length >> 1;
  return samples.length % 2 === 1 ? samples[middle]! : (samples[middle - 1]! + samples[middle]!) / 2;
};

/**
 * Gravity before the impact in the axes of the curve, g. Braking or sliding may add up to 0.8 g in the plane. In the
 * vehicle frame up is stated, and the rest must only agree with it. In the device frame gravity of the trips is exact,
 * unless the rest says that the device was mounted in another way since. Null: unknown.
 */
const gravityBefore = (curve: CurveSamples, tripGravity: Vector | null, settings: TelemetrySettings): Vector | null => {
  const restG = restBeforeImpact(curve, settings);
  const isNearly1G = restG && canBeRest(restG, { ...settings, restToleranceG: settings.uprightToleranceG });
  if (curve.frame === 'device') {
    if (!isNearly1G) return tripGravity;
    const isSameMounting = tripGravity && dot(tripGravity, restG) > lengthOf(restG) * Math.SQRT1_2;
    return isSameMounting ? tripGravity : restG;
  }
  return isNearly1G && restG[2] >= settings.uprightFromG ? [0, 0, 1] : null;
};

/**
 * Returns how far gravity turned. Windows are longer than a blow, and their mean and their median must both show the
 * turn. A hard blow with its vibration changes the mean alone, and a slow shake the median alone.
 * A window of `turnedFromMs` shows a car on its side if at most `turnedUpToG` are left along the upward direction, and
 * the mean is off by more than `rolloverFromDeg`. A window of half the length shows a car upside down if at least
 * `upsideDownFromG` point down, so that a fast turn that ends on the wheels is found too. A mean of almost 0 g is
 * free fall and has no direction. A mean above `turnedLengthToG` is a shake: gravity and a turning car give less.
 * Null: the recording does not show up before the impact, or is shorter than a window.
 */
export const findTurn = (curve: CurveSamples, tripGravity: Vector | null, settings: TelemetrySettings): Turn | null => {
  const gravity = gravityBefore(curve, tripGravity, settings);
  if (!gravity) return null;
  const gravityG = lengthOf(gravity);
  const axes = [curve.longitudinalG, curve.lateralG, curve.verticalG] as const;
  /** Looks for a window with at most `maxUpG` along the upward direction. */
  const findWithin = (windowMs: number, maxUpG: number): Turn | null => {
    const size = Math.max(2, Math.round((windowMs / 1000) * curve.rateHz));
    if (curve.longitudinalG.length < size) return null;
    const stepSamples = Math.max(1, Math.round((settings.turnedFromMs / 20_000) * curve.rateHz));
    let largestDeg = 0;
    let fromIndex: number | null = null;
    let leastUpG = Number.POSITIVE_INFINITY;
    for (let i = 0; i + size <= curve.longitudinalG.length; i += stepSamples) {
      const [x, y, z] = axes.map(axis => meanOf(axis, i, i + size)) as [number, number, number];
      const lengthG = Math.hypot(x, y, z);
      const upG = dot([x, y, z], gravity) / gravityG;
      leastUpG = Math.min(leastUpG, upG);
      if (lengthG < settings.fallingToG || lengthG > settings.turnedLengthToG || upG > maxUpG) continue;
      const [medianX, medianY, medianZ] = axes.map(axis => medianWithin(axis, i, size)) as [number, number, number];
      if (dot([medianX, medianY, medianZ], gravity) / gravityG > maxUpG) continue;
      const deg = Math.acos(Math.max(-1, upG / lengthG)) * degreesPerRadian;
      if (deg <= settings.rolloverFromDeg) continue;
      fromIndex ??= i;
      if (deg > largestDeg) largestDeg = deg;
    }
    return { deg: largestDeg, fromIndex, isTilted: leastUpG <= settings.tiltedUpToG };
  };
  const onSide = findWithin(settings.turnedFromMs, settings.turnedUpToG);
  const upsideDown = findWithin(settings.turnedFromMs / 2, -settings.upsideDownFromG);
  const found = [onSide, upsideDown].filter(turn => turn !== null);
  if (found.length === 0) return null;
  const starts = found.flatMap(({ fromIndex }) => fromIndex ?? []);
  return {
    deg: Math.max(...found.map(({ deg }) => deg)),
    fromIndex: starts.length > 0 ? Math.min(...starts) : null,
    isTilted: onSide?.isTilted ?? false,
  };
};
