import { allowsCfc, filterCfcPair } from './cfc.ts';
import type { CurveSamples } from './curves.ts';
import { timeZeroIndex } from './deltaV.ts';
import { type Horizontal, horizontalOf, meanOf, peakIndex } from './horizontal.ts';
import type { TelemetrySettings } from './settings.ts';

/** The horizontal plane of a curve with its blow found: what peak, duration, delta-v and the drawn resultant share. */
export interface Pulse extends Horizontal {
  /** The two axes as the peak is read from them: filtered where the rate allows. */
  pulseA: Float64Array;
  pulseB: Float64Array;
  smooth: boolean;
  /** What to take off each axis: its mean right before the impact. */
  offsetA: number;
  offsetB: number;
  /** Samples of crash time zero and of the peak. */
  zero: number;
  peak: number;
}

/** Takes a curve of at least one sample. */
export const pulseOf = (curve: CurveSamples, settings: TelemetrySettings): Pulse => {
  const { along, across, oriented } = horizontalOf(curve);
  const smooth = allowsCfc(settings.pulseCfc, curve.rateHz, settings.samplesPerCfc);
  const [pulseA, pulseB] = smooth ? filterCfcPair(along, across, curve.rateHz, settings.pulseCfc) : [along, across];

  // The first mean was of what is surely quiet; now that the onset is known, use all of the time right before it.
  const zero = timeZeroIndex(along, across, curve.rateHz, peakIndex(pulseA, pulseB), settings);
  const baselineFrom = Math.max(0, zero - Math.round((settings.baselineMs / 1000) * curve.rateHz));
  const offsetA = meanOf(along, baselineFrom, zero);
  const offsetB = meanOf(across, baselineFrom, zero);
  const peak = peakIndex(pulseA, pulseB, offsetA, offsetB);
  return { along, across, oriented, pulseA, pulseB, smooth, offsetA, offsetB, zero, peak };
};

/** Horizontal resultant, g, sample by sample; its largest value is the accident's peak. */
export const resultantOf = (curve: CurveSamples, settings: TelemetrySettings): Float64Array => {
  const { pulseA, pulseB, offsetA, offsetB } = pulseOf(curve, settings);
  return pulseA.map((value, i) => Math.hypot(value - offsetA, pulseB[i]! - offsetB));
};
