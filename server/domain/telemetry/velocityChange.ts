import { allowsCfc, filterCfcPair } from './cfc.ts';
import { computeDeltaV, type DeltaV, kmhPerGSecond } from './deltaV.ts';
import type { Pulse } from './pulse.ts';
import type { TelemetrySettings } from './settings.ts';
import { withoutZero } from './vectors.ts';

/** Two horizontal axes during an impact: samples in g without the sensor's zero offset, from index `zero` to `end`. */
export interface EventSamples {
  readonly along: Float64Array;
  readonly across: Float64Array;
  readonly rateHz: number;
  readonly zero: number;
  readonly end: number;
}

/**
 * Whether a signal of this bandwidth can show a change within the window. The window must have at least half a period
 * of the bandwidth. True if the bandwidth is unknown (null).
 */
export const canResolve = (windowMs: number, bandwidthHz: number | null): boolean =>
  bandwidthHz === null || bandwidthHz * windowMs >= 500;

/**
 * Largest change of velocity within any `windowMs` of an impact, km/h. Null: the window is shorter than two steps
 * between samples.
 */
export const largestChangeWithin = (
  { along, across, rateHz, zero, end }: EventSamples,
  windowMs: number,
): number | null => {
  const window = Math.round((windowMs / 1000) * rateHz);
  if (window < 2) return null;
  let a = 0;
  let b = 0;
  let largestSquared = 0;
  for (let i = zero + 1; i <= Math.min(end + window, along.length - 1); i++) {
    a += along[i - 1]! + along[i]!;
    b += across[i - 1]! + across[i]!;
    const leftIndex = i - window;
    if (leftIndex > zero) {
      a -= along[leftIndex - 1]! + along[leftIndex]!;
      b -= across[leftIndex - 1]! + across[leftIndex]!;
    }
    largestSquared = Math.max(largestSquared, a * a + b * b);
  }
  return (Math.sqrt(largestSquared) * kmhPerGSecond) / rateHz / 2;
};

/**
 * Standard error of delta-v, km/h, that is caused by the time between samples. It is estimated by the difference of
 * each sample from the mean of its two neighbours.
 * The error is large in a slow recording of a short impact, and small in a fast or smooth recording.
 */
export const samplingErrorKmh = ({ along, across, rateHz, zero, end }: EventSamples): number => {
  let sum = 0;
  for (let i = Math.max(1, zero); i <= Math.min(end, along.length - 2); i++) {
    const a = along[i]! - (along[i - 1]! + along[i + 1]!) / 2;
    const b = across[i]! - (across[i - 1]! + across[i + 1]!) / 2;
    sum += a * a + b * b;
  }
  // For white noise, the difference of a sample from the mean of its neighbours has 1.5 times the variance of a sample.
  return (kmhPerGSecond / rateHz) * Math.sqrt(sum / 1.5);
};

/** Evidence for the interval of a delta-v. */
export interface DeltaVEvidence {
  readonly deltaVKmh: number;
  readonly samplingErrorKmh: number;
  readonly rateHz: number;
  readonly durationMs: number;
  readonly isZeroKnown: boolean;
  /**
   * True if the samples are saturated, or if the recording begins or ends inside the pulse. The true delta-v may then
   * be any higher value.
   */
  readonly isCutOff: boolean;
}

/**
 * Interval that holds the true delta-v with 90 % probability, km/h.
 * The interval allows for `samplingErrors` times the sampling error, and for the errors of the sensor's scale and zero.
 * It also allows for `onsetDeltaVKmh`, which the rule for the event's ends may cut off.
 * A bandwidth of at most half the sample rate makes the sampling error smaller.
 */
export const deltaVInterval = (
  { deltaVKmh, samplingErrorKmh: error, rateHz, durationMs, isZeroKnown, isCutOff }: DeltaVEvidence,
  bandwidthHz: number | null,
  settings: TelemetrySettings,
): { fromKmh: number; toKmh: number | null } => {
  const isFiltered = bandwidthHz !== null && bandwidthHz <= rateHz / 2;
  const offsetG = isZeroKnown ? settings.offsetDriftG : settings.offsetAtMostG;
  const halfWidthKmh =
    settings.samplingErrors * error * (isFiltered ? settings.filteredErrorShare : 1) +
    settings.scaleErrorShare * deltaVKmh +
    (offsetG * kmhPerGSecond * durationMs) / 1000 +
    settings.onsetDeltaVKmh;
  return { fromKmh: Math.max(0, deltaVKmh - halfWidthKmh), toKmh: isCutOff ? null : deltaVKmh + halfWidthKmh };
};

/**
 * Angle within which the true direction lies with 90 % probability, degrees to either side: as far as an error across
 * the change of velocity can turn it. This error is `directionErrors` times the half width of delta-v's interval.
 */
export const directionErrorDeg = (
  { deltaVKmh }: DeltaVEvidence,
  fromKmh: number,
  { directionErrors }: TelemetrySettings,
): number => {
  const sine = (directionErrors * (deltaVKmh - fromKmh)) / deltaVKmh;
  return sine >= 1 ? 180 : (Math.asin(sine) * 180) / Math.PI;
};

export interface Integral {
  readonly deltaV: DeltaV;
  readonly event: EventSamples;
}

/**
 * Delta-v and the samples of the event, filtered where the rate allows. Filters only the integrated part and its
 * run-up.
 */
export const integrateEvent = (pulse: Pulse, rateHz: number, settings: TelemetrySettings): Integral => {
  const { along, across, offsetA, offsetB, zero, end } = pulse;
  const runUp = Math.ceil((4 * rateHz) / settings.integrationCfc);
  const from = Math.max(0, zero - runUp);
  const to = end + Math.round((settings.settledMs / 1000) * rateHz) + runUp;
  let a = withoutZero(along, offsetA, from, to);
  let b = withoutZero(across, offsetB, from, to);
  if (allowsCfc(settings.integrationCfc, rateHz, settings.samplesPerCfc))
    [a, b] = filterCfcPair(a, b, rateHz, settings.integrationCfc);
  const event: EventSamples = { along: a, across: b, rateHz, zero: zero - from, end: end - from };
  return { deltaV: computeDeltaV(a, b, rateHz, event, settings), event };
};
