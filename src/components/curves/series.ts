import type { DriveCurves } from '../../contract/shapes/driveCurves.ts';
import type { CrashCurves } from '../../contract/shapes/telemetry.ts';
import { firstIndexAfter, type Span } from '../clock/clock.ts';

export const accelerationSeries = ['Longitudinal', 'Lateral', 'Vertical', 'Resultant'] as const;
export type AccelerationSeries = (typeof accelerationSeries)[number];

/**
 * Maximum age of a speed that is shown as the present speed, seconds. Devices send one fix per second, and some fixes
 * are lost.
 */
export const maxSpeedAgeS = 10;

export type Curves = CrashCurves | DriveCurves;

export const mergeTimes = (a: readonly number[], b: readonly number[]): number[] =>
  [...new Set([...a, ...b])].sort((left, right) => left - right);

const spanOf = (times: readonly number[]): Span | undefined =>
  times.length === 0 ? undefined : [times[0]!, times[times.length - 1]!];

/** Returns the time range of all series, or `fallback` if all are empty. */
export const wholeSpan = (series: readonly (readonly number[])[], fallback: Span): Span => {
  const spans = series.map(spanOf).filter(span => span !== undefined);
  if (spans.length === 0) return fallback;
  const from = Math.min(0, ...spans.map(span => span[0]));
  const to = Math.max(0, ...spans.map(span => span[1]));
  return from === to ? [from - 1, to + 1] : [from, to];
};

export type CurveState = 'none' | 'single' | 'curve';

/** Returns whether a device sent no samples (`none`), only the peak (`single`), or a curve. */
export const curveState = (curves: Pick<CrashCurves, 'Time'>): CurveState =>
  curves.Time.length === 0 ? 'none' : curves.Time.length === 1 ? 'single' : 'curve';

/**
 * Returns a range of `count` rows around row `index`. At both ends of the table the range is shifted and keeps its
 * length.
 */
export const rowsAround = (total: number, index: number, count: number): readonly [from: number, to: number] => {
  const from = Math.max(0, Math.min(index - Math.floor(count / 2), total - count));
  return [from, Math.min(total, from + count)];
};

/** Returns the index of the sample nearest to a time in a sorted series. 0 without samples. */
export const nearestIndex = (times: readonly number[], time: number): number => {
  const after = firstIndexAfter(times, time);
  if (after === 0 || after === times.length) return Math.max(0, after - 1);
  return time - times[after - 1]! <= times[after]! - time ? after - 1 : after;
};
