import type { CurveSamples } from './curves.ts';
import type { TelemetrySettings } from './settings.ts';
import type { Vector } from './vectors.ts';

/** Values at which an axis of the accelerometer saturated (reached the end of its range). */
export interface ClippedAxis {
  /** Values of at least `highG` or at most `lowG` are saturated, g. An infinite bound: no value is saturated. */
  readonly highG: number;
  readonly lowG: number;
  /**
   * True: the axis reached its stated range or stayed at its extreme values. False: it only touched them, for example
   * repeatedly while the device was shaken.
   */
  readonly isSaturated: boolean;
}

/** Saturation of the longitudinal, the lateral and the vertical axis. */
export type Clipping = readonly [ClippedAxis, ClippedAxis, ClippedAxis];

/**
 * Returns two numbers about samples at the highest or the lowest value. `longest`: the longest run of one value.
 * `span`: the number of steps from the first such sample to the last.
 */
const findRunAtExtremes = (values: Float64Array, highestG: number, lowestG: number) => {
  let [longest, run, first, last] = [0, 0, -1, -1];
  for (let i = 0; i < values.length; i++) {
    const isExtreme = values[i]! >= highestG || values[i]! <= lowestG;
    const isSameValue = i > 0 && values[i] === values[i - 1];
    run = isExtreme ? (isSameValue ? run + 1 : 1) : 0;
    if (run > longest) longest = run;
    if (!isExtreme) continue;
    if (first < 0) first = i;
    last = i;
  }
  return { longest, span: last - first };
};

/**
 * Returns the highest and the lowest value, and the number of samples at each. Counts the samples at or beyond the
 * stated range `rangeLimitG` too, on either side.
 */
const countExtremes = (values: Float64Array, rangeLimitG: number) => {
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
    if (values[i]! >= rangeLimitG) statedHigh++;
    if (values[i]! <= -rangeLimitG) statedLow++;
  }
  return { highestG, high, lowestG, low, statedHigh, statedLow };
};

/**
 * `areSymmetric`: the highest and the lowest value of an axis are equally far from zero. `isUsualRange`: this distance
 * is a usual sensor range (2, 4, 8, 16 … g).
 */
interface ExtremesSymmetry {
  readonly areSymmetric: boolean;
  readonly isUsualRange: boolean;
}
/** Decides from the number of samples at both extremes whether the top and the bottom of an axis are flat. */
type FlatRule = (
  samplesAtTop: number,
  samplesAtBottom: number,
  symmetry: ExtremesSymmetry,
) => readonly [boolean, boolean];

const findClipping = (curve: CurveSamples, isFlat: FlatRule, settings: TelemetrySettings): Clipping => {
  const rangeLimitG =
    curve.rangeG === null ? Number.POSITIVE_INFINITY : curve.rangeG * (1 - settings.clipToleranceShare);
  const clippedAxisOf = (values: Float64Array): ClippedAxis => {
    const { highestG, high, lowestG, low, statedHigh, statedLow } = countExtremes(values, rangeLimitG);
    // An axis with one constant value is stuck and not clipped, so no saturation is reported for it.
    const isMoving = highestG > lowestG;
    const samplesAtTop = isMoving && highestG >= settings.flatTopFromG ? high : 0;
    const samplesAtBottom = isMoving && lowestG <= -settings.flatTopFromG ? low : 0;
    const isNear = (g: number, otherG: number) => Math.abs(g - otherG) <= settings.clipToleranceShare * Math.abs(g);
    const areSymmetric = isNear(highestG, -lowestG);
    const isUsualRange = isNear(highestG, 2 ** Math.round(Math.log2(highestG)));
    const [flatTop, flatBottom] = isFlat(samplesAtTop, samplesAtBottom, { areSymmetric, isUsualRange });
    const minRunLength = Math.max(2, Math.ceil((settings.flatTopMs / 1000) * curve.rateHz));
    const [reachesTop, reachesBottom] = [flatTop && samplesAtTop > 0, flatBottom && samplesAtBottom > 0];
    const { longest, span } = findRunAtExtremes(values, highestG, lowestG);
    // An axis that reaches both extremes in one event has reached its range, even without consecutive samples there.
    const hasBothExtremesInOneEvent =
      areSymmetric && reachesTop && reachesBottom && span <= (settings.deltaVWindowMs / 1000) * curve.rateHz;
    return {
      highG: reachesTop ? Math.min(highestG, rangeLimitG) : rangeLimitG,
      lowG: reachesBottom ? Math.max(lowestG, -rangeLimitG) : -rangeLimitG,
      isSaturated:
        statedHigh + statedLow > 0 ||
        ((reachesTop || reachesBottom) && (longest >= minRunLength || hasBothExtremesInOneEvent)),
    };
  };
  return [clippedAxisOf(curve.longitudinalG), clippedAxisOf(curve.lateralG), clippedAxisOf(curve.verticalG)];
};

/**
 * Finds where the sensor saturated in the recording of an impact. There the true peak and delta-v were higher.
 * At a stated range one sample is enough. Stated ranges are not always true, so samples at an axis' own extremes count
 * too. There must be at least `flatTopSamples` of them, and they must last `flatTopMs`.
 * If both extremes are equally far from zero, their samples count together. If this distance is a usual sensor range,
 * one sample at each extreme is enough.
 */
