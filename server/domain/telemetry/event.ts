import { kmhPerGSecond } from './deltaV.ts';
import type { TelemetrySettings } from './settings.ts';

/** Begin or end of an event in a recording. `index`: index of the sample. */
export interface Bound {
  readonly index: number;
  /** False: the pulse continues beyond the first or last sample, so the recording does not cover its begin or end. */
  readonly isCovered: boolean;
}

/**
 * Finds the end (`step` 1) or the begin (`step` -1) of the event around a peak, by 49 CFR 563.5. The begin is crash
 * time zero.
 * The result is the first sample of a quiet window of `onsetWindowMs`. In a quiet window the velocity changes by at
 * most `onsetDeltaVKmh` at every moment. All windows from there to `until`, in the direction of `step`, are quiet too.
 * So a push and its rebound are one event, and so are two pulses. Below 50 Hz the window is one interval with the same
 * mean acceleration.
 * The regulation's lateral rule, 0.8 km/h within 5 ms (4.5 g), is not used: it is so high, to ignore bends, that the
 * event would begin after a tenth of the pulse. Both axes together use the longitudinal rule with its 20 ms.
 */
export const findQuietBound = (
  along: Float64Array,
  across: Float64Array,
  rateHz: number,
  { peak, step, until: searchUntil }: { readonly peak: number; readonly step: 1 | -1; readonly until: number },
  settings: TelemetrySettings,
): Bound => {
  const windowSamples = Math.max(1, Math.round((settings.onsetWindowMs / 1000) * rateHz));
  const limitG = (settings.onsetDeltaVKmh / kmhPerGSecond / settings.onsetWindowMs) * 1000;
  const squaredLimit = (limitG * windowSamples) ** 2;
  const last = step === 1 ? along.length - 1 : 0;
  /**
   * Whether the velocity hardly changes in the window that begins at sample `from`. Computed by sums of trapezoids, in
   * g × samples.
   */
  const isQuiet = (from: number): boolean => {
    let a = 0;
    let b = 0;
    for (let n = 1; n <= windowSamples; n++) {
      const i = from + step * n;
      a += (along[i - step]! + along[i]!) / 2;
      b += (across[i - step]! + across[i]!) / 2;
      if (a * a + b * b > squaredLimit) return false;
    }
    return true;
  };
  let quietIndex: number | null = null;
  for (let i = peak; (last - i) * step >= windowSamples; i += step) {
    if (!isQuiet(i)) quietIndex = null;
    else quietIndex ??= i;
    if (quietIndex !== null && (i - searchUntil) * step >= 0) break;
  }
  if (quietIndex !== null) return { index: step === 1 ? quietIndex : quietIndex - windowSamples, isCovered: true };
  return { index: last, isCovered: Math.hypot(along[last]!, across[last]!) <= limitG };
};

/**
 * Returns the begin (crash time zero) and the end of the event around a peak. Pulses of one event are at most
 * `deltaVWindowMs` apart.
 */
export const findEvent = (
  along: Float64Array,
  across: Float64Array,
  rateHz: number,
  peak: number,
  settings: TelemetrySettings,
): { readonly zero: Bound; readonly end: Bound } => {
  const maxDistance = Math.round((settings.deltaVWindowMs / 1000) * rateHz);
  const zero = findQuietBound(along, across, rateHz, { peak, step: -1, until: peak - maxDistance }, settings);
  const end = findQuietBound(along, across, rateHz, { peak, step: 1, until: zero.index + maxDistance }, settings);
  return { zero, end };
};
