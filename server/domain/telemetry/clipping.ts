import type { CurveSamples } from './curves.ts';
import type { TelemetrySettings } from './settings.ts';

/** Longest run of equal samples at the axis' own largest magnitude. */
const flatTop = (values: Float64Array): { levelG: number; run: number } => {
  let levelG = 0;
  let run = 0;
  let longest = 0;
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i]!);
    if (magnitude > levelG) {
      levelG = magnitude;
      run = 1;
      longest = 1;
    } else if (magnitude === levelG) {
      run = i > 0 && values[i] === values[i - 1] ? run + 1 : 1;
      if (run > longest) longest = run;
    }
  }
  return { levelG, run: longest };
};

/**
 * Whether the sensor saturated: a sample at the stated range or, as stated ranges are not always true, a flat top of at
 * least three samples and `flatTopMs`. Then true peak and delta-v were higher.
 */
export const isClipped = (curve: CurveSamples, settings: TelemetrySettings): boolean => {
  const endG = curve.rangeG === null ? Number.POSITIVE_INFINITY : curve.rangeG * (1 - settings.clipToleranceShare);
  const flatSamples = Math.max(3, Math.ceil((settings.flatTopMs / 1000) * curve.rateHz));
  for (const axis of [curve.longitudinalG, curve.lateralG, curve.verticalG]) {
    const { levelG, run } = flatTop(axis);
    if (levelG >= endG) return true;
    if (levelG >= settings.flatTopFromG && run >= flatSamples) return true;
  }
  return false;
};