export const clippingOf = (curve: CurveSamples, settings: TelemetrySettings): Clipping => {
  const minFlatSamples = Math.max(settings.flatTopSamples, Math.ceil((settings.flatTopMs / 1000) * curve.rateHz));
  const isFlat: FlatRule = (samplesAtTop, samplesAtBottom, { areSymmetric, isUsualRange }) => {
    const areFlatTogether =
      areSymmetric &&
      (isUsualRange
        ? samplesAtTop > 0 && samplesAtBottom > 0
        : samplesAtTop > 1 && samplesAtBottom > 1 && samplesAtTop + samplesAtBottom >= minFlatSamples);
    return [areFlatTogether || samplesAtTop >= minFlatSamples, areFlatTogether || samplesAtBottom >= minFlatSamples];
  };
  return findClipping(curve, isFlat, settings);
};

/** Number of samples in which at least one axis saturated. 0: none. */
export const countClippedSamples = (
  { longitudinalG, lateralG, verticalG }: CurveSamples,
  clipping: Clipping,
): number => {
  const valuesOfAxes = [longitudinalG, lateralG, verticalG];
  let samples = 0;
  for (let i = 0; i < longitudinalG.length; i++)
    if (clipping.some(({ highG, lowG }, n) => valuesOfAxes[n]![i]! >= highG || valuesOfAxes[n]![i]! <= lowG)) samples++;
  return samples;
};

/**
 * Returns a function that tells whether an axis saturated between two samples. Axes that are nearly vertical do not
 * count. After a saturation the velocity may only seem to have come back, because a part of the pulse is missing.
 * `up`: direction of up in the axes of the curve, of length 1. Null: unknown, so every axis counts.
 */
export const createClippingTest = (
  { longitudinalG, lateralG, verticalG }: CurveSamples,
  clipping: Clipping,
  up: Vector | null,
  settings: TelemetrySettings,
): ((from: number, to: number) => boolean) => {
  const minUprightCosine = Math.cos((settings.uprightAxisDeg * Math.PI) / 180);
  const axes = [longitudinalG, lateralG, verticalG].flatMap((values, axis) => {
    const clippedAxis = clipping[axis]!;
    return clippedAxis.isSaturated && (up === null || Math.abs(up[axis]!) < minUprightCosine)
      ? [{ ...clippedAxis, values }]
      : [];
  });
  return (from, to) =>
    axes.some(({ values, highG, lowG }) => values.subarray(from, to + 1).some(g => g >= highG || g <= lowG));
};

/**
 * Number of clipped samples in acceleration sent while driving, at any rate.
 * Driving has no short pulse that would need `flatTopMs`. So `flatTopSamples` at an axis' own extreme are enough, and
 * one sample at a stated range.
 */
export const countClippedWhileDriving = (curve: CurveSamples, settings: TelemetrySettings): number => {
  const isFlat: FlatRule = (samplesAtTop, samplesAtBottom) => {
    const isFlatEnough = Math.max(samplesAtTop, samplesAtBottom) >= settings.flatTopSamples;
    return [isFlatEnough, isFlatEnough];
  };
  return countClippedSamples(curve, findClipping(curve, isFlat, settings));
};

/**
 * Returns the moments between two times at which an axis of acceleration sent while driving saturated, ms since 1970.
 * A sample is saturated at the stated range, or among at least `flatTopSamples` samples at the extreme of an axis. The
 * extremes are those of all curves together, so that the division into messages does not matter.
 */
export const findSaturatedMoments = (
  curves: readonly CurveSamples[],
  fromMs: number,
  toMs: number,
  { clipToleranceShare, flatTopFromG, flatTopSamples }: TelemetrySettings,
): number[] => {
  const moments: number[] = [];
  for (const axis of ['longitudinalG', 'lateralG', 'verticalG'] as const) {
    const forEachSample = (visit: (g: number, momentMs: number, statedG: number) => void): void => {
      for (const { startMs, rateHz, rangeG, [axis]: values } of curves) {
        const statedG = rangeG === null ? Number.POSITIVE_INFINITY : rangeG * (1 - clipToleranceShare);
        const first = Math.max(0, Math.ceil(((fromMs - startMs) / 1000) * rateHz));
        const end = Math.min(values.length, Math.floor(((toMs - startMs) / 1000) * rateHz) + 1);
        for (let i = first; i < end; i++) visit(values[i]!, startMs + (i * 1000) / rateHz, statedG);
      }
    };
    let [highestG, high, lowestG, low] = [flatTopFromG, 0, -flatTopFromG, 0];
    forEachSample(g => {
      if (g > highestG) [highestG, high] = [g, 0];
      if (g < lowestG) [lowestG, low] = [g, 0];
      if (g === highestG) high++;
      if (g === lowestG) low++;
    });
    const maxG = high >= flatTopSamples ? highestG : Number.POSITIVE_INFINITY;
    const minG = low >= flatTopSamples ? lowestG : Number.NEGATIVE_INFINITY;
    forEachSample((g, momentMs, statedG) => {
      if (g >= maxG || g <= minG || Math.abs(g) >= statedG) moments.push(momentMs);
    });
  }
  return moments.sort((a, b) => a - b);
};
