import { kmhPerGSecond } from './deltaV.ts';
import type { TelemetrySettings } from './settings.ts';

/** Two horizontal axes during an event: samples in g without the sensor's zero, from index `zero` to `end`. */
export interface EventSamples {
  readonly along: Float64Array;
  readonly across: Float64Array;
  readonly rateHz: number;
  readonly zero: number;
  readonly end: number;
}

/** Whether a band passes half a period of a window. Null: the band is unknown. */
export const resolves = (windowMs: number, bandwidthHz: number | null): boolean =>
  bandwidthHz === null || bandwidthHz * windowMs >= 500;

/** Largest change of velocity within any `windowMs` of an event, km/h. Null: the window has fewer than two steps. */
export const changeWithin = ({ along, across, rateHz, zero, end }: EventSamples, windowMs: number): number | null => {
  const window = Math.round((windowMs / 1000) * rateHz);
  if (window < 2) return null;
  let a = 0;
  let b = 0;
  let largestSquared = 0;
  for (let i = zero + 1; i <= Math.min(end + window, along.length - 1); i++) {
    a += along[i - 1]! + along[i]!;
    b += across[i - 1]! + across[i]!;
    const left = i - window;
    if (left > zero) {
      a -= along[left - 1]! + along[left]!;
      b -= across[left - 1]! + across[left]!;
    }
    largestSquared = Math.max(largestSquared, a * a + b * b);
  }
  return (Math.sqrt(largestSquared) * kmhPerGSecond) / rateHz / 2;
};

/**
 * Standard error of an event's delta-v from the distance of its samples, km/h. Estimated by each sample's difference
 * from the middle of its neighbours.
 * A slow recording of a short blow differs by much, a fast or smooth one by little.
 */
export const samplingErrorKmh = ({ along, across, rateHz, zero, end }: EventSamples): number => {
  let sum = 0;
  for (let i = Math.max(1, zero); i <= Math.min(end, along.length - 2); i++) {
    const a = along[i]! - (along[i - 1]! + along[i + 1]!) / 2;
    const b = across[i]! - (across[i - 1]! + across[i + 1]!) / 2;
    sum += a * a + b * b;
  }
  // For white noise such a difference has one and a half times the variance.
  return (kmhPerGSecond / rateHz) * Math.sqrt(sum / 1.5);
};

/** Evidence for the interval of a delta-v. */
export interface DeltaVEvidence {
  readonly deltaVKmh: number;
  readonly samplingErrorKmh: number;
  readonly rateHz: number;
  readonly durationMs: number;
  readonly zeroKnown: boolean;
  /**
   * True if saturated, or if the recording begins or ends inside the pulse. The true value may then be any higher one.
   */
  readonly cut: boolean;
}

/**
 * Interval of a delta-v at 90 %, km/h. It covers `samplingErrors` sampling errors, the scale of the sensor, its zero
 * over the time of the event, and the loss by the rule for the event's ends.
 * A band below half the rate makes the sampling error smaller.
 */
export const deltaVInterval = (
  { deltaVKmh, samplingErrorKmh: error, rateHz, durationMs, zeroKnown, cut }: DeltaVEvidence,
  bandwidthHz: number | null,
  settings: TelemetrySettings,
): { fromKmh: number; toKmh: number | null } => {
  const filtered = bandwidthHz !== null && bandwidthHz <= rateHz / 2;
  const offsetG = zeroKnown ? settings.offsetDriftG : settings.offsetAtMostG;
  const halfKmh =
    settings.samplingErrors * error * (filtered ? settings.filteredErrorShare : 1) +
    settings.scaleErrorShare * deltaVKmh +
    (offsetG * kmhPerGSecond * durationMs) / 1000 +
    settings.onsetDeltaVKmh;
  return { fromKmh: Math.max(0, deltaVKmh - halfKmh), toKmh: cut ? null : deltaVKmh + halfKmh };
};
