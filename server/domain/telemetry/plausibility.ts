import type { CrashDoubt } from '../../../src/contract/shapes/accident.ts';
import type { CurveSamples } from './curves.ts';
import { gravityMs2 } from './deltaV.ts';
import { canBeRest } from './gravity.ts';
import type { TelemetrySettings } from './settings.ts';
import { sizeOf, type Vector } from './vectors.ts';

/** Enough samples, evenly spread, to know where an axis rests. */
const medianSamples = 500;

const medianOf = (values: Float64Array): number => {
  const step = Math.max(1, Math.floor(values.length / medianSamples));
  const spread = new Float64Array(Math.ceil(values.length / step));
  for (let n = 0; n < spread.length; n++) spread[n] = values[n * step]!;
  return spread.sort()[spread.length >> 1]!;
};

/** The axes as they are most of the time, g; the impact takes less than half of a usable record. */
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

/** A channel that holds exactly its resting value throughout was not measured, as in crash tests: no fault. */
const absent = (values: Float64Array, restG: number): boolean => values.every(value => value === restG);

/** Difference of the largest and the smallest of samples `from` ≤ i < `to`. */
const swingOf = (values: Float64Array, from: number, to: number): number => {
  let most = values[from]!;
  let least = most;
  for (let i = from; i < to; i++) {
    if (values[i]! > most) most = values[i]!;
    else if (values[i]! < least) least = values[i]!;
  }
  return most - least;
};

/** An axis that does not move at all while another one swings by `frozenSwingG` around the peak. */
const frozen = (curve: CurveSamples, peak: number, settings: TelemetrySettings): boolean => {
  const axes = [curve.longitudinalG, curve.lateralG, curve.verticalG];
  const around = Math.max(3, Math.round((settings.frozenMs / 2000) * curve.rateHz));
  const from = Math.max(0, peak - around);
  const to = Math.min(axes[0]!.length, peak + around);
  const swings = axes.map(axis => swingOf(axis, from, to));
  if (to - from < 2 * around || Math.max(...swings) < settings.frozenSwingG) return false;
  return axes.some((axis, n) => swings[n] === 0 && !absent(axis, n === 2 ? 1 : 0));
};

/** Samples that a sensor holds, all axes alike, before nothing was measured there. */
const heldSamples = 3;

/**
 * All axes hold their values where those are no rest, as of a device whose samples were lost in the blow. An axis at the
 * end of its range holds its value because it saturates.
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

/** The vertical axis of a real sensor shakes in most samples; an ideal one is still but for the blow. */
const lives = ({ verticalG: z }: CurveSamples): boolean => {
  let changes = 0;
  for (let i = 1; i < z.length; i++) if (z[i] !== z[i - 1]) changes++;
  return changes * 2 > z.length;
};

/** The longitudinal axis never moves: most impacts are along the one that says nothing. */
const blind = ({ longitudinalG }: CurveSamples): boolean => absent(longitudinalG, longitudinalG[0]!);

/** Samples before and after a lone one in which a real blow shows on some axis. */
const blowSamples = 5;

/** Whether any axis moves around a sample by a share of its height, in more than one other sample. */
const hasBlowAround = (axes: readonly Float64Array[], rests: Vector, at: number, leastG: number): boolean => {
  let moved = 0;
  for (let i = Math.max(0, at - blowSamples); i <= Math.min(axes[0]!.length - 1, at + blowSamples); i++)
    if (i !== at && axes.some((axis, n) => Math.abs(axis[i]! - rests[n]!) >= leastG)) moved++;
  return moved > 1;
};

/**
 * One sample far off both neighbours and all others: from `spikeFromHz` on no blow is that short. A real pulse may have such a
 * sample on one axis, because a car rings; then the other axes move around that sample.
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

/** What speaks against a recording; `peak`: index of the impact's peak. Takes a non-empty curve. */
export const recordingDoubts = (curve: CurveSamples, peak: number, settings: TelemetrySettings): CrashDoubt[] => {
  const rest = restOf(curve);
  const doubt = restDoubt(curve, rest, settings);
  // On a false scale nothing further can be judged.
  if (doubt) return [doubt];
  const doubts: CrashDoubt[] = [];
  if (frozen(curve, peak, settings) || (lives(curve) && (stalled(curve, settings) || blind(curve))))
    doubts.push('frozenAxis');
  if (spiked(curve, rest, settings)) doubts.push('spike');
  return doubts;
};
