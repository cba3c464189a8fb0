import type { CrashDoubt } from '../../../src/contract/shapes/accident.ts';
import type { CurveSamples } from './curves.ts';
import { gravityMs2 } from './deltaV.ts';
import { canBeRest, restBeforeImpact } from './gravity.ts';
import type { TelemetrySettings } from './settings.ts';
import { lengthOf, type Vector } from './vectors.ts';

/**
 * Maximum number of evenly spread samples from which the resting value of an axis is computed. More would be no more
 * exact.
 */
const medianSamples = 500;

const medianOf = (values: Float64Array): number => {
  const step = Math.max(1, Math.floor(values.length / medianSamples));
  const evenSamples = new Float64Array(Math.ceil(values.length / step));
  for (let n = 0; n < evenSamples.length; n++) evenSamples[n] = values[n * step]!;
  return evenSamples.sort()[evenSamples.length >> 1]!;
};

/** Median of each axis, g. It equals the values at rest if the impact takes less than half of the recording. */
const medianOfAxes = ({ longitudinalG, lateralG, verticalG }: CurveSamples): Vector => [
  medianOf(longitudinalG),
  medianOf(lateralG),
  medianOf(verticalG),
];

/**
 * Returns the doubt that the values at rest give, if any. The samples before the impact decide, because a car may lie on
 * its side after the impact. The median of the recording must agree, because a few samples may show only a shake.
 */
const findRestDoubt = (curve: CurveSamples, medianG: Vector, settings: TelemetrySettings): CrashDoubt | undefined => {
  const beforeG = restBeforeImpact(curve, settings);
  if (!beforeG && (curve.longitudinalG.length / curve.rateHz) * 1000 < settings.plausibleFromMs) return undefined;
  const hold = (isWrong: (restG: Vector) => boolean): boolean => isWrong(medianG) && (!beforeG || isWrong(beforeG));
  const tolerance = { ...settings, restToleranceG: settings.uprightToleranceG };
  const isMs2 = ([x, y, z]: Vector): boolean => canBeRest([x / gravityMs2, y / gravityMs2, z / gravityMs2], tolerance);
  if (hold(isMs2)) return 'unit';
  // Without rest before the impact, the car may have turned over. Even then the median has some gravity.
  const medianLengthG = lengthOf(medianG);
  if (!beforeG)
    return medianLengthG < settings.fallingToG || medianLengthG > 1 / settings.fallingToG ? 'gravity' : undefined;
  if (hold(restG => !canBeRest(restG, tolerance))) return 'gravity';
  return curve.frame === 'vehicle' && hold(restG => restG[2] < settings.uprightFromG) ? 'notUpright' : undefined;
};

/**
 * Whether a channel holds its resting value throughout. Such a channel was not measured, as in crash tests, and is no
 * fault.
 */
const isNotMeasured = (values: Float64Array, restG: number): boolean => values.every(value => value === restG);

/** Difference of the largest and the smallest of the samples `from` ≤ i < `to`. */
const swingOf = (values: Float64Array, from: number, to: number): number => {
  let maximum = values[from]!;
  let minimum = maximum;
  for (let i = from; i < to; i++) {
    if (values[i]! > maximum) maximum = values[i]!;
    else if (values[i]! < minimum) minimum = values[i]!;
  }
  return maximum - minimum;
};

/** Whether an axis shows one constant value around the peak, while another axis changes by at least `frozenSwingG`. */
const hasFrozenAxis = (curve: CurveSamples, peak: number, settings: TelemetrySettings): boolean => {
  const axes = [curve.longitudinalG, curve.lateralG, curve.verticalG];
  const halfWindowSamples = Math.max(3, Math.round((settings.frozenMs / 2000) * curve.rateHz));
  const from = Math.max(0, peak - halfWindowSamples);
  const to = Math.min(axes[0]!.length, peak + halfWindowSamples);
  const swings = axes.map(axis => swingOf(axis, from, to));
  if (to - from < 2 * halfWindowSamples || Math.max(...swings) < settings.frozenSwingG) return false;
  return axes.some((axis, n) => swings[n] === 0 && !isNotMeasured(axis, n === 2 ? 1 : 0));
};

/** Number of equal samples in a row, on all axes, that show a gap in the measurement. */
const gapSamples = 3;

/**
 * Whether the samples of all axes repeat the same values away from rest, as if samples were lost in the impact.
 * Samples with all axes at the end of their range do not count, because the sensor is saturated.
 */
