import { countClippedWhileDriving } from './clipping.ts';
import type { CurveSamples } from './curves.ts';
import { gravityMs2 } from './deltaV.ts';
import type { TelemetrySettings } from './settings.ts';
import { isAtRangeEnd } from './stuckAxes.ts';

/**
 * Faults of acceleration sent while driving. Acceleration with any of these faults is not used, except `clipped`. Of
 * `frozenAxis` only the samples of the stuck axis' time are not used, unless they are at least half.
 */
export const drivingFaults = ['unit', 'gravity', 'notUpright', 'frozenAxis', 'spike', 'clipped'] as const;
export type DrivingFault = (typeof drivingFaults)[number];

const axesOf = ({ longitudinalG, lateralG, verticalG }: CurveSamples) => [longitudinalG, lateralG, verticalG] as const;

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the number of samples in the longest run of one repeated value. A saturated axis is no such run. */
const longestRun = (values: Float64Array, isSaturated: (g: number) => boolean): number => {
  let [longest, run] = [1, 1];
  for (let i = 1; i < values.length; i++) {
    run = values[i] === values[i - 1] && !isSaturated(values[i]!) ? run + 1 : 1;
    if (run > longest) longest = run;
  }
  return longest;
};

const hasSwing = (values: Float64Array, minSwingG: number): boolean => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most - least >= minSwingG;
};

/**
 * Number of samples that are higher, or lower, than both neighbours by at least `spikeAloneG`. No road causes such a
 * sample, because even a pothole lasts longer.
 */
const countSpikes = (values: Float64Array, spikeAloneG: number): number => {
  let spikes = 0;
  for (let i = 1; i < values.length - 1; i++) {
    const [before, after] = [values[i]! - values[i - 1]!, values[i]! - values[i + 1]!];
    if (before * after > 0 && Math.min(Math.abs(before), Math.abs(after)) >= spikeAloneG) spikes++;
  }
  return spikes;
};

/**
 * Faults of acceleration sent while driving, each with the number of affected samples.
 * Over `plausibleFromMs` or more the mean of the axes is gravity to within `uprightToleranceG`, because braking and
 * bends are short.
 */
export const findDrivingFaults = (
  curve: CurveSamples,
  settings: TelemetrySettings,
): Partial<Record<DrivingFault, number>> => {
  const axes = axesOf(curve);
  const samples = axes[0].length;
  if ((samples / curve.rateHz) * 1000 < settings.plausibleFromMs || samples < 3) return {};
  const [x, y, z] = axes.map(meanOf) as [number, number, number];
  const restG = Math.hypot(x, y, z);
  if (Math.abs(restG / gravityMs2 - 1) <= settings.uprightToleranceG) return { unit: samples };
  const faults: Partial<Record<DrivingFault, number>> = {};
  // A saturated sensor shifts its own mean, so clipping is reported besides any fault of the mean.
  const clippedCount = countClippedWhileDriving(curve, settings);
  if (clippedCount > 0) faults.clipped = clippedCount;
  if (Math.abs(restG - 1) > settings.uprightToleranceG) return { ...faults, gravity: samples };
  if (curve.frame === 'vehicle' && z < settings.uprightFromG) return { ...faults, notUpright: samples };
  const stuckFromSamples = (settings.stuckAxisMs / 1000) * curve.rateHz;
  const runs = axes.map(axis => longestRun(axis, g => isAtRangeEnd(g, curve.rangeG, settings)));
  const stuckAxis = runs.findIndex(run => run >= stuckFromSamples);
  // A parked car holds every axis still, and a test bench holds an axis that is not connected. So a frozen axis is a
  // fault only in a moving car. The car moves if one other axis varies clearly or, on a smooth road, both others vary a
  // little.
  const isLive = (axis: Float64Array, n: number, fromG: number): boolean =>
    runs[n]! < stuckFromSamples / 2 && hasSwing(axis, fromG);
  const otherAxes = axes.flatMap((axis, n) => (n === stuckAxis ? [] : [[axis, n] as const]));
  const isDriving =
    otherAxes.some(([axis, n]) => isLive(axis, n, settings.restToleranceG)) ||
    otherAxes.every(([axis, n]) => isLive(axis, n, settings.liveAxisG));
  const wasNeverMeasured =
    stuckAxis >= 0 && runs[stuckAxis] === samples && axes[stuckAxis]![0] === (stuckAxis === 2 ? 1 : 0);
  if (stuckAxis >= 0 && isDriving && !wasNeverMeasured) faults.frozenAxis = runs[stuckAxis]!;
  const spikeCount = axes.reduce((sum, axis) => sum + countSpikes(axis, settings.spikeAloneG), 0);
  if (spikeCount > 0) faults.spike = spikeCount;
  return faults;
};
