import { type CrashDoubt, type CrashFacts, implausibleDoubts } from '../../../src/contract/shapes/accident.ts';
import { allowsCfc, filterCfcPair } from './cfc.ts';
import { clippedSamples } from './clipping.ts';
import type { CurveSamples } from './curves.ts';
import { type DeltaV, deltaVFrom, directionDeg } from './deltaV.ts';
import { impactSpeeds } from './impactSpeed.ts';
import { noFacts } from './noFacts.ts';
import { recordingDoubts } from './plausibility.ts';
import type { Track } from './positions.ts';
import { type Pulse, pulseOf } from './pulse.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { type Evidence, severityOf } from './severity.ts';
import type { Vector } from './vectors.ts';

/** Filtered for integration where the rate allows: only the integrated part and its run-up. */
const deltaVOf = (pulse: Pulse, rateHz: number, settings: TelemetrySettings): DeltaV => {
  const { along, across, offsetA, offsetB, zero, end } = pulse;
  const runUp = Math.ceil((4 * rateHz) / settings.integrationCfc);
  const from = Math.max(0, zero - runUp);
  const to = end + Math.round((settings.settledMs / 1000) * rateHz) + runUp;
  const stretch = (values: Float64Array, offset: number): Float64Array =>
    values.slice(from, to).map(value => value - offset);
  let a = stretch(along, offsetA);
  let b = stretch(across, offsetB);
  if (allowsCfc(settings.integrationCfc, rateHz, settings.samplesPerCfc))
    [a, b] = filterCfcPair(a, b, rateHz, settings.integrationCfc);
  return deltaVFrom(a, b, rateHz, { zero: zero - from, end: end - from }, settings);
};

/** What a curve alone says about an impact; the speeds come from the track around it. */
export interface Impact {
  readonly facts: CrashFacts;
  /** Time of the impact by the curve's clock, ms since 1970. */
  readonly atMs: number;
  /** What its class rests on; null without samples. */
  readonly evidence: Evidence | null;
}

/** What the record leaves open, beside what `recordingDoubts` finds. */
const limitsOf = (pulse: Pulse, rateHz: number, settings: TelemetrySettings): CrashDoubt[] => {
  const limits: readonly (readonly [CrashDoubt, boolean])[] = [
    ['beginsInside', !pulse.beginCovered],
    ['endsInside', !pulse.endCovered],
    ['zeroUnknown', !pulse.zeroKnown],
    ['upFromRecord', pulse.upBy === 'record'],
    ['upUnknown', pulse.upBy === 'none'],
    ['slowRate', rateHz < settings.miniFromHz],
  ];
  return limits.filter(([, holds]) => holds).map(([doubt]) => doubt);
};

/**
 * Summary of an impact's curve. Peak and direction are of the horizontal plane, with the sensor's zero removed;
 * formulas and sources: docs/telemetry.md. In the device frame, whose mounting is unknown, the plane is orthogonal to
 * gravity (`gravity`: as the device's trips have it, g) and directions are null. A recording that cannot be right has
 * neither direction nor class; below `deltaVFromHz` there is no delta-v.
 */
export const impactOf = (
  curve: CurveSamples,
  settings: TelemetrySettings = defaultSettings,
  gravity: Vector | null = null,
): Impact => {
  const { rateHz, rangeG, frame, startMs } = curve;
  const base: CrashFacts = { ...noFacts(settings), RateHz: rateHz, RangeG: rangeG, Frame: frame, Doubts: [] };
  const samples = curve.longitudinalG.length;
  if (samples === 0) return { facts: base, atMs: startMs, evidence: null };

  const pulse = pulseOf(curve, gravity, settings);
  const { pulseA, pulseB, offsetA, offsetB, zero, peak, end, oriented, upBy, smooth } = pulse;
  const ms = (count: number): number => (count / rateHz) * 1000;
  const faults = recordingDoubts(curve, peak, settings);
  const broken = faults.some(doubt => implausibleDoubts.includes(doubt));
  const integrable = samples > 1 && rateHz >= settings.deltaVFromHz && upBy !== 'none';
  const deltaV = integrable ? deltaVOf(pulse, rateHz, settings) : null;
  const peakG = Math.hypot(pulseA[peak]! - offsetA, pulseB[peak]! - offsetB);
  const clipped = clippedSamples(curve, settings);
  // A single sample has a peak but no duration.
  const durationMs = samples > 1 ? ms(end - zero) : null;
  const pointed = oriented && !broken && deltaV !== null && deltaV.resultantKmh >= settings.crashFromKmh;
  const evidence: Evidence = {
    peakG,
    rateHz,
    deltaVKmh: deltaV?.resultantKmh ?? null,
    leftShare: deltaV?.leftShare ?? 1,
    durationMs,
    clipped: clipped > 0,
    implausible: broken,
    lostKmh: null,
  };
  const facts: CrashFacts = {
    ...base,
    PeakG: peakG,
    PeakAtMs: ms(peak),
    DurationMs: durationMs,
    DeltaVLongitudinalKmh: oriented && deltaV ? deltaV.alongKmh : null,
    DeltaVLateralKmh: oriented && deltaV ? deltaV.acrossKmh : null,
    DeltaVKmh: deltaV?.resultantKmh ?? null,
    DirectionDeg: pointed ? directionDeg(...deltaV.vectorKmh) : null,
    Severity: severityOf(evidence, settings),
    Clipped: clipped > 0,
    ClippedSamples: clipped,
    PeakMethod: smooth ? `CFC ${settings.pulseCfc}` : 'recorded samples',
    RecordedBeforeMs: ms(zero),
    RecordedAfterMs: ms(samples - 1 - zero),
    VelocityLeftShare: deltaV?.leftShare ?? null,
    Gravity: upBy === 'trips' && gravity ? [...gravity] : null,
    Doubts: [...faults, ...limitsOf(pulse, rateHz, settings)],
  };
  return { facts, atMs: startMs + ms(zero), evidence };
};

/** The impact's facts with the speeds before and after it, read from a sorted track, and the class they lead to. */
export const withSpeeds = (
  { facts, atMs, evidence }: Impact,
  track: Track,
  settings: TelemetrySettings = defaultSettings,
): CrashFacts => {
  const { beforeKmh, afterKmh, lostKmh } = impactSpeeds(track, atMs, settings);
  return {
    ...facts,
    SpeedBeforeKmh: beforeKmh,
    SpeedAfterKmh: afterKmh,
    Severity: evidence && severityOf({ ...evidence, lostKmh }, settings),
  };
};

/** Summary of an impact from the device's curve and the track around it. */
export const summariseImpact = (
  curve: CurveSamples,
  track: Track | null = null,
  settings: TelemetrySettings = defaultSettings,
  gravity: Vector | null = null,
): CrashFacts => {
  const impact = impactOf(curve, settings, gravity);
  return track ? withSpeeds(impact, track, settings) : impact.facts;
};
