/**
 * Filters of SAE J211-1 and ISO 6487 by channel frequency class (CFC): a two-pole Butterworth filter run forward and
 * backward. The result has four poles and no shift in time. Coefficients: docs/telemetry.md.
 */
export interface CfcCoefficients {
  a0: number;
  a1: number;
  a2: number;
  b1: number;
  b2: number;
}

/**
 * Cut-off frequency of one pass of the filter, Hz per unit of the class. Two passes together cut off at four fifths of
 * this frequency.
 */
export const hzPerCfc = 2.0775;

export const cfcCoefficients = (cfc: number, rateHz: number): CfcCoefficients => {
  const wa = Math.tan((2 * Math.PI * cfc * hzPerCfc) / rateHz / 2);
  const divisor = 1 + Math.SQRT2 * wa + wa * wa;
  const a0 = (wa * wa) / divisor;
  return {
    a0,
    a1: 2 * a0,
    a2: a0,
    b1: (-2 * (wa * wa - 1)) / divisor,
    b2: (-1 + Math.SQRT2 * wa - wa * wa) / divisor,
  };
};

/**
 * Whether the sampling rate is high enough for the class. J211-1 requires a rate of 10 Hz per unit of the class, so CFC
 * 60 needs 600 Hz.
 */
export const allowsCfc = (cfc: number, rateHz: number, samplesPerCfc = 10): boolean => rateHz >= cfc * samplesPerCfc;

/** Returns a copy that continues the samples at both ends by their mirror image. */
const padWithMirrorImages = (samples: ArrayLike<number>, padding: number): Float64Array => {
  const length = samples.length;
  const padded = new Float64Array(length + 2 * padding);
  for (let i = 0; i < length; i++) padded[padding + i] = samples[i]!;
  for (let i = 1; i <= padding; i++) {
    padded[padding - i] = samples[i]!;
    padded[padding + length - 1 + i] = samples[length - 1 - i]!;
  }
  return padded;
};

/** Returns a filtered copy of samples at a constant rate, in the same unit. */
export const filterCfc = (samples: ArrayLike<number>, rateHz: number, cfc: number): Float64Array =>
  filterCfcPair(samples, samples, rateHz, cfc)[0];

/**
 * Filters two axes of equal length in one loop. The second axis takes almost no time, because the processor computes it
 * while it waits for the first.
 */
export const filterCfcPair = (
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  rateHz: number,
  cfc: number,
): readonly [Float64Array, Float64Array] => {
  const length = first.length;
  if (length === 0) return [new Float64Array(0), new Float64Array(0)];
  // The padding lasts one period of the class, because the filter's response to a step decays in about that time.
  const padding = Math.min(length - 1, Math.ceil(rateHz / cfc));
  const a = padWithMirrorImages(first, padding);
  const b = padWithMirrorImages(second, padding);
  const coefficients = cfcCoefficients(cfc, rateHz);
  runFilters(a, b, coefficients, 0, a.length, 1);
  runFilters(a, b, coefficients, a.length - 1, -1, -1);
  return [a.subarray(padding, padding + length), b.subarray(padding, padding + length)];
};

/** Filters both arrays in place. Values before the start are taken to be equal to the first value. */
const runFilters = (
  a: Float64Array,
  b: Float64Array,
  { a0, a1, a2, b1, b2 }: CfcCoefficients,
  from: number,
  to: number,
  step: number,
): void => {
  let ax1 = a[from]!;
  let ax2 = ax1;
  let ay1 = ax1;
  let ay2 = ax1;
  let bx1 = b[from]!;
  let bx2 = bx1;
  let by1 = bx1;
  let by2 = bx1;
  for (let i = from; i !== to; i += step) {
    const ax = a[i]!;
    const bx = b[i]!;
    // Terms without the previous step's result come first, so that the processor need not wait for that result.
    const ay = a0 * ax + a1 * ax1 + a2 * ax2 + b2 * ay2 + b1 * ay1;
    const by = a0 * bx + a1 * bx1 + a2 * bx2 + b2 * by2 + b1 * by1;
    ax2 = ax1;
    ax1 = ax;
    ay2 = ay1;
    ay1 = ay;
    bx2 = bx1;
    bx1 = bx;
    by2 = by1;
    by1 = by;
    a[i] = ay;
    b[i] = by;
  }
};
