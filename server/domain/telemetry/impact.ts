import { type CrashDoubt, type CrashFacts, implausibleDoubts } from '../../../src/contract/shapes/accident.ts';
import { clippingOf, countClippedSamples, createClippingTest } from './clipping.ts';
import { crashProbability, hasDrivenOn, hasStoodThroughout, injuryRisk, injuryRiskBounds } from './crashProbability.ts';
import type { CurveSamples } from './curves.ts';
import { directionDeg } from './deltaV.ts';
import { findStandingMovement, type StandingMovement } from './handling.ts';
import { findContentDoubt } from './impactRecording.ts';
import { impactSpeeds } from './impactSpeed.ts';
import { noFacts, unknownFacts, unknownOfFallen } from './noFacts.ts';
import { findRecordingDoubts } from './plausibility.ts';
import { sliceTrack, type Track } from './positions.ts';
import { isBrakingOnly, locatePulse, type Pulse } from './pulse.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import { joinImpacts, recordedImpacts } from './recordedImpacts.ts';
import { repairCurve } from './repair.ts';
import { findTurn } from './rollover.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { type SeverityEvidence, severityOf } from './severity.ts';
import { speedsKmh, trustedIndexes } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';
import { hasUnseenLoss, type RecordedPeriod } from './unseenLoss.ts';
import type { Vector } from './vectors.ts';
import {
  canResolve,
  type DeltaVEvidence,
  deltaVInterval,
  directionErrorDeg,
  type Integral,
  integrateEvent,
  largestChangeWithin,
  samplingErrorKmh,
} from './velocityChange.ts';

/** Returns the largest speed between two moments, km/h. Null: no fix that counts shows it. Takes a sorted track. */
const fastestKmh = (sentTrack: Track, fromMs: number, toMs: number, settings: TelemetrySettings): number | null => {
  const track = withTrustedSpeeds(sliceTrack(sentTrack, fromMs, toMs), settings);
  const keptFixes = trustedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY, settings).reasons);
  let fastest = Number.NEGATIVE_INFINITY;
  for (const kmh of speedsKmh(track, keptFixes, settings)) if (kmh > fastest) fastest = kmh;
  return Number.isFinite(fastest) ? fastest : null;
};

/** Share of the vertical axis in the energy of an event, 0 to 1. Null: up is unknown. */
const verticalShareOf = ({ verticalG }: CurveSamples, pulse: Pulse): number | null => {
  if (!pulse.isOriented) return null;
  const { along, across, offsetA, offsetB, zero, end } = pulse;
  let vertical = 0;
  let horizontal = 0;
  for (let i = zero; i <= end; i++) {
    vertical += (verticalG[i]! - 1) ** 2;
    horizontal += (along[i]! - offsetA) ** 2 + (across[i]! - offsetB) ** 2;
  }
  return vertical + horizontal > 0 ? vertical / (vertical + horizontal) : null;
};

/** Evidence for the class that needs the fixes around the impact. */
type FixEvidence = 'probability' | 'rolledOver' | 'speedLossKmh' | 'speedUnconfirmed';

/** Evidence from a recording for class and probability. `isTurned`: gravity turned, as in a rollover. */
type ImpactEvidence = Omit<SeverityEvidence, FixEvidence> & {
  /** Change of velocity if up is known only roughly, km/h. It is evidence for a crash and no figure. */
  readonly roughDeltaVKmh: number | null;
  readonly beyondBrakesKmh: number;
  readonly isTurned: boolean;
  readonly isBraking: boolean;
  readonly standing: StandingMovement | null;
  readonly durationMs: number | null;
};

/**
 * Facts about an impact that follow from the curve alone. The speeds before and after it are added later from the
 * track.
 */
export interface Impact {
  readonly facts: CrashFacts;
  /** Time of the impact by the curve's clock, ms since 1970. */
  readonly atMs: number;
  /** Evidence for the severity. Null without samples. */
  readonly evidence: ImpactEvidence | null;
  /**
   * Evidence for the interval of the delta-v. `windows`: changes of velocity within 20, 50 and 150 ms. Null: there is
   * no delta-v.
   */
  readonly integrated:
    | (DeltaVEvidence & {
        readonly windows: Readonly<Record<'20' | '50' | '150', number | null>>;
        /** Evidence for the change of velocity of a double blow as a whole. Null: there is only one blow. */
        readonly joined: DeltaVEvidence | null;
      })
    | null;
}

