/**
 * Channel frequency class filters of SAE J211-1 / ISO 6487: a two-pole Butterworth run forward and backward, so four
 * poles and no shift in time. Coefficients as in ../../../docs/telemetry.md.
 */
export interface CfcCoefficients {
  a0: number;
  a1: number;
  a2: number;
  b1: number;
  b2: number;
}

export const cfcCoefficients = (cfc: number, rateHz: number): CfcCoefficients => {
  const wa = Math.tan((2 * Math.PI * cfc * 2.0775) / rateHz / 2);
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

/** J211-1 wants at least ten samples per unit of the class: CFC 60 from 600 Hz. */
export const allowsCfc = (cfc: number, rateHz: number, samplesPerCfc = 10): boolean => rateHz >= cfc * samplesPerCfc;

/** Filtered copy of samples at a constant rate; same unit. The ends are padded with their mirror image. */
export const filterCfc = (samples: ArrayLike<number>, rateHz: number, cfc: number): Float64Array => {
  const length = samples.length;
  const filtered = new Float64Array(length);
  if (length === 0) return filtered;
  // The answer to a step has died away after about one period of the class.
  const padding = Math.min(length - 1, Math.ceil(rateHz / cfc));
  const padded = new Float64Array(length + 2 * padding);
  for (let i = 0; i < length; i++) padded[padding + i] = samples[i]!;
  for (let i = 1; i <= padding; i++) {
    padded[padding - i] = samples[i]!;
    padded[padding + length - 1 + i] = samples[length - 1 - i]!;
  }
  const coefficients = cfcCoefficients(cfc, rateHz);
  runFilter(padded, coefficients, 0, padded.length, 1);
  runFilter(padded, coefficients, padded.length - 1, -1, -1);
  filtered.set(padded.subarray(padding, padding + length));
  return filtered;
};

/** In place; begins as if the first value had always been there. */
const runFilter = (values: Float64Array, c: CfcCoefficients, from: number, to: number, step: number): void => {
  const { a0, a1, a2, b1, b2 } = c;
  let x1 = values[from]!;
  let x2 = x1;
  let y1 = x1;
  let y2 = x1;
  for (let i = from; i !== to; i += step) {
    const x = values[i]!;
    const y = a0 * x + a1 * x1 + a2 * x2 + b1 * y1 + b2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    values[i] = y;
  }
};
