import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { createReachTest } from './reach.ts';
import type { TelemetrySettings } from './settings.ts';

/**
 * Returns a function that tells whether a movement continues across the silence between two consecutive fixes A and B.
 * The silence is longer than `tripEndMs` and at most `silenceMs`. A car can drive from A to B in time, and B lies outside
 * the circle of radius `tripCircleM` around A. The ignition is on at both fixes. Or it is off at both, and the mean speed
 * is above `movedFromKmh`, as on a ferry.
 */
export const createSilenceTest = (track: Track, settings: TelemetrySettings) => {
  const { timeMs, latitude, longitude, ignition } = track;
  const { tripEndMs, silenceMs, tripCircleM, movedFromKmh } = settings;
  const rulerM = createRuler();
  const isReachable = createReachTest(track, settings);
  return (a: number, b: number): boolean => {
    const ms = timeMs[b]! - timeMs[a]!;
    if (ms <= tripEndMs || ms > silenceMs || !(ignition[a]! >= 0) || ignition[a] !== ignition[b]) return false;
    const metres = rulerM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!);
    if (metres <= tripCircleM || (ignition[a] === 0 && (metres / ms) * 3600 <= movedFromKmh)) return false;
    return isReachable(a, b);
  };
};

/** Marks each fix of `fixIndexes` that follows a silence across which the movement continues. See `createSilenceTest`. */
export const markContinuedSilences = (
  track: Track,
  fixIndexes: Uint32Array,
  settings: TelemetrySettings,
): Uint8Array => {
  const continuesAcross = createSilenceTest(track, settings);
  const marks = new Uint8Array(fixIndexes.length);
  for (let k = 1; k < marks.length; k++) if (continuesAcross(fixIndexes[k - 1]!, fixIndexes[k]!)) marks[k] = 1;
  return marks;
};
