import type { CurveSamples } from './curves.ts';
import type { TelemetrySettings } from './settings.ts';

const axisNames = ['longitudinalG', 'lateralG', 'verticalG'] as const;

/** Whether a sample lies at the end of a sensor's range. An axis that stays there is saturated, and not stuck. */
export const isAtRangeEnd = (
  g: number,
  rangeG: number | null,
  { flatTopFromG, clipToleranceShare }: TelemetrySettings,
): boolean => Math.abs(g) >= Math.min(flatTopFromG, (rangeG ?? Number.POSITIVE_INFINITY) * (1 - clipToleranceShare));

const joinArrays = (arrays: readonly Float64Array[]): Float64Array => {
  const joined = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const array of arrays) {
    joined.set(array, offset);
    offset += array.length;
  }
  return joined;
};

/** A range of samples by their moments, ms since 1970. Both ends belong to it. */
export interface SampleRange {
  readonly fromMs: number;
  readonly toMs: number;
}

const stepMsOf = ({ rateHz }: CurveSamples): number => 1000 / rateHz;

/** Joins curves that continue each other. Samples of a curve that the curves before already have are left out. */
const joinCurves = (curves: readonly CurveSamples[]): CurveSamples[][] => {
  const groups: CurveSamples[][] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  for (const curve of [...curves].sort((a, b) => a.startMs - b.startMs)) {
    const stepMs = stepMsOf(curve);
    const last = groups.at(-1)?.at(-1);
    const skipped = Math.max(0, Math.round((endMs - curve.startMs) / stepMs));
    const continues = last !== undefined && last.rateHz === curve.rateHz && curve.startMs - endMs < stepMs / 2;
    if (continues && skipped >= curve.longitudinalG.length) continue;
    const rest = continues
      ? {
          ...curve,
          startMs: curve.startMs + skipped * stepMs,
          longitudinalG: curve.longitudinalG.subarray(skipped),
          lateralG: curve.lateralG.subarray(skipped),
          verticalG: curve.verticalG.subarray(skipped),
        }
      : curve;
    if (continues) groups.at(-1)!.push(rest);
    else groups.push([rest]);
    endMs = rest.startMs + rest.longitudinalG.length * stepMs;
  }
  return groups;
};

/**
 * Returns the ranges in which an axis repeats one value for `stuckAxisMs` or longer while the car drives. The car drives
 * if another axis moves by `restToleranceG`, or both others by `liveAxisG`. An axis that is 0 throughout, or 1 upwards,
 * was never measured and is not stuck.
 * The ranges do not depend on the division of the samples into messages.
 */
export const findStuckRanges = (curves: readonly CurveSamples[], settings: TelemetrySettings): SampleRange[] => {
  const ranges: SampleRange[] = [];
  for (const group of joinCurves(curves)) {
    const { startMs, rateHz } = group[0]!;
    const rangeG = group.reduce<number | null>((least, curve) => curve.rangeG ?? least, null);
    const axes = axisNames.map(name => joinArrays(group.map(curve => curve[name])));
    const stuckFrom = (settings.stuckAxisMs / 1000) * rateHz;
    const swingOf = (axis: Float64Array, from: number, end: number): number => {
      let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let i = from; i < end; i++) {
        least = Math.min(least, axis[i]!);
        most = Math.max(most, axis[i]!);
      }
      return most - least;
    };
    for (const [n, axis] of axes.entries()) {
      for (let from = 0, end = 0; from < axis.length; from = end) {
        const value = axis[from]!;
        for (end = from + 1; end < axis.length && axis[end] === value; ) end++;
        if (end - from < stuckFrom || isAtRangeEnd(value, rangeG, settings)) continue;
        if (end - from === axis.length && value === (n === 2 ? 1 : 0)) continue;
        const swings = axes.flatMap((other, k) => (k === n ? [] : [swingOf(other, from, end)]));
        const isDriving =
          swings.some(swing => swing >= settings.restToleranceG) || swings.every(swing => swing >= settings.liveAxisG);
        if (!isDriving) continue;
        ranges.push({ fromMs: startMs + (from * 1000) / rateHz, toMs: startMs + ((end - 1) * 1000) / rateHz });
      }
    }
  }
  return ranges.sort((a, b) => a.fromMs - b.fromMs);
};