/**
 * Doubts because the recording is incomplete: begin or end cut off, zero or upward direction uncertain, low sampling
 * rate. `findRecordingDoubts` returns the doubts about its samples.
 */
const doubtsOfCompleteness = (
  pulse: Pulse,
  rateHz: number,
  isGravityRemoved: boolean,
  settings: TelemetrySettings,
): CrashDoubt[] => {
  const doubtConditions: readonly (readonly [CrashDoubt, boolean])[] = [
    ['beginsInside', !pulse.isBeginCovered],
    ['endsInside', !pulse.isEndCovered],
    ['zeroUnknown', !pulse.isZeroKnown],
    ['upFromRecord', pulse.upSource === 'record'],
    ['upUnknown', (pulse.upSource === 'none' || pulse.upSource === 'rough') && !isGravityRemoved],
    ['slowRate', rateHz < settings.miniFromHz],
  ];
  return doubtConditions.filter(([, holds]) => holds).map(([doubt]) => doubt);
};

/**
 * Summary of an impact's curve. Formulas and sources: docs/telemetry.md.
 * Peak and direction refer to the horizontal plane. The peak includes the sensor's zero offset, so that a correction
 * cannot change the peak's class. The change of velocity is computed without the offset.
 * In the device frame the mounting is unknown. The plane is then orthogonal to gravity, and directions are null.
 * `gravity`: mean acceleration of the device's trips, g.
 * An implausible recording has neither direction nor class. Below `deltaVFromHz` there is no delta-v, and neither if
 * the car turned over before the end of the event.
 */
