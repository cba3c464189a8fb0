import type { CurveSamples } from './curves.ts';
import type { TelemetrySettings } from './settings.ts';

/** How many samples are at the highest and at the lowest value. */
const atExtremes = (values: Float64Array) => {
  let highestG = Number.NEGATIVE_INFINITY;
  let lowestG = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! > highestG) highestG = values[i]!;
    if (values[i]! < lowestG) lowestG = values[i]!;
  }
  let high = 0;
  let low = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! >= highestG) high++;
    if (values[i]! <= lowestG) low++;
  }
  return { highestG, high, lowestG, low };
};

/**
 * How many samples show that the sensor saturated; 0: none does. Then true peak and delta-v were higher. At a stated
 * range one sample is enough. As stated ranges are not always true, samples at an axis' own highest and lowest value
 * count too, from `flatTopSamples` and `flatTopMs` on: together where both are the same distance from zero.
 */
export const clippedSamples = (curve: CurveSamples, settings: TelemetrySettings): number => {
  const endG = curve.rangeG === null ? Number.POSITIVE_INFINITY : curve.rangeG * (1 - settings.clipToleranceShare);
  const enough = Math.max(settings.flatTopSamples, Math.ceil((settings.flatTopMs / 1000) * curve.rateHz));
  let clipped = 0;
  for (const axis of [curve.longitudinalG, curve.lateralG, curve.verticalG]) {
    const { highestG, high, lowestG, low } = atExtremes(axis);
    let stated = 0;
    if (highestG >= endG || lowestG <= -endG)
      for (let i = 0; i < axis.length; i++) if (Math.abs(axis[i]!) >= endG) stated++;
    // An axis that never moves is stuck, not clipped.
    const moves = highestG > lowestG;
    const top = moves && highestG >= settings.flatTopFromG ? high : 0;
    const bottom = moves && lowestG <= -settings.flatTopFromG ? low : 0;
    const alike = Math.abs(highestG + lowestG) <= settings.clipToleranceShare * Math.abs(highestG);
    const flat = Math.max(top, bottom, alike && top > 1 && bottom > 1 ? top + bottom : 0);
    clipped += Math.max(stated, flat >= enough ? flat : 0);
  }
  return clipped;
};

/**
 * The same of acceleration sent while driving, at whatever rate: no pulse curves by so little that `flatTopMs` were needed,
 * so that `flatTopSamples` at an axis' own end are enough, and a single one at a stated range.
 */
export const clippedWhileDriving = (curve: CurveSamples, settings: TelemetrySettings): number => {
  const endG = curve.rangeG === null ? Number.POSITIVE_INFINITY : curve.rangeG * (1 - settings.clipToleranceShare);
  let clipped = 0;
  for (const axis of [curve.longitudinalG, curve.lateralG, curve.verticalG]) {
    const { highestG, high, lowestG, low } = atExtremes(axis);
    if (highestG <= lowestG) continue;
    let stated = 0;
    if (highestG >= endG || lowestG <= -endG)
      for (let i = 0; i < axis.length; i++) if (Math.abs(axis[i]!) >= endG) stated++;
    const top = highestG >= settings.flatTopFromG ? high : 0;
    const bottom = lowestG <= -settings.flatTopFromG ? low : 0;
    clipped += Math.max(stated, Math.max(top, bottom) >= settings.flatTopSamples ? top + bottom : 0);
  }
  return clipped;
};
