import type { CrashDoubt } from '../../../src/contract/shapes/accident.ts';
import type { CurveSamples } from './curves.ts';
import { gravityMs2 } from './deltaV.ts';
import { canBeRest, restBeforeImpact } from './gravity.ts';
import { findSpike } from './plausibility.ts';
import type { TelemetrySettings } from './settings.ts';
import { lengthOf } from './vectors.ts';

/** Maximum number of samples that are left out of a recording. More come from a broken sensor. */
const maxLeftOut = 3;

/** Whether the sender removed gravity: each axis is live, and the sensor shows almost 0 g at rest before a blow. */
const isGravityRemoved = (curve: CurveSamples, settings: TelemetrySettings): boolean => {
  const { longitudinalG: x, lateralG: y, verticalG: z } = curve;
  const restG = restBeforeImpact(curve, settings);
  if (!restG || lengthOf(restG) > settings.offsetAtMostG) return false;
  const hasBlow = x.some((value, i) => Math.hypot(value, y[i]!, z[i]!) >= settings.minorFromG);
  return hasBlow && [x, y, z].every(axis => axis.some(value => value !== axis[0]));
};

/** A recording without its wrong samples and with gravity. `doubts` names what was changed. */
export interface RepairedCurve {
  readonly curve: CurveSamples;
  readonly doubts: readonly CrashDoubt[];
}

/**
 * Repairs what is certain in a recording. A lone sample that no sensor on a car can measure is replaced by the mean of
 * its neighbours. Gravity that the sender removed is added in the vehicle frame. In the device frame its direction is
 * unknown, so the samples stay.
 */
export const repairCurve = (sent: CurveSamples, settings: TelemetrySettings): RepairedCurve => {
  const doubts: CrashDoubt[] = [];
  let curve = sent;
  if (isGravityRemoved(sent, settings)) {
    doubts.push('gravityRemoved');
    if (sent.frame === 'vehicle') curve = { ...curve, verticalG: curve.verticalG.map(value => value + 1) };
  }
  for (let leftOut = 0; leftOut < maxLeftOut; leftOut++) {
    const spike = findSpike(curve, settings);
    if (!spike) break;
    if (leftOut === 0) doubts.push('sampleLeftOut');
    const repaired = curve[spike.axis].slice();
    repaired[spike.index] = (repaired[spike.index - 1]! + repaired[spike.index + 1]!) / 2;
    curve = { ...curve, [spike.axis]: repaired };
  }
  return { curve, doubts };
};

/** Smallest range of usual sensors, 2 g, in m/s² and with a tolerance. A smaller stated range is in g. */
const leastRangeMs2 = 19.5;

/**
 * Returns the recording of an impact in g if the sender certainly sent m/s²: the sensor at rest before the impact shows
 * 9.81. Otherwise returns undefined. A stated range that holds all samples is taken as m/s² too.
 */
export const convertFromMs2 = (sent: CurveSamples, settings: TelemetrySettings): CurveSamples | undefined => {
  const rest = restBeforeImpact(sent, settings);
  const inG = (value: number): number => value / gravityMs2;
  if (!rest || !canBeRest([inG(rest[0]), inG(rest[1]), inG(rest[2])], settings)) return undefined;
  const { longitudinalG, lateralG, verticalG, rangeG } = sent;
  const isRangeMs2 =
    rangeG !== null &&
    rangeG >= leastRangeMs2 &&
    [longitudinalG, lateralG, verticalG].every(axis => axis.every(value => Math.abs(value) <= rangeG));
  return {
    ...sent,
    longitudinalG: longitudinalG.map(inG),
    lateralG: lateralG.map(inG),
    verticalG: verticalG.map(inG),
    rangeG: isRangeMs2 ? inG(rangeG) : rangeG,
  };
};