const hasRepeatedSamples = (
  { longitudinalG: x, lateralG: y, verticalG: z, rangeG }: CurveSamples,
  settings: TelemetrySettings,
): boolean => {
  const rangeLimitG = (rangeG ?? Number.POSITIVE_INFINITY) * (1 - settings.clipToleranceShare);
  let equalSamples = 1;
  for (let i = 1; i < x.length; i++) {
    const isSame = x[i] === x[i - 1] && y[i] === y[i - 1] && z[i] === z[i - 1];
    const isSaturated = Math.min(Math.abs(x[i]!), Math.abs(y[i]!), Math.abs(z[i]!)) >= rangeLimitG;
    equalSamples = isSame && !isSaturated ? equalSamples + 1 : 1;
    if (equalSamples >= gapSamples && Math.abs(Math.hypot(x[i]!, y[i]!, z[i]!) - 1) > settings.uprightToleranceG)
      return true;
  }
  return false;
};

/**
 * Whether the vertical axis changes in most samples, as the noise of a real sensor makes it. A computed recording
 * changes only during the impact.
 */
const isVerticalLive = ({ verticalG: z }: CurveSamples): boolean => {
  let changes = 0;
  for (let i = 1; i < z.length; i++) if (z[i] !== z[i - 1]) changes++;
  return changes * 2 > z.length;
};

/** Whether all samples of the longitudinal axis are equal. Most impacts are along this axis. */
const isLongitudinalStill = ({ longitudinalG }: CurveSamples): boolean =>
  isNotMeasured(longitudinalG, longitudinalG[0]!);

/** Number of samples before and after a spike that are searched for a real impact. */
const blowWindowSamples = 5;

/** Whether two or more other samples around a sample differ from the resting value of an axis by at least `leastG`. */
const hasBlowAround = (axes: readonly Float64Array[], restsG: Vector, sampleIndex: number, leastG: number): boolean => {
  let movedSamples = 0;
  for (
    let i = Math.max(0, sampleIndex - blowWindowSamples);
    i <= Math.min(axes[0]!.length - 1, sampleIndex + blowWindowSamples);
    i++
  )
    if (i !== sampleIndex && axes.some((axis, n) => Math.abs(axis[i]! - restsG[n]!) >= leastG)) movedSamples++;
  return movedSamples > 1;
};

const axisNames = ['longitudinalG', 'lateralG', 'verticalG'] as const;

/** A sample that no sensor on a car can measure. */
export interface Spike {
  readonly axis: (typeof axisNames)[number];
  readonly index: number;
}

/**
 * Returns a sample of an axis that differs much from both neighbours and from all other samples. At rates from
 * `spikeFromHz`, no impact is as short as one sample.
 * A real impact may cause such a sample, because the car's body vibrates. Then other samples near it differ from rest
 * too, and it is no spike.
 */
export const findSpike = (curve: CurveSamples, settings: TelemetrySettings): Spike | undefined => {
  if (curve.rateHz < settings.spikeFromHz || curve.longitudinalG.length === 0) return undefined;
  const restsG = medianOfAxes(curve);
  const axes = axisNames.map(name => curve[name]);
  for (const [n, axis] of axes.entries()) {
    const restG = restsG[n]!;
    let peakAt = 0;
    for (let i = 1; i < axis.length; i++) if (Math.abs(axis[i]! - restG) > Math.abs(axis[peakAt]! - restG)) peakAt = i;
    const heightG = Math.abs(axis[peakAt]! - restG);
    if (heightG < settings.minorFromG || peakAt === 0 || peakAt === axis.length - 1) continue;
    const leastG = heightG * settings.spikeNeighbourShare;
    if ([peakAt - 1, peakAt + 1].some(i => Math.abs(axis[i]! - restG) >= leastG)) continue;
    let highSamples = 0;
    for (let i = 0; i < axis.length; i++) if (Math.abs(axis[i]! - restG) >= heightG / 2) highSamples++;
    if (highSamples === 1 && !hasBlowAround(axes, restsG, peakAt, leastG))
      return { axis: axisNames[n]!, index: peakAt };
  }
  return undefined;
};

/**
 * Returns the reasons to doubt a recording. `peak`: index of the impact's peak. Takes a non-empty curve. Values at rest
 * are not judged if the sender removed gravity.
 */
export const findRecordingDoubts = (
  curve: CurveSamples,
  peak: number,
  isGravityRemoved: boolean,
  settings: TelemetrySettings,
): CrashDoubt[] => {
  const doubt = isGravityRemoved ? undefined : findRestDoubt(curve, medianOfAxes(curve), settings);
  // If the values at rest are wrong, the other checks say nothing.
  if (doubt) return [doubt];
  const doubts: CrashDoubt[] = [];
  if (
    hasFrozenAxis(curve, peak, settings) ||
    (isVerticalLive(curve) && (hasRepeatedSamples(curve, settings) || isLongitudinalStill(curve)))
  )
    doubts.push('frozenAxis');
  return doubts;
};
