import type { CurveSamples } from './curves.ts';
import type { TelemetrySettings } from './settings.ts';
import type { Vector } from './vectors.ts';

/** How an axis saturated. */
export interface ClippedAxis {
  /** Values of at least `highG` or at most `lowG` are saturated, g. An infinite bound: no value is saturated. */
  readonly highG: number;
  readonly lowG: number;
  /**
   * True: the axis reached its stated range or stayed at its extreme values. In a shake it only touches them
   * repeatedly.
   */
  readonly held: boolean;
}

/** Longitudinal, lateral and vertical. */
export type Clipping = readonly [ClippedAxis, ClippedAxis, ClippedAxis];

/**
 * Returns two numbers about samples at the highest or the lowest value. `longest`: the longest run of one value.
 * `span`: the number of steps from the first such sample to the last.
 */
const atEnds = (values: Float64Array, highestG: number, lowestG: number) => {
  let [longest, run, first, last] = [0, 0, -1, -1];
  for (let i = 0; i < values.length; i++) {
    const ends = values[i]! >= highestG || values[i]! <= lowestG;
    const goesOn = i > 0 && values[i] === values[i - 1];
    run = ends ? (goesOn ? run + 1 : 1) : 0;
    if (run > longest) longest = run;
    if (!ends) continue;
    if (first < 0) first = i;
    last = i;
  }
  return { longest, span: last - first };
};

/**
 * Returns the highest and the lowest value, and the number of samples at each. Counts the samples at or beyond the
 * stated range `endG` too, on either side.
 */
const atExtremes = (values: Float64Array, endG: number) => {
  let highestG = Number.NEGATIVE_INFINITY;
  let lowestG = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! > highestG) highestG = values[i]!;
    if (values[i]! < lowestG) lowestG = values[i]!;
  }
  let [high, low, statedHigh, statedLow] = [0, 0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    if (values[i]! >= highestG) high++;
    if (values[i]! <= lowestG) low++;
    if (values[i]! >= endG) statedHigh++;
    if (values[i]! <= -endG) statedLow++;
  }
  return { highestG, high, lowestG, low, statedHigh, statedLow };
};

/**
 * `alike`: the highest and the lowest value of an axis are equally far from zero. `usual`: this distance is a usual
 * sensor range (2, 4, 8, 16 … g).
 */
interface Ends {
  readonly alike: boolean;
  readonly usual: boolean;
}
/**
 * Decides whether the top and the bottom of an axis are flat. The arguments are the numbers of samples at both
 * extremes.
 */
type FlatRule = (top: number, bottom: number, ends: Ends) => readonly [boolean, boolean];

const clippingBy = (curve: CurveSamples, isFlat: FlatRule, settings: TelemetrySettings): Clipping => {
  const endG = curve.rangeG === null ? Number.POSITIVE_INFINITY : curve.rangeG * (1 - settings.clipToleranceShare);
  const ofAxis = (values: Float64Array): ClippedAxis => {
    const { highestG, high, lowestG, low, statedHigh, statedLow } = atExtremes(values, endG);
    // An axis that never moves is stuck, not clipped.
    const moves = highestG > lowestG;
    const top = moves && highestG >= settings.flatTopFromG ? high : 0;
    const bottom = moves && lowestG <= -settings.flatTopFromG ? low : 0;
    const near = (g: number, otherG: number) => Math.abs(g - otherG) <= settings.clipToleranceShare * Math.abs(g);
    const alike = near(highestG, -lowestG);
    const usual = near(highestG, 2 ** Math.round(Math.log2(highestG)));
    const [flatTop, flatBottom] = isFlat(top, bottom, { alike, usual });
    const inRow = Math.max(2, Math.ceil((settings.flatTopMs / 1000) * curve.rateHz));
    const [topped, bottomed] = [flatTop && top > 0, flatBottom && bottom > 0];
    const { longest, span } = atEnds(values, highestG, lowestG);
    // An axis that reaches both extremes in one event has reached its range, even without consecutive samples there.
    const oneEvent = alike && topped && bottomed && span <= (settings.deltaVWindowMs / 1000) * curve.rateHz;
    return {
      highG: topped ? Math.min(highestG, endG) : endG,
      lowG: bottomed ? Math.max(lowestG, -endG) : -endG,
      held: statedHigh + statedLow > 0 || ((topped || bottomed) && (longest >= inRow || oneEvent)),
    };
  };
  return [ofAxis(curve.longitudinalG), ofAxis(curve.lateralG), ofAxis(curve.verticalG)];
};

/**
 * Finds where the sensor saturated in the recording of an impact. There the true peak and delta-v were higher.
 * At a stated range one sample is enough. Stated ranges are not always true, so samples at an axis' own extremes count
 * too. There must be at least `flatTopSamples` of them, and they must last `flatTopMs`.
 * If both extremes are equally far from zero, their samples count together. If this distance is a usual sensor range,
 * one sample at each extreme is enough.
 */
export const clippingOf = (curve: CurveSamples, settings: TelemetrySettings): Clipping => {
  const enough = Math.max(settings.flatTopSamples, Math.ceil((settings.flatTopMs / 1000) * curve.rateHz));
  const isFlat: FlatRule = (top, bottom, { alike, usual }) => {
    const together = alike && (usual ? top > 0 && bottom > 0 : top > 1 && bottom > 1 && top + bottom >= enough);
    return [together || top >= enough, together || bottom >= enough];
  };
  return clippingBy(curve, isFlat, settings);
};

/** Number of samples in which at least one axis saturated. 0: none. */
export const clippedSamples = ({ longitudinalG, lateralG, verticalG }: CurveSamples, clipping: Clipping): number => {
  const axes = [longitudinalG, lateralG, verticalG];
  let samples = 0;
  for (let i = 0; i < longitudinalG.length; i++)
    if (clipping.some(({ highG, lowG }, n) => axes[n]![i]! >= highG || axes[n]![i]! <= lowG)) samples++;
  return samples;
};

/**
 * Returns a function that tells whether an axis saturated between two samples. Axes that are nearly vertical do not
 * count. After a saturation the velocity may only seem to have come back, because a part of the pulse is missing.
 * `up`: direction of up in the axes of the curve, of length 1. Null: unknown, so every axis counts.
 */
export const clippedAcross = (
  { longitudinalG, lateralG, verticalG }: CurveSamples,
  clipping: Clipping,
  up: Vector | null,
  settings: TelemetrySettings,
): ((from: number, to: number) => boolean) => {
  const upright = Math.cos((settings.uprightAxisDeg * Math.PI) / 180);
  const axes = [longitudinalG, lateralG, verticalG].flatMap((values, axis) => {
    const clipped = clipping[axis]!;
    return clipped.held && (up === null || Math.abs(up[axis]!) < upright) ? [{ ...clipped, values }] : [];
  });
  return (from, to) =>
    axes.some(({ values, highG, lowG }) => values.subarray(from, to + 1).some(g => g >= highG || g <= lowG));
};

/**
 * Number of clipped samples in acceleration sent while driving, at any rate.
 * Driving has no short pulse that would need `flatTopMs`. So `flatTopSamples` at an axis' own extreme are enough, and
 * one sample at a stated range.
 */
export const clippedWhileDriving = (curve: CurveSamples, settings: TelemetrySettings): number => {
  const isFlat: FlatRule = (top, bottom) => {
    const flat = Math.max(top, bottom) >= settings.flatTopSamples;
    return [flat, flat];
  };
  return clippedSamples(curve, clippingBy(curve, isFlat, settings));
};
