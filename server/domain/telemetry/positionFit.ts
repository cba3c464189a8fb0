import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import { eastwardDeg } from '../geo.ts';
import { firstIndexFrom } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';

/** Movement at a moment by the positions around it, m/s and m/s². */
export interface PositionFit {
  readonly eastMs: number;
  readonly northMs: number;
  readonly eastMs2: number;
  readonly northMs2: number;
  /** Standard deviation of the acceleration in each axis for one metre of noise of the positions, 1/s². */
  readonly accelerationNoise: number;
  /** Standard deviation of the velocity in each axis for one metre of noise of the positions, 1/s. */
  readonly velocityNoise: number;
}

/** Positions of fixes as metres from the first, by rising time. */
export interface PlaneTrack {
  readonly timeMs: Float64Array;
  readonly eastM: Float64Array;
  readonly northM: Float64Array;
}

/**
 * Returns a function that fits a parabola to the positions up to `halfMs` before and after a moment (local polynomial
 * regression, Savitzky and Golay 1964). Null: there are fewer than three fixes at most `fixGapMs` apart.
 */
export const createPositionFit = (
  { timeMs, eastM, northM }: PlaneTrack,
  { fixGapMs }: TelemetrySettings,
): ((momentMs: number, halfMs: number) => PositionFit | null) => {
  const lastIndex = timeMs.length - 1;
  return (momentMs, halfMs) => {
    const next = firstIndexFrom(timeMs, momentMs);
    let from = next;
    while (
      from > 0 &&
      timeMs[from - 1]! >= momentMs - halfMs &&
      (from > lastIndex || timeMs[from]! - timeMs[from - 1]! <= fixGapMs)
    )
      from--;
    let to = next - 1;
    while (
      to < lastIndex &&
      timeMs[to + 1]! <= momentMs + halfMs &&
      (to < 0 || timeMs[to + 1]! - timeMs[to]! <= fixGapMs)
    )
      to++;
    if (to - from < 2) return null;
    const [originEastM, originNorthM] = [eastM[from]!, northM[from]!];
    let [s1, s2, s3, s4] = [0, 0, 0, 0];
    let [e0, e1, e2, n0, n1, n2] = [0, 0, 0, 0, 0, 0];
    for (let i = from; i <= to; i++) {
      const t = (timeMs[i]! - momentMs) / 1000;
      const [east, north, squared] = [eastM[i]! - originEastM, northM[i]! - originNorthM, t * t];
      s1 += t;
      s2 += squared;
      s3 += squared * t;
      s4 += squared * squared;
      e0 += east;
      e1 += east * t;
      e2 += east * squared;
      n0 += north;
      n1 += north * t;
      n2 += north * squared;
    }
    // Rows of the inverse of the normal equations for the linear and the quadratic coefficient.
    const s0 = to - from + 1;
    const [c00, c01, c02] = [s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2];
    const [c11, c12, c22] = [s0 * s4 - s2 * s2, s1 * s2 - s0 * s3, s0 * s2 - s1 * s1];
    const determinant = s0 * c00 + s1 * c01 + s2 * c02;
    if (!(determinant > 0)) return null;
    return {
      eastMs: (c01 * e0 + c11 * e1 + c12 * e2) / determinant,
      northMs: (c01 * n0 + c11 * n1 + c12 * n2) / determinant,
      eastMs2: (2 * (c02 * e0 + c12 * e1 + c22 * e2)) / determinant,
      northMs2: (2 * (c02 * n0 + c12 * n1 + c22 * n2)) / determinant,
      accelerationNoise: 2 * Math.sqrt(c22 / determinant),
      velocityNoise: Math.sqrt(c11 / determinant),
    };
  };
};

/** Returns the positions at `fixIndexes` in metres. The error is below 0.1 % within some hundred kilometres. */
export const planeTrackOf = (
  track: { readonly timeMs: Float64Array; readonly latitude: Float64Array; readonly longitude: Float64Array },
  fixIndexes: Uint32Array,
): PlaneTrack => {
  const length = fixIndexes.length;
  const plane = { timeMs: new Float64Array(length), eastM: new Float64Array(length), northM: new Float64Array(length) };
  let [eastM, northM] = [0, 0];
  fixIndexes.forEach((i, k) => {
    if (k > 0) {
      const before = fixIndexes[k - 1]!;
      const lengths = degreeLengths((track.latitude[before]! + track.latitude[i]!) / 2);
      eastM += eastwardDeg(track.longitude[before]!, track.longitude[i]!) * lengths.eastM;
      northM += (track.latitude[i]! - track.latitude[before]!) * lengths.northM;
    }
    plane.timeMs[k] = track.timeMs[i]!;
    plane.eastM[k] = eastM;
    plane.northM[k] = northM;
  });
  return plane;
};

/** Outliers are this many standard deviations of the noise off, at least. */
const outlierDeviations = 5;
/** Distance by which a manoeuvre may take a position off a smooth curve within two seconds, m. */
const curveToleranceM = 1;

/**
 * Returns the positions without outliers: single positions that lie off the cubic curve through the two positions
 * before and the two after. `noiseM`: standard deviation of the positions around a moment.
 */
export const withoutOutliers = (
  { timeMs, eastM, northM }: PlaneTrack,
  noiseM: (momentMs: number) => number,
  { fixGapMs }: TelemetrySettings,
): PlaneTrack => {
  const distancesM = new Float64Array(timeMs.length);
  for (let k = 2; k < timeMs.length - 2; k++) {
    const others = [k - 2, k - 1, k + 1, k + 2];
    if (others.some(i => i > k - 2 && timeMs[i]! - timeMs[i - 1]! > fixGapMs)) continue;
    let [east, north, squares] = [-eastM[k]!, -northM[k]!, 1];
    for (const i of others) {
      const weight = others.reduce(
        (product, j) => (i === j ? product : (product * (timeMs[k]! - timeMs[j]!)) / (timeMs[i]! - timeMs[j]!)),
        1,
      );
      east += weight * eastM[i]!;
      north += weight * northM[i]!;
      squares += weight * weight;
    }
    const distanceM = Math.hypot(east, north);
    if (distanceM > outlierDeviations * Math.sqrt(squares) * noiseM(timeMs[k]!) + curveToleranceM)
      distancesM[k] = distanceM;
  }
  // An outlier takes the curves of its neighbours off their positions too, but less far than its own position.
  const isKept = (_: number, k: number): boolean =>
    distancesM[k] === 0 || [k - 2, k - 1, k + 1, k + 2].some(i => distancesM[i]! > distancesM[k]!);
  return { timeMs: timeMs.filter(isKept), eastM: eastM.filter(isKept), northM: northM.filter(isKept) };
};
