import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

/** A stretch of a track. `from` and `to` are the indexes of its first and last fix. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const medianOf = (values: Float64Array, from: number, end: number): number =>
  values.slice(from, end).sort()[(end - from) >> 1]!;

/**
 * Returns stretches of `frozenFixMs` or more in which the receiver repeats one speed, and the positions contradict it
 * by `frozenFixM` and by `speedSlopeTo`. A car that drives at a constant speed is where the speed says. Noise lengthens
 * the way through the positions. So a way that is too short shows a speed that is too high, and only the straight line
 * shows a speed that is too low. It is that between the medians of both halves, so that a jump does not count. Fixes
 * more than `fixGapMs` apart show nothing.
 * Takes fixes by rising time.
 */
export const findStuckSpeeds = (
  { timeMs, latitude, longitude, speedKmh }: Track,
  { frozenFixMs, frozenFixM, fixGapMs, speedSlopeTo, tripStartKmh }: TelemetrySettings,
): Stretch[] => {
  const rulerM = createRuler();
  const stretches: Stretch[] = [];
  for (let from = 0, to = 0; from < timeMs.length; from = to + 1) {
    let wayM = 0;
    for (to = from; to + 1 < timeMs.length; to++) {
      if (speedKmh[to + 1] !== speedKmh[from] || timeMs[to + 1]! - timeMs[to]! > fixGapMs) break;
      wayM += rulerM(latitude[to]!, longitude[to]!, latitude[to + 1]!, longitude[to + 1]!);
    }
    const ms = timeMs[to]! - timeMs[from]!;
    if (ms < frozenFixMs) continue;
    const saidM = (speedKmh[from]! / 3600) * ms;
    const middle = (from + to + 1) >> 1;
    const straightM =
      2 *
      rulerM(
        medianOf(latitude, from, middle),
        medianOf(longitude, from, middle),
        medianOf(latitude, middle, to + 1),
        medianOf(longitude, middle, to + 1),
      );
    const isTooFast = saidM - wayM >= frozenFixM && saidM > wayM * speedSlopeTo;
    const isTooSlow = straightM - saidM >= frozenFixM && straightM > saidM * speedSlopeTo;
    if (isTooFast || (isTooSlow && (straightM / ms) * 3600 > tripStartKmh)) stretches.push({ from, to });
  }
  return stretches;
};
