import type { CrashFacts, Severity } from '../../../src/contract/shapes/accident.ts';
import { allowsCfc, filterCfcPair } from './cfc.ts';
import { isClipped } from './clipping.ts';
import type { CurveSamples } from './curves.ts';
import { type DeltaV, deltaVFrom, directionDeg } from './deltaV.ts';
import { impactSpeeds } from './impactSpeed.ts';
import type { Track } from './positions.ts';
import { pulseOf } from './pulse.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

export const severityOf = (peakG: number, settings: TelemetrySettings = defaultSettings): Severity => {
  if (peakG < settings.minorFromG) return 'mini';
  return peakG < settings.majorFromG ? 'minor' : 'major';
};

/** Facts of an accident without a recording. */
export const noFacts = (settings: TelemetrySettings = defaultSettings): CrashFacts => ({
  PeakG: null,
  PeakAtMs: null,
  DurationMs: null,
  DeltaVLongitudinalKmh: null,
  DeltaVLateralKmh: null,
  DeltaVKmh: null,
  DirectionDeg: null,
  SpeedBeforeKmh: null,
  SpeedAfterKmh: null,
  Severity: null,
  MinorFromG: settings.minorFromG,
  MajorFromG: settings.majorFromG,
  RateHz: null,
  RangeG: null,
  Clipped: false,
  PeakMethod: null,
  Frame: null,
});

/** Two axes at one rate, g, and the offset of each: its mean before the impact. */
interface Plane {
  a: Float64Array;
  b: Float64Array;
  offsetA: number;
  offsetB: number;
  rateHz: number;
}

/** Time around `peak` in which the resultant stays above `durationFromG`; dips up to `onsetWindowMs` count. */
const durationMs = ({ a, b, offsetA, offsetB, rateHz }: Plane, peak: number, settings: TelemetrySettings): number => {
  const dip = Math.floor((settings.onsetWindowMs / 1000) * rateHz);
  const above = (i: number): boolean => (a[i]! - offsetA) ** 2 + (b[i]! - offsetB) ** 2 >= settings.durationFromG ** 2;
  if (!above(peak)) return 0;
  let first = peak;
  for (let i = peak; i >= 0 && first - i <= dip + 1; i--) if (above(i)) first = i;
  let last = peak;
  for (let i = peak; i < a.length && i - last <= dip + 1; i++) if (above(i)) last = i;
  return ((last - first + 1) / rateHz) * 1000;
};

/** Filtered for integration where the rate allows: only the integrated part and its run-up. */
const deltaVOf = ({ a, b, offsetA, offsetB, rateHz }: Plane, zero: number, settings: TelemetrySettings): DeltaV => {
  const runUp = Math.ceil((4 * rateHz) / settings.integrationCfc);
  const from = Math.max(0, zero - runUp);
  const to = zero + Math.round((settings.deltaVWindowMs / 1000) * rateHz) + runUp;
  const stretch = (values: Float64Array, offset: number): Float64Array =>
    values.slice(from, to).map(value => value - offset);
  let along = stretch(a, offsetA);
  let across = stretch(b, offsetB);
  if (allowsCfc(settings.integrationCfc, rateHz, settings.samplesPerCfc))
    [along, across] = filterCfcPair(along, across, rateHz, settings.integrationCfc);
  return deltaVFrom(along, across, rateHz, zero - from, settings);
};

/** What a curve alone says about an impact; the speeds come from the track around it. */
export interface Impact {
  readonly facts: CrashFacts;
  /** Time of the impact by the curve's clock, ms since 1970. */
  readonly atMs: number;
}

/**
 * Summary of an impact's curve. Peak and direction are of the horizontal plane, with the mean before the impact
 * removed; formulas and sources: docs/telemetry.md. In the device frame, whose mounting is unknown, the plane is
 * orthogonal to gravity and directions are null.
 */
export const impactOf = (curve: CurveSamples, settings: TelemetrySettings = defaultSettings): Impact => {
  const { rateHz, rangeG, frame, startMs } = curve;
  const facts: CrashFacts = { ...noFacts(settings), RateHz: rateHz, RangeG: rangeG, Frame: frame };
  if (curve.longitudinalG.length === 0) return { facts, atMs: startMs };

  const { along, across, oriented, smooth, pulseA, pulseB, offsetA, offsetB, zero, peak } = pulseOf(curve, settings);
  const peakVector = [pulseA[peak]! - offsetA, pulseB[peak]! - offsetB] as const;
  const peakG = Math.hypot(...peakVector);
  const deltaV = deltaVOf({ a: along, b: across, offsetA, offsetB, rateHz }, zero, settings);
  const single = curve.longitudinalG.length < 2;
  const push = deltaV.resultantKmh > 0 ? deltaV.vectorKmh : peakVector;
  const found = {
    ...facts,
    PeakG: peakG,
    PeakAtMs: (peak / rateHz) * 1000,
    // A single sample has a peak but no duration.
    DurationMs: single ? null : durationMs({ a: pulseA, b: pulseB, offsetA, offsetB, rateHz }, peak, settings),
    DeltaVLongitudinalKmh: oriented && !single ? deltaV.alongKmh : null,
    DeltaVLateralKmh: oriented && !single ? deltaV.acrossKmh : null,
    DeltaVKmh: single ? null : deltaV.resultantKmh,
    DirectionDeg: oriented ? directionDeg(...push) : null,
    Severity: severityOf(peakG, settings),
    Clipped: isClipped(curve, settings),
    PeakMethod: smooth ? `CFC ${settings.pulseCfc}` : 'recorded samples',
  };
  return { facts: found, atMs: startMs + (zero / rateHz) * 1000 };
};

/** The impact's facts with the speeds before and after it, read from a sorted track. */
export const withSpeeds = (
  { facts, atMs }: Impact,
  track: Track,
  settings: TelemetrySettings = defaultSettings,
): CrashFacts => {
  const { beforeKmh, afterKmh } = impactSpeeds(track, atMs, settings);
  return { ...facts, SpeedBeforeKmh: beforeKmh, SpeedAfterKmh: afterKmh };
};

/** Summary of an impact from the device's curve and the track around it. */
export const summariseImpact = (
  curve: CurveSamples,
  track: Track | null = null,
  settings: TelemetrySettings = defaultSettings,
): CrashFacts => {
  const impact = impactOf(curve, settings);
  return track ? withSpeeds(impact, track, settings) : impact.facts;
};
