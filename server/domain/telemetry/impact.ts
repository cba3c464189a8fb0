import type { CrashFacts, Severity } from '../../../src/contract/shapes/accident.ts';
import { allowsCfc, filterCfc } from './cfc.ts';
import { isClipped } from './clipping.ts';
import type { CurveSamples } from './curves.ts';
import { deltaVFrom, directionDeg, timeZeroIndex } from './deltaV.ts';
import { horizontalOf, meanOf, peakIndex } from './horizontal.ts';
import { impactSpeeds } from './impactSpeed.ts';
import type { Track } from './positions.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';

export const severityOf = (peakG: number, settings: TelemetrySettings = defaultSettings): Severity => {
  if (peakG < settings.minorFromG) return 'mini';
  return peakG < settings.majorFromG ? 'minor' : 'major';
};

/** Facts of an accident nobody's device recorded. */
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

/** Time around `peak` for which the resultant stays above `durationFromG`; dips up to `onsetWindowMs` belong to it. */
const durationMs = (a: Float64Array, b: Float64Array, rateHz: number, peak: number, settings: TelemetrySettings) => {
  const levelSquared = settings.durationFromG ** 2;
  const dip = Math.floor((settings.onsetWindowMs / 1000) * rateHz);
  const above = (i: number): boolean => a[i]! * a[i]! + b[i]! * b[i]! >= levelSquared;
  if (!above(peak)) return 0;
  let first = peak;
  for (let i = peak; i >= 0 && first - i <= dip + 1; i--) if (above(i)) first = i;
  let last = peak;
  for (let i = peak; i < a.length && i - last <= dip + 1; i++) if (above(i)) last = i;
  return ((last - first + 1) / rateHz) * 1000;
};

/**
 * What the device's curve and the track around it say of an impact. Peak and direction are of the horizontal plane,
 * the mean before the impact removed; formulas and sources: docs/telemetry.md. In the device frame, whose mounting is
 * unknown, the plane is the one across gravity, and nothing that needs a direction is given. Takes a sorted track.
 */
export const summariseImpact = (
  curve: CurveSamples,
  track: Track | null = null,
  settings: TelemetrySettings = defaultSettings,
): CrashFacts => {
  const { rateHz, rangeG, frame, startMs } = curve;
  const facts: CrashFacts = { ...noFacts(settings), RateHz: rateHz, RangeG: rangeG, Frame: frame };
  if (curve.longitudinalG.length === 0) return { ...facts, ...speedsAround(track, startMs, settings) };

  const { along, across, oriented } = horizontalOf(curve);
  const filtered = (samples: Float64Array, cfc: number): Float64Array =>
    allowsCfc(cfc, rateHz, settings.samplesPerCfc) ? filterCfc(samples, rateHz, cfc) : samples.slice();
  const pulseAlong = filtered(along, settings.pulseCfc);
  const pulseAcross = filtered(across, settings.pulseCfc);
  const speedAlong = filtered(along, settings.integrationCfc);
  const speedAcross = filtered(across, settings.integrationCfc);

  // The first mean was of what is surely quiet; now that the onset is known, use all of the time right before it.
  const zero = timeZeroIndex(speedAlong, speedAcross, rateHz, peakIndex(pulseAlong, pulseAcross), settings);
  const baselineFrom = Math.max(0, zero - Math.round((settings.baselineMs / 1000) * rateHz));
  const alongG = meanOf(along, baselineFrom, zero);
  const acrossG = meanOf(across, baselineFrom, zero);
  for (let i = 0; i < along.length; i++) {
    pulseAlong[i]! -= alongG;
    pulseAcross[i]! -= acrossG;
    speedAlong[i]! -= alongG;
    speedAcross[i]! -= acrossG;
  }

  const peak = peakIndex(pulseAlong, pulseAcross);
  const peakG = Math.hypot(pulseAlong[peak]!, pulseAcross[peak]!);
  const deltaV = deltaVFrom(speedAlong, speedAcross, rateHz, zero, settings);
  const push = deltaV.resultantKmh > 0 ? deltaV.vectorKmh : [pulseAlong[peak]!, pulseAcross[peak]!];
  return {
    ...facts,
    ...speedsAround(track, startMs + (zero / rateHz) * 1000, settings),
    PeakG: peakG,
    PeakAtMs: (peak / rateHz) * 1000,
    DurationMs: durationMs(pulseAlong, pulseAcross, rateHz, peak, settings),
    DeltaVLongitudinalKmh: oriented ? deltaV.alongKmh : null,
    DeltaVLateralKmh: oriented ? deltaV.acrossKmh : null,
    DeltaVKmh: deltaV.resultantKmh,
    DirectionDeg: oriented ? directionDeg(push[0]!, push[1]!) : null,
    Severity: severityOf(peakG, settings),
    Clipped: isClipped(curve, settings),
    PeakMethod: allowsCfc(settings.pulseCfc, rateHz, settings.samplesPerCfc)
      ? `CFC ${settings.pulseCfc}`
      : 'recorded samples',
  };
};

const speedsAround = (track: Track | null, impactMs: number, settings: TelemetrySettings) => {
  const { beforeKmh, afterKmh } = track ? impactSpeeds(track, impactMs, settings) : { beforeKmh: null, afterKmh: null };
  return { SpeedBeforeKmh: beforeKmh, SpeedAfterKmh: afterKmh };
};
