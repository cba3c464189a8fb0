import { allowsCfc, filterCfcPair } from './cfc.ts';
import type { CurveSamples } from './curves.ts';
import { timeZeroIndex } from './deltaV.ts';
import { type Horizontal, horizontalOf, meanOf, peakIndex } from './horizontal.ts';
import type { TelemetrySettings } from './settings.ts';

/**
 * The horizontal plane of a curve with its impact located: shared by peak, duration, delta-v and the drawn resultant.
 */
export interface Pulse extends Horizontal {
  /** The two axes for reading the peak: filtered where the rate allows. */
  pulseA: Float64Array;
  pulseB: Float64Array;
  smooth: boolean;
  /** Offset of each axis: its mean right before the impact. */
  offsetA: number;
  offsetB: number;
  /** Sample indexes of crash time zero and of the peak. */
  zero: number;
  peak: number;
}

/** Takes a non-empty curve. */
export const pulseOf = (curve: CurveSamples, settings: TelemetrySettings): Pulse => {
  const { along, across, oriented } = horizontalOf(curve);
  const smooth = allowsCfc(settings.pulseCfc, curve.rateHz, settings.samplesPerCfc);
  const [pulseA, pulseB] = smooth ? filterCfcPair(along, across, curve.rateHz, settings.pulseCfc) : [along, across];

  // The first mean used only samples surely before the impact; with the onset known, use all of them.
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
