import type { CrashFacts, Severity } from '../../../src/contract/shapes/accident.ts';
import { roundTo } from '../rounding.ts';
import type { TelemetrySettings } from './settings.ts';

/** Evidence for the class of an impact. Null: unknown. */
export interface SeverityEvidence {
  readonly peakG: number;
  readonly rateHz: number;
  readonly deltaVKmh: number | null;
  /** Share of the change of velocity that remains after the impact, as recorded. */
  readonly remainingShare: number;
  /** Whether saturated samples may hide a change of velocity that remained after the impact. */
  readonly isRemainderHidden: boolean;
  readonly clipped: boolean;
  /** Whether the recording is implausible. */
  readonly implausible: boolean;
  /** Loss of speed beyond what brakes can cause in the same time, km/h. */
  readonly speedLossKmh: number | null;
  /** Whether the device reports a speed that no fix confirms. The loss of speed is then unknown. */
  readonly speedUnconfirmed: boolean;
  /** Whether gravity turned at least partly, as when a recording ends while the car rolls over. */
  readonly isTilted: boolean;
  /** Whether a sample was left out. It may have been the blow. */
  readonly isSampleLeftOut: boolean;
  /** Whether the recording begins or ends inside the impact, so that delta-v is a lower bound. */
  readonly isCut: boolean;
  /** Whether the car rolled over. It did not if gravity turned and the car drove on. */
  readonly rolledOver: boolean;
  /** Probability of a crash, 0 to 1. Null: unknown. */
  readonly probability: number | null;
}

const severitiesAscending: readonly Severity[] = ['mini', 'minor', 'major'];
const moreSevere = (severityA: Severity, severityB: Severity): Severity =>
  severitiesAscending[Math.max(severitiesAscending.indexOf(severityA), severitiesAscending.indexOf(severityB))]!;

/** Returns the class of an impact from its peak alone. The peak is in g. */
export const severityOfPeak = (peakG: number, settings: TelemetrySettings): Severity => {
  if (peakG < settings.minorFromG) return 'mini';
  return peakG < settings.majorFromG ? 'minor' : 'major';
};

/** Takes the change of velocity as it is shown, so that 8.0 km/h on the page is not below 8 km/h. */
const severityOfDeltaV = (exactKmh: number, settings: TelemetrySettings): Severity => {
  const changeKmh = roundTo(exactKmh, 1);
  if (changeKmh < settings.minorFromKmh) return 'mini';
  return changeKmh < settings.majorFromKmh ? 'minor' : 'major';
};

const severityOfVelocityChange = (evidence: SeverityEvidence, settings: TelemetrySettings): Severity => {
  const { deltaVKmh, remainingShare, isRemainderHidden, clipped } = evidence;
  if (deltaVKmh === null) return severityOfPeak(evidence.peakG, settings);
  // The velocity returned to its former value, as after a shake, a kerb, a hole or a slammed door. Such an impact is
  // mini, however high its peak. A saturated axis may hide a change of velocity, so the class is then minor.
  if (remainingShare < settings.remainingShareFrom) return isRemainderHidden ? 'minor' : 'mini';
  const severity = severityOfDeltaV(deltaVKmh, settings);
  return clipped ? moreSevere(severity, 'minor') : severity;
};

/**
 * Class of an impact from delta-v and from the loss of speed between the fixes. The peak decides only if delta-v is
 * unknown, because a hard knock of 20 ms has the peak of a crash. Null for an implausible recording. Null too if a crash
 * is improbable and the impact not mini: nothing may be called severe that was hardly a crash.
 * An impact without delta-v that was recorded at less than `miniFromHz` is never mini, because the peak may lie between
 * two samples. An impact is never mini either if the device reports a speed that no fix confirms, or if gravity turned.
 * Nor is an impact of which only a part was recorded, unless a crash is improbable.
 * A rollover is major.
 */
export const severityOf = (evidence: SeverityEvidence, settings: TelemetrySettings): Severity | null => {
  if (evidence.implausible) return null;
  if (evidence.rolledOver) return 'major';
  const severity = moreSevere(
    severityOfVelocityChange(evidence, settings),
    severityOfDeltaV(evidence.speedLossKmh ?? 0, settings),
  );
  const isPeakUncertain = evidence.deltaVKmh === null && evidence.rateHz < settings.miniFromHz;
  const isImprobable = evidence.probability !== null && evidence.probability <= settings.noneToShare;
  const isUncertain =
    isPeakUncertain ||
    evidence.speedUnconfirmed ||
    evidence.isTilted ||
    evidence.isSampleLeftOut ||
    (evidence.isCut && !isImprobable);
  const severest = isUncertain ? moreSevere(severity, 'minor') : severity;
  return isImprobable && severest !== 'mini' ? null : severest;
};

/**
 * Whether fixes before and after the impact show that the car neither lost nor gained speed and drove on, although a crash
 * of `minorFromKmh` in the measured direction would have changed its speed. A push from the side changes no speed.
 * Between slow samples the measured direction may be wrong, so the recording must also look like that of a road.
 */