export const impactOf = (
  sentCurve: CurveSamples,
  settings: TelemetrySettings = defaultSettings,
  gravity: Vector | null = null,
): Impact => {
  const { curve, doubts: repairs } = repairCurve(sentCurve, settings);
  const isGravityRemoved = repairs.includes('gravityRemoved');
  const { rateHz, rangeG, frame, startMs } = curve;
  const samples = curve.longitudinalG.length;
  // An alarm without a recording has no rate or range either.
  const { minorFromKmh: MinorFromKmh, majorFromKmh: MajorFromKmh } = settings;
  const emptyFacts: CrashFacts = { ...noFacts(settings), MinorFromKmh, MajorFromKmh, Doubts: [] };
  if (samples === 0) return { facts: emptyFacts, atMs: startMs, evidence: null, integrated: null };
  const base: CrashFacts = { ...emptyFacts, RateHz: rateHz, RangeG: rangeG, Frame: frame };

  const pulse = locatePulse(curve, gravity, settings);
  const { pulseA, pulseB, zero, peak, end, isOriented, upSource, isFiltered } = pulse;
  const msOfSamples = (count: number): number => (count / rateHz) * 1000;
  const contentDoubt = findContentDoubt(curve, settings);
  const faults = contentDoubt === 'tooShort' ? [] : findRecordingDoubts(curve, peak, isGravityRemoved, settings);
  if (contentDoubt && !faults.includes(contentDoubt)) faults.push(contentDoubt);
  const isImplausible = faults.some(doubt => implausibleDoubts.includes(doubt));
  const turn = isImplausible ? null : findTurn(curve, gravity, settings);
  const isTurned = (turn?.deg ?? 0) > 0;
  const standing = turn && findStandingMovement(curve, isTurned, settings);
  // Once the car turns, its axes point elsewhere, and gravity is in the plane.
  const isTurnedWithin = isTurned && turn!.fromIndex! <= end;
  const isResolved = samples > 1 && rateHz >= settings.deltaVFromHz && !isTurnedWithin;
  const isIntegrable = isResolved && ((upSource !== 'none' && upSource !== 'rough') || isGravityRemoved);
  const integral = isIntegrable ? integrateEvent(pulse, rateHz, settings) : null;
  const deltaV = integral?.deltaV ?? null;
  const roughDeltaV = isResolved && upSource === 'rough' ? integrateEvent(pulse, rateHz, settings).deltaV : null;
  const peakG = Math.hypot(pulseA[peak]!, pulseB[peak]!);
  // A sample that was left out may be the one that reached the end of the range.
  const clipping = clippingOf(sentCurve, settings);
  const clippedCount = countClippedSamples(sentCurve, clipping);
  const isClippedBetween = createClippingTest(sentCurve, clipping, pulse.up, settings);
  const isRemainderHidden = isClippedBetween(0, samples - 1);
  // A single sample has a peak but no duration.
  const durationMs = samples > 1 ? msOfSamples(end - zero) : null;
  // Between slow samples an axis may be saturated for an unknown time, so the other axis may seem to be the stronger
  // one.
  const isHidden = rateHz < settings.saturatedDirectionFromHz && isClippedBetween(zero, end);
  const isDirected = isOriented && !isImplausible && !isHidden;
  const hasDirection = isDirected && deltaV !== null && deltaV.resultantKmh >= settings.crashFromKmh;
  const evidence: ImpactEvidence = {
    peakG,
    rateHz,
    deltaVKmh: deltaV?.resultantKmh ?? null,
    roughDeltaVKmh: roughDeltaV?.resultantKmh ?? null,
    beyondBrakesKmh: (deltaV ?? roughDeltaV)?.beyondBrakesKmh ?? 0,
    remainingShare: (deltaV ?? roughDeltaV)?.remainingShare ?? 1,
    isRemainderHidden,
    durationMs,
    clipped: clippedCount > 0,
    implausible: isImplausible,
    isTurned,
    // In a tilted car, a part of gravity looks like braking.
    isBraking: deltaV !== null && !isTurned && !turn?.isTilted && isBrakingOnly(pulse, peakG, rateHz, settings),
    standing,
    isTilted: turn?.isTilted ?? false,
    isSampleLeftOut: repairs.includes('sampleLeftOut'),
    isCut: !pulse.isBeginCovered || !pulse.isEndCovered,
  };
  const facts: CrashFacts = {
    ...base,
    PeakG: peakG,
    PeakAtMs: msOfSamples(peak),
    DurationMs: durationMs,
    DeltaVLongitudinalKmh: isOriented && deltaV ? deltaV.alongKmh : null,
    DeltaVLateralKmh: isOriented && deltaV ? deltaV.acrossKmh : null,
    DeltaVKmh: deltaV?.resultantKmh ?? null,
    DirectionDeg: hasDirection ? directionDeg(...deltaV.vectorKmh) : null,
    Clipped: clippedCount > 0,
    ClippedSamples: clippedCount,
    PeakMethod: isFiltered ? `CFC ${settings.pulseCfc}` : 'recorded samples',
    RecordedBeforeMs: msOfSamples(zero),
    RecordedAfterMs: msOfSamples(samples - 1 - zero),
    VelocityLeftShare: isRemainderHidden ? null : (deltaV?.remainingShare ?? null),
    VerticalShare: isTurnedWithin ? null : verticalShareOf(curve, pulse),
    Rollover: turn && isTurned,
    TurnedDeg: turn?.deg ?? null,
    Impacts: isIntegrable && !isImplausible ? recordedImpacts(pulse, rateHz, isClippedBetween, settings) : null,
    Gravity: upSource === 'trips' && gravity ? [...gravity] : null,
    Doubts: [...faults, ...repairs, ...doubtsOfCompleteness(pulse, rateHz, isGravityRemoved, settings)],
  };
  const deltaVWithin = (windowMs: number) => integral && largestChangeWithin(integral.event, windowMs);
  const evidenceOf = ({ deltaV: { resultantKmh }, event }: Integral, { zero: fromIndex, end: toIndex }: Pulse) => ({
    deltaVKmh: resultantKmh,
    samplingErrorKmh: samplingErrorKmh(event),
    rateHz,
    durationMs: msOfSamples(toIndex - fromIndex),
    isZeroKnown: pulse.isZeroKnown,
    isCutOff: clippedCount > 0 || !pulse.isBeginCovered || !pulse.isEndCovered,
  });
  const joined = joinImpacts(pulse, facts.Impacts ?? [], rateHz, settings);
  const unlimited = { ...settings, deltaVWindowMs: Number.POSITIVE_INFINITY };
  return {
    facts,
    atMs: startMs + msOfSamples(zero),
    evidence,
    integrated: integral && {
      ...evidenceOf(integral, pulse),
      joined: joined && evidenceOf(integrateEvent(joined, rateHz, unlimited), joined),
      windows: { 20: deltaVWithin(20), 50: deltaVWithin(50), 150: deltaVWithin(150) },
    },
  };
};

