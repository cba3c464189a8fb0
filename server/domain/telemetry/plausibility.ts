import type { CrashDoubt } from '../../../src/contract/shapes/accident.ts';
import type { CurveSamples } from './curves.ts';
import { gravityMs2 } from './deltaV.ts';
import { canBeRest } from './gravity.ts';
import type { TelemetrySettings } from './settings.ts';
import { sizeOf, type Vector } from './vectors.ts';

/** Number of samples, evenly spread, that are enough to find the resting value of an axis. */
const medianSamples = 500;

const medianOf = (values: Float64Array): number => {
  const step = Math.max(1, Math.floor(values.length / medianSamples));
  const spread = new Float64Array(Math.ceil(values.length / step));
  for (let n = 0; n < spread.length; n++) spread[n] = values[n * step]!;
  return spread.sort()[spread.length >> 1]!;
};

/** Resting values of the axes, g: the median. The impact takes less than half of a usable recording. */
const restOf = ({ longitudinalG, lateralG, verticalG }: CurveSamples): Vector => [
  medianOf(longitudinalG),
  medianOf(lateralG),
  medianOf(verticalG),
];

const restDoubt = (curve: CurveSamples, rest: Vector, settings: TelemetrySettings): CrashDoubt | undefined => {
  if ((curve.longitudinalG.length / curve.rateHz) * 1000 < settings.plausibleFromMs) return undefined;
  const inG: Vector = [rest[0] / gravityMs2, rest[1] / gravityMs2, rest[2] / gravityMs2];
  if (canBeRest(inG, { ...settings, restToleranceG: settings.uprightToleranceG })) return 'unit';
  if (Math.abs(sizeOf(rest) - 1) > settings.uprightToleranceG) return 'gravity';
  return curve.frame === 'vehicle' && rest[2] < settings.uprightFromG ? 'notUpright' : undefined;
};

/**
 * Whether a channel holds its resting value throughout. Such a channel was not measured, as in crash tests, and is no
 * fault.
 */
const absent = (values: Float64Array, restG: number): boolean => values.every(value => value === restG);

/** Difference of the largest and the smallest of the samples `from` ≤ i < `to`. */
const swingOf = (values: Float64Array, from: number, to: number): number => {
  let most = values[from]!;
  let least = most;
  for (let i = from; i < to; i++) {
    if (values[i]! > most) most = values[i]!;
    else if (values[i]! < least) least = values[i]!;
  }
  return most - least;
};

/** Whether an axis does not move at all while another one swings by `frozenSwingG` around the peak. */
const frozen = (curve: CurveSamples, peak: number, settings: TelemetrySettings): boolean => {
  const axes = [curve.longitudinalG, curve.lateralG, curve.verticalG];
  const around = Math.max(3, Math.round((settings.frozenMs / 2000) * curve.rateHz));
  const from = Math.max(0, peak - around);
  const to = Math.min(axes[0]!.length, peak + around);
  const swings = axes.map(axis => swingOf(axis, from, to));
  if (to - from < 2 * around || Math.max(...swings) < settings.frozenSwingG) return false;
  return axes.some((axis, n) => swings[n] === 0 && !absent(axis, n === 2 ? 1 : 0));
};

/** Number of equal samples in a row, on all axes, that show a gap in the measurement. */
const heldSamples = 3;

/**
 * Whether all axes repeat values that are not those at rest, as if samples were lost in the impact. Samples with all
 * axes at the end of their range do not count, because the sensor is saturated.
 */
const stalled = (
  { longitudinalG: x, lateralG: y, verticalG: z, rangeG }: CurveSamples,
  settings: TelemetrySettings,
): boolean => {
  const endG = (rangeG ?? Number.POSITIVE_INFINITY) * (1 - settings.clipToleranceShare);
  let held = 1;
  for (let i = 1; i < x.length; i++) {
    const same = x[i] === x[i - 1] && y[i] === y[i - 1] && z[i] === z[i - 1];
    const saturates = Math.min(Math.abs(x[i]!), Math.abs(y[i]!), Math.abs(z[i]!)) >= endG;
    held = same && !saturates ? held + 1 : 1;
    if (held >= heldSamples && Math.abs(Math.hypot(x[i]!, y[i]!, z[i]!) - 1) > settings.uprightToleranceG) return true;
  }
  return false;
};

/**
 * Whether the vertical axis shakes in most samples, as that of a real sensor does. An ideal one is still except for the
 * blow.
 */
const lives = ({ verticalG: z }: CurveSamples): boolean => {
  let changes = 0;
  for (let i = 1; i < z.length; i++) if (z[i] !== z[i - 1]) changes++;
  return changes * 2 > z.length;
};

/** Whether the longitudinal axis never moves. Most impacts are along this axis. */
const blind = ({ longitudinalG }: CurveSamples): boolean => absent(longitudinalG, longitudinalG[0]!);

/** Number of samples before and after a spike within which a real blow shows on some axis. */
const blowSamples = 5;

/** Whether any axis moves around a sample by at least `leastG`, in more than one other sample. */
const hasBlowAround = (axes: readonly Float64Array[], rests: Vector, at: number, leastG: number): boolean => {
  let moved = 0;
  for (let i = Math.max(0, at - blowSamples); i <= Math.min(axes[0]!.length - 1, at + blowSamples); i++)
    if (i !== at && axes.some((axis, n) => Math.abs(axis[i]! - rests[n]!) >= leastG)) moved++;
  return moved > 1;
};

/**
 * Whether one sample of an axis differs much from both neighbours and from all other samples. At rates from
 * `spikeFromHz`, no impact is as short as one sample.
 * A real impact may cause such a sample, because a car rings. Then other samples near it move too.
 */
const spiked = (curve: CurveSamples, rests: Vector, settings: TelemetrySettings): boolean => {
  if (curve.rateHz < settings.spikeFromHz) return false;
  const axes = [curve.longitudinalG, curve.lateralG, curve.verticalG];
  return axes.some((axis, n) => {
    const rest = rests[n]!;
    let at = 0;
    for (let i = 1; i < axis.length; i++) if (Math.abs(axis[i]! - rest) > Math.abs(axis[at]! - rest)) at = i;
    const heightG = Math.abs(axis[at]! - rest);
    if (heightG < settings.minorFromG || at === 0 || at === axis.length - 1) return false;
    const leastG = heightG * settings.spikeNeighbourShare;
    if ([at - 1, at + 1].some(i => Math.abs(axis[i]! - rest) >= leastG)) return false;
    let others = 0;
    for (let i = 0; i < axis.length; i++) if (Math.abs(axis[i]! - rest) >= heightG / 2) others++;
    return others === 1 && !hasBlowAround(axes, rests, at, leastG);
  });
};

/** Doubts about a recording. `peak`: index of the impact's peak. Takes a non-empty curve. */
export const recordingDoubts = (curve: CurveSamples, peak: number, settings: TelemetrySettings): CrashDoubt[] => {
  const rest = restOf(curve);
  const doubt = restDoubt(curve, rest, settings);
  // With a false scale nothing else can be judged.
  if (doubt) return [doubt];
  const doubts: CrashDoubt[] = [];
  if (frozen(curve, peak, settings) || (lives(curve) && (stalled(curve, settings) || blind(curve))))
    doubts.push('frozenAxis');
  if (spiked(curve, rest, settings)) doubts.push('spike');
  return doubts;
};
