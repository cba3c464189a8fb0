import { allowsCfc, filterCfc, filterCfcPair } from './cfc.ts';
import type { CurveSamples } from './curves.ts';
import { findEvent } from './event.ts';
import { type Horizontal, horizontalOf, peakIndex } from './horizontal.ts';
import type { TelemetrySettings } from './settings.ts';
import { meanOf, type Vector } from './vectors.ts';

/**
 * The horizontal plane of a curve with its impact located. Shared by peak, duration, delta-v and the drawn resultant.
 */
export interface Pulse extends Horizontal {
  /** The two horizontal axes from which the peak is read, g. They are filtered if the sample rate is high enough. */
  pulseA: Float64Array;
  pulseB: Float64Array;
  isFiltered: boolean;
  /**
   * Zero offset of each axis, g, subtracted before integration. 0 if the recording does not show the offset.
   * The peak is read from values from which the offset is not subtracted.
   */
  offsetA: number;
  offsetB: number;
  /** Whether the recording shows the zero offset of the sensor. */
  isZeroKnown: boolean;
  /** Sample indexes of crash time zero, of the peak and of the end of the impact. */
  zero: number;
  peak: number;
  end: number;
  /** Whether the recording has samples before crash time zero, and after the end of the impact. */
  isBeginCovered: boolean;
  isEndCovered: boolean;
}

/**
 * Zero offset of a sensor, g: its mean over up to `baselineMs` before crash time zero. Null: unknown.
 * A mean over less than `baselineFromMs` is not reliable. A mean above `offsetAtMostG` comes from braking or a bend
 * before the impact, so it is no offset.
 */
const zeroOffsetOf = (
  values: Float64Array,
  zero: number,
  rateHz: number,
  settings: TelemetrySettings,
): number | null => {
  const from = Math.max(0, zero - Math.round((settings.baselineMs / 1000) * rateHz));
  if (((zero - from) / rateHz) * 1000 < settings.baselineFromMs) return null;
  const offset = meanOf(values, from, zero);
  return Math.abs(offset) <= settings.offsetAtMostG ? offset : null;
};

/** Locates the impact of a curve. Takes a non-empty curve. `gravity`: see `horizontalOf`. */
export const locatePulse = (curve: CurveSamples, gravity: Vector | null, settings: TelemetrySettings): Pulse => {
  const plane = horizontalOf(curve, gravity, settings);
  const { along, across } = plane;
  const { rateHz } = curve;
  const isFiltered = allowsCfc(settings.pulseCfc, rateHz, settings.samplesPerCfc);
  const [pulseA, pulseB] = isFiltered ? filterCfcPair(along, across, rateHz, settings.pulseCfc) : [along, across];

  const peak = peakIndex(pulseA, pulseB);
  const { zero, end } = findEvent(along, across, rateHz, peak, settings);
  const offsets = [along, across].map(values => zeroOffsetOf(values, zero.index, rateHz, settings));
  const [offsetA = 0, offsetB = 0] = offsets.map(value => value ?? 0);
  return {
    ...plane,
    pulseA,
    pulseB,
    isFiltered,
    offsetA,
    offsetB,
    isZeroKnown: offsets.every(value => value !== null),
    zero: Math.min(zero.index, peak),
    peak,
    end: end.index,
    isBeginCovered: zero.isCovered,
    isEndCovered: end.isCovered,
  };
};

/**
 * Whether a recording shows only braking or a bend. No sample is harder than tyres grip, and the mean over `steadyFromMs`
 * before or after the peak is `steadyFromG` or more. A blow is shorter.
 */
export const isBrakingOnly = (
  { along, across, peak }: Pulse,
  peakG: number,
  rateHz: number,
  settings: TelemetrySettings,
) => {
  const samples = Math.round((settings.steadyFromMs / 1000) * rateHz);
  const isSteady = (from: number): boolean =>
    from >= 0 &&
    from + samples <= along.length &&
    Math.hypot(meanOf(along, from, from + samples), meanOf(across, from, from + samples)) >= settings.steadyFromG;
  return peakG < settings.gripUpToG && (isSteady(peak) || isSteady(peak - samples));
};

/** Curves for drawing, g. They have the zero and filter of the pulse, so that no curve exceeds the resultant. */
export interface DrawnCurves {
  readonly longitudinal: Float64Array;
  readonly lateral: Float64Array;
  readonly vertical: Float64Array;
  /** Horizontal resultant of each sample. Its largest value is the accident's peak. */
  readonly resultant: Float64Array;
}

/** Returns the curves for drawing. In the device frame the three axes are the device's own, as recorded. */
export const createDrawnCurves = (
  curve: CurveSamples,
  gravity: Vector | null,
  settings: TelemetrySettings,
): DrawnCurves => {
  const { pulseA, pulseB, isOriented, isFiltered } = locatePulse(curve, gravity, settings);
  const { longitudinalG, lateralG, verticalG, rateHz } = curve;
  const resultant = pulseA.map((value, i) => Math.hypot(value, pulseB[i]!));
  if (!isOriented) return { longitudinal: longitudinalG, lateral: lateralG, vertical: verticalG, resultant };
  const vertical = isFiltered ? filterCfc(verticalG, rateHz, settings.pulseCfc) : verticalG;
  return { longitudinal: pulseA, lateral: pulseB, vertical, resultant };
};