/**
 * Facts that depend on how the device averages its samples. `bandwidthHz`: bandwidth of the device, Hz. Null: the
 * device may pick single samples without averaging.
 */
const bandFacts = (
  { facts, integrated: integral }: Impact,
  bandwidthHz: number | null,
  settings: TelemetrySettings,
) => {
  if (!integral) return { DeltaVFromKmh: null, DeltaVToKmh: null, DirectionErrorDeg: null };
  const { fromKmh, toKmh: ownToKmh } = deltaVInterval(integral, bandwidthHz, settings);
  const joinedToKmh = integral.joined && deltaVInterval(integral.joined, bandwidthHz, settings).toKmh;
  // Where one impact of a double blow ends is a matter of definition, so the upper bound holds both.
  const toKmh = ownToKmh === null ? null : Math.max(ownToKmh, joinedToKmh ?? 0);
  const deltaVIfResolved = (windowMs: 20 | 50 | 150): number | null =>
    canResolve(windowMs, bandwidthHz) ? integral.windows[windowMs] : null;
  return {
    DeltaVFromKmh: fromKmh,
    DeltaVToKmh: toKmh,
    DirectionErrorDeg:
      facts.DirectionDeg === null || ownToKmh === null ? null : directionErrorDeg(integral, fromKmh, settings),
    DeltaV20Kmh: deltaVIfResolved(20),
    DeltaV50Kmh: deltaVIfResolved(50),
    DeltaV150Kmh: deltaVIfResolved(150),
  };
};

/** Probability of an injury with its bounds. Null without a direction, or if the delta-v is only a lower bound. */
const injuryFacts = (
  { facts, integrated: found }: Impact,
  { DeltaVFromKmh, DeltaVToKmh, DirectionErrorDeg }: ReturnType<typeof bandFacts>,
): Pick<CrashFacts, 'InjuryRisk' | 'InjuryRiskLow' | 'InjuryRiskHigh'> => {
  const { DirectionDeg } = facts;
  if (!found || found.isCutOff || DirectionDeg === null || DeltaVFromKmh === null || DeltaVToKmh === null)
    return { InjuryRisk: null, InjuryRiskLow: null, InjuryRiskHigh: null };
  const deltaV = { fromKmh: DeltaVFromKmh, toKmh: DeltaVToKmh };
  const { low, high } = injuryRiskBounds(deltaV, DirectionDeg, DirectionErrorDeg ?? 180);
  return { InjuryRisk: injuryRisk(found.deltaVKmh, DirectionDeg), InjuryRiskLow: low, InjuryRiskHigh: high };
};

/** Facts about a device that its recording does not contain. */
export interface DeviceFacts {
  /** Bandwidth of the device's model, Hz. Null: the device may pick single samples. */
  readonly bandwidthHz: number | null;
  /** Speed that the device reported at the impact, km/h. Null if it sent none. */
  readonly speedKmh: number | null;
}
const noDeviceFacts: DeviceFacts = { bandwidthHz: null, speedKmh: null };

const recordedPeriodOf = ({ facts, atMs }: Impact): RecordedPeriod => ({
  fromMs: atMs - (facts.RecordedBeforeMs ?? 0),
  toMs: atMs + (facts.RecordedAfterMs ?? 0),
  peakG: facts.PeakG ?? 0,
});

/** Whether the recording alone shows a mini impact. */
const isRecordedWeak = (evidence: ImpactEvidence | null, settings: TelemetrySettings): boolean => {
  if (!evidence) return false;
  const noFixes = { rolledOver: evidence.isTurned, probability: null, speedLossKmh: null, speedUnconfirmed: false };
  return severityOf({ ...evidence, ...noFixes, isCut: false }, settings) === 'mini';
};

/**
 * Facts about an impact from recording and fixes together. A weak recording that the fixes contradict is implausible.
 * Without a track, the facts come from the recording alone.
 */