const hasKeptSpeed = (facts: CrashFacts, settings: TelemetrySettings): boolean => {
  const { SpeedBeforeKmh: before, SpeedAfterKmh: after, DeltaVLongitudinalKmh, DeltaVLateralKmh, CrashReasons } = facts;
  if (before === null || after === null || DeltaVLongitudinalKmh === null || DeltaVLateralKmh === null) return false;
  const factor = settings.minorFromKmh / Math.hypot(DeltaVLongitudinalKmh, DeltaVLateralKmh);
  const hitKmh = Math.hypot(before + factor * DeltaVLongitudinalKmh, factor * DeltaVLateralKmh);
  const expectedKmh = Math.abs(before - hitKmh);
  return (
    expectedKmh >= settings.crashFromKmh &&
    Math.abs(before - after) < settings.keptSpeedShare * expectedKmh &&
    (CrashReasons ?? []).includes('droveOn') &&
    ((facts.VerticalShare ?? 0) >= settings.roadShareFrom || isReturned(facts, settings))
  );
};

/** Whether the change of velocity came back, as after a hole, a kerb or a shake. */
const isReturned = ({ VelocityLeftShare }: CrashFacts, settings: TelemetrySettings): boolean =>
  VelocityLeftShare !== null && VelocityLeftShare < settings.remainingShareFrom;

/** Whether the fixes show that the impact did not change the speed. Null: they do not show the speeds. */
const isSpeedUnchanged = (
  { SpeedBeforeKmh, SpeedAfterKmh }: CrashFacts,
  settings: TelemetrySettings,
): boolean | null =>
  SpeedBeforeKmh === null || SpeedAfterKmh === null
    ? null
    : Math.abs(SpeedBeforeKmh - SpeedAfterKmh) < settings.receiverSpeedNoiseKmh;

const hasStood = ({ SpeedBeforeKmh }: CrashFacts, settings: TelemetrySettings): boolean =>
  SpeedBeforeKmh !== null && SpeedBeforeKmh < settings.tripStartKmh;

/**
 * Whether the recording may be that of a contact while parking or in a queue of cars: a change of velocity that lasts,
 * however small, and after which the car did not drive on.
 */
const mayBeContact = (facts: CrashFacts, settings: TelemetrySettings): boolean =>
  (facts.DeltaVKmh ?? 0) >= settings.contactFromKmh &&
  (facts.DurationMs ?? 0) >= settings.crashFromMs &&
  (hasStood(facts, settings) || (facts.VerticalShare ?? 0) < settings.verticalFromShare) &&
  !(facts.CrashReasons ?? []).includes('droveOn');

/** Whether the recording excludes a change of velocity of a minor impact. */
const isProvedWeak = (facts: CrashFacts, settings: TelemetrySettings): boolean => {
  const { DeltaVKmh, DeltaVToKmh, RateHz, VerticalShare } = facts;
  // Without delta-v the peak alone makes the class.
  if (DeltaVKmh === null) return true;
  const rateHz = RateHz ?? 0;
  const durationMs = facts.DurationMs ?? 0;
  const isUnchanged = isSpeedUnchanged(facts, settings);
  // A blow is shorter than this window. A longer one that came back is a shake.
  if (isReturned(facts, settings) && durationMs > settings.deltaVWindowMs && isUnchanged !== false) return true;
  if (DeltaVToKmh === null) return false;
  const errorKmh = DeltaVToKmh - DeltaVKmh;
  if (isReturned(facts, settings) && errorKmh < settings.returnedErrorShare * DeltaVKmh) return true;
  if (mayBeContact(facts, settings)) return false;
  if (rateHz < settings.miniFromHz) {
    // At a low sampling rate, vertical vibration of the body hides the longitudinal acceleration.
    if ((VerticalShare ?? 0) >= settings.verticalFromShare) return false;
    // One step between slow samples proves nothing alone, because the blow may lie between them.
    if (durationMs * rateHz < 2000 && isUnchanged !== true) return false;
  }
  return DeltaVKmh + settings.miniLossErrors * errorKmh < settings.minorFromKmh;
};

/**
 * Whether an impact is so surely weak that it needs no operator, and a crash is not probable. The recording shows only
 * braking. Or the class is mini, and the recording excludes a minor impact. Or the class is mini, or a crash is improbable,
 * and the fixes show that the car kept its speed: slow samples make much of a hole.
 */
export const isMiniLoss = (facts: CrashFacts, settings: TelemetrySettings): boolean => {
  const { Severity: severity, CrashProbability: probability } = facts;
  // A change of velocity without a probability is undecided, as of a handled device, and a person decides.
  if (probability === null && facts.DeltaVKmh !== null) return false;
  if ((probability ?? 0) >= settings.crashFromProbability) return false;
  const isImprobable = severity === null && probability !== null && probability <= settings.noneToShare;
  if (severity !== 'mini' && !isImprobable) return false;
  if ((facts.CrashReasons ?? []).includes('braked') || hasKeptSpeed(facts, settings)) return true;
  return severity === 'mini' && isProvedWeak(facts, settings);
};
