import { kmhPerGSecond } from './deltaV.ts';
import type { TelemetrySettings } from './settings.ts';

/** Where an event meets quiet: a sample index, and whether the record reaches as far. */
export interface Bound {
  readonly index: number;
  /** False: the first or last sample is already, or still, inside the pulse. */
  readonly covered: boolean;
}

/**
 * From the peak on (`step` 1) or back (-1) to the nearest `onsetWindowMs` in which the velocity changed by no more than
 * `onsetDeltaVKmh`: the first sample of that window. Back it is crash time zero, on the end of event (49 CFR 563.5).
 * Below 50 Hz the window is one interval with the same mean acceleration.
 *
 * The text has lateral onset at 0.8 km/h within 5 ms, 4.5 g: it tells a crash from a bend. A pulse cut there lacks its
 * first tenth, so the resultant of both axes is held to the 20 ms of the longitudinal rule.
 */
export const quietBound = (
  along: Float64Array,
  across: Float64Array,
  rateHz: number,
  peak: number,
  step: 1 | -1,
  settings: TelemetrySettings,
): Bound => {
  const window = Math.max(1, Math.round((settings.onsetWindowMs / 1000) * rateHz));
  const limitG = (settings.onsetDeltaVKmh / kmhPerGSecond / settings.onsetWindowMs) * 1000;
  const squaredLimit = (limitG * window) ** 2;
  const last = step === 1 ? along.length - 1 : 0;
  let a = 0;
  let b = 0;
  for (let n = 1; ; n++) {
    const i = peak + step * n;
    if (step === 1 ? i > last : i < last) break;
    // Sum of trapezoids over the window that ends here, g × samples.
    a += (along[i - step]! + along[i]!) / 2;
    b += (across[i - step]! + across[i]!) / 2;
    const left = i - step * window;
    if (n > window) {
      a -= (along[left]! + along[left - step]!) / 2;
      b -= (across[left]! + across[left - step]!) / 2;
    }
    if (n >= window && a * a + b * b <= squaredLimit) return { index: step === 1 ? left : i, covered: true };
  }
  return { index: last, covered: Math.hypot(along[last]!, across[last]!) <= limitG };
};