const completeFacts = (
  impact: Impact,
  track: Track | null,
  { bandwidthHz, speedKmh }: DeviceFacts,
  settings: TelemetrySettings,
): CrashFacts => {
  const { facts, atMs, evidence } = impact;
  const speeds = track && impactSpeeds(track, atMs, speedKmh, settings);
  const { fromMs, toMs } = recordedPeriodOf(impact);
  const speedLaterKmh = track && fastestKmh(track, atMs + settings.standsFromMs, atMs + settings.standsToMs, settings);
  const isBelowStart = (kmh: number | null) => (kmh === null ? null : kmh < settings.tripStartKmh);
  const isContradicted =
    track !== null && isRecordedWeak(evidence, settings) && hasUnseenLoss(track, recordedPeriodOf(impact), settings);
  const speedEvidence = {
    speedBeforeKmh: speeds?.beforeKmh ?? null,
    speedAfterKmh: speeds?.afterKmh ?? null,
    speedLaterKmh,
    standsAfter: isBelowStart(speedLaterKmh),
    // A car that rolls over may have stopped before the hardest blow, so the whole recording counts.
    standsBefore: track && isBelowStart(fastestKmh(track, fromMs - settings.speedBeforeWithinMs, toMs, settings)),
  };
  const crash =
    evidence &&
    crashProbability(
      {
        ...evidence,
        deltaVKmh: evidence.deltaVKmh ?? evidence.roughDeltaVKmh,
        ...speedEvidence,
        verticalShare: facts.VerticalShare,
        speedLossKmh: speeds?.speedLossKmh ?? null,
      },
      settings,
    );
  const hasStood = hasStoodThroughout(speedEvidence, settings);
  const isFallen = hasStood && evidence?.standing?.fallen === 'device';
  // Null: the device was turned in a standing car, or the car tipped over.
  const rolledOver =
    hasStood && !isFallen && evidence?.isTurned === true && evidence.standing?.mayBeBlow === false
      ? null
      : (evidence?.isTurned ?? false) && !isFallen && !hasDrivenOn(speedEvidence, settings);
  const severity =
    evidence &&
    severityOf(
      {
        ...evidence,
        rolledOver: rolledOver === true,
        probability: isContradicted ? null : (crash?.probability ?? null),
        speedLossKmh: speeds?.speedLossKmh ?? null,
        speedUnconfirmed: speeds?.doubt === 'speedUnconfirmed',
      },
      settings,
    );
  const ofBand = bandFacts(impact, bandwidthHz, settings);
  return {
    ...facts,
    ...ofBand,
    BandwidthHz: bandwidthHz,
    DeviceSpeedKmh: speedKmh,
    SpeedBeforeKmh: speeds?.beforeKmh ?? null,
    SpeedAfterKmh: speeds?.afterKmh ?? null,
    Doubts: [
      ...(isContradicted ? (['againstFixes'] as const) : []),
      ...(facts.Doubts ?? []),
      ...(speeds?.doubt ? [speeds.doubt] : []),
    ],
    StandsAfter: speedEvidence.standsAfter,
    Rollover: facts.Rollover === null ? null : rolledOver,
    CrashProbability: crash?.probability ?? null,
    CrashReasons: crash?.reasons ?? null,
    ...injuryFacts(impact, ofBand),
    Severity: severity,
    ...(isFallen && unknownOfFallen),
    ...((evidence?.implausible || isContradicted) && unknownFacts),
    // The class of a contradicted recording comes from the fixes alone.
    ...(isContradicted && { Severity: severity === 'mini' ? null : severity }),
  };
};

/**
 * The impact's facts with the speeds before and after it, read from a sorted track, and the facts that follow from
 * them.
 */
export const addSpeeds = (
  impact: Impact,
  track: Track,
  device: DeviceFacts = noDeviceFacts,
  settings: TelemetrySettings = defaultSettings,
): CrashFacts => completeFacts(impact, track, device, settings);

/** Summary of an impact from the device's curve and the track around it. */
export const summariseImpact = (
  curve: CurveSamples,
  track: Track | null = null,
  settings: TelemetrySettings = defaultSettings,
  gravity: Vector | null = null,
  device: DeviceFacts = noDeviceFacts,
): CrashFacts => completeFacts(impactOf(curve, settings, gravity), track, device, settings);
