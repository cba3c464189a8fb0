import type { CrashReason } from '../../../src/contract/shapes/accident.ts';
import type { StandingMovement } from './handling.ts';
import type { TelemetrySettings } from './settings.ts';

/** Evidence from a recording and the fixes around it. Null: unknown. */
export interface CrashEvidence {
  readonly deltaVKmh: number | null;
  readonly rateHz: number;
  /** Part of the change of velocity above what brakes cause at each moment, km/h. */
  readonly beyondBrakesKmh: number;
  readonly remainingShare: number;
  /**
   * True: a sensor axis was saturated. The change of velocity may then have lasted, although the samples show that it
   * came back.
   */
  readonly isRemainderHidden: boolean;
  readonly durationMs: number | null;
  readonly verticalShare: number | null;
  readonly clipped: boolean;
  readonly implausible: boolean;
  /** Loss of speed at the impact beyond what brakes can cause, km/h. */
  readonly speedLossKmh: number | null;
  readonly speedBeforeKmh: number | null;
  /** Speed 1 to 10 s after the impact, km/h. */
  readonly speedAfterKmh: number | null;
  readonly speedLaterKmh: number | null;
  readonly standsAfter: boolean | null;
  /** Whether the car stood from seconds before the recording to its end. */
  readonly standsBefore: boolean | null;
  /** Whether gravity turned, as in a rollover. */
  readonly isTurned: boolean;
  /** Findings about a car that stood throughout. Null: the recording does not tell which way is up before the impact. */
  readonly standing: StandingMovement | null;
  /** Whether the recording shows only braking or a bend: no sample beyond the grip of tyres, and steady for longer than a blow. */
  readonly isBraking: boolean;
  /** Whether a sample was left out. It may have been the blow, so the rest proves no "no crash". */
  readonly isSampleLeftOut: boolean;
}

/** Whether the fixes show that the car drove on after the impact. */
export const hasDrivenOn = (
  { speedBeforeKmh, speedLaterKmh }: Pick<CrashEvidence, 'speedBeforeKmh' | 'speedLaterKmh'>,
  settings: TelemetrySettings,
): boolean =>
  speedLaterKmh !== null &&
  speedLaterKmh >= Math.max(settings.manoeuvreFromKmh, (speedBeforeKmh ?? 0) * settings.droveOnShare);

interface WeightedReason {
  readonly reason: CrashReason;
  /** Logarithm of the odds of a crash. Positive: the evidence speaks for a crash. */
  readonly weight: number;
}

/** Log odds of a crash before any evidence: 12 in 100, because most impacts that devices report are no crash. */
const priorLogOdds = -2;
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

const hasStood = ({ speedBeforeKmh }: Pick<CrashEvidence, 'speedBeforeKmh'>, settings: TelemetrySettings): boolean =>
  speedBeforeKmh !== null && speedBeforeKmh < settings.tripStartKmh;

/**
 * Part of the change of velocity that brakes cannot cause, km/h. Brakes do not change the speed of a standing car.
 * Brakes may have acted for the whole impact. If the change lasted, only the moments count that are harder than brakes.
 * A change that partly came back may be a swing. At a low sampling rate, too few samples show such moments.
 */
const changeBeyondBrakesKmh = (deltaVKmh: number, evidence: CrashEvidence, settings: TelemetrySettings): number => {
  if (hasStood(evidence, settings)) return deltaVKmh;
  // An event begins and ends between two samples, so it is shorter by a step on average.
  const eventMs = (evidence.durationMs ?? 0) - 500 / evidence.rateHz;
  const brakingMs = Math.min(Math.max(eventMs, settings.crashFromMs), settings.deltaVWindowMs);
  const beyondKmh = deltaVKmh - (brakingMs / 1000) * settings.maximumAccelerationMs2 * 3.6;
  const isKept = evidence.isRemainderHidden || evidence.remainingShare >= settings.keptShareFrom;
  return isKept && evidence.rateHz >= settings.miniFromHz ? Math.max(beyondKmh, evidence.beyondBrakesKmh) : beyondKmh;
};

/** Whether the car stood, was pushed for at least the shortest duration of a crash, and moved afterwards. */
const isPushed = (evidence: CrashEvidence, settings: TelemetrySettings): boolean =>
  hasStood(evidence, settings) &&
  (evidence.speedAfterKmh ?? 0) >= settings.pushedFromKmh &&
  (evidence.deltaVKmh ?? 0) >= settings.crashFromKmh &&
  evidence.remainingShare >= settings.remainingShareFrom &&
  (evidence.durationMs ?? 0) >= settings.crashFromMs &&
  (evidence.verticalShare ?? 0) < settings.verticalFromShare;

/** Whether the fixes show that the car stood before, during and after the recording. A car that was hit rolls. */
export const hasStoodThroughout = (
  { standsBefore, standsAfter, speedAfterKmh }: Pick<CrashEvidence, 'standsBefore' | 'standsAfter' | 'speedAfterKmh'>,
  settings: TelemetrySettings,
): boolean => standsBefore === true && standsAfter === true && (speedAfterKmh ?? 0) < settings.pushedFromKmh;

const weighReasons = (evidence: CrashEvidence, settings: TelemetrySettings): WeightedReason[] => {
  const { deltaVKmh, remainingShare, durationMs, verticalShare, speedLossKmh, speedBeforeKmh, speedLaterKmh } =
    evidence;
  const fallen = hasStoodThroughout(evidence, settings) ? evidence.standing?.fallen : null;
  // A device that falls turns and is knocked as no car is, so nothing else in its recording counts.
  if (fallen === 'device') return [{ reason: 'fell', weight: -1.5 }];
  // A car that lands on its wheels moves mostly upward, as over a hole, but a standing car meets no hole.
  if (fallen === 'car')
    return [evidence.isTurned ? { reason: 'rolledOver', weight: 6 } : { reason: 'changed', weight: 4 }];
  const reasons: WeightedReason[] = [];
  if (evidence.isTurned) reasons.push({ reason: 'rolledOver', weight: 6 });
  const isLasting = remainingShare >= settings.remainingShareFrom || evidence.isRemainderHidden;
  // In a rollover the axes turn with the car, so the change of velocity proves nothing.
  if (deltaVKmh !== null && isLasting && !evidence.isTurned) {
    // A saturated sensor measured less than the true change of velocity. So its delta-v has a minimum weight for a
    // crash. The minimum is half if the car may have regained its velocity while the sensor was saturated.
    const minWeight = evidence.isRemainderHidden ? 1 : 2;
    // Brakes do not push a standing car. Between slow samples a slammed door may look like such a push.
    const isStandingPush = hasStood(evidence, settings) && evidence.rateHz >= settings.miniFromHz;
    const weight = clamp(
      changeBeyondBrakesKmh(deltaVKmh, evidence, settings) -
        (isStandingPush ? settings.standingPushKmh : settings.beyondBrakesKmh),
      evidence.clipped ? minWeight : -3,
      6,
    );
    if (evidence.isBraking && !hasStood(evidence, settings)) reasons.push({ reason: 'braked', weight: -3 });
    else reasons.push({ reason: weight > 0 ? 'changed' : 'unchanged', weight });
  }
  if (deltaVKmh !== null && !isLasting && !evidence.isTurned) reasons.push({ reason: 'cameBack', weight: -5 });
  if (durationMs !== null && durationMs < settings.crashFromMs && !evidence.isTurned)
    reasons.push({ reason: 'short', weight: -3 });
  // Between slow samples the share of the vertical is chance.
  const isVertical = verticalShare !== null && verticalShare >= settings.verticalFromShare;
  if (isVertical && evidence.rateHz >= settings.miniFromHz && !evidence.isTurned)
    reasons.push({ reason: 'vertical', weight: -2 });
  if (speedLossKmh !== null && speedLossKmh >= settings.minorFromKmh)
    reasons.push({ reason: 'lost', weight: clamp(speedLossKmh / 4, 2, 5) });
  if (isPushed(evidence, settings)) reasons.push({ reason: 'pushed', weight: 4 });
  const wasDriving = speedBeforeKmh !== null && speedBeforeKmh >= settings.manoeuvreFromKmh;
  if (wasDriving && evidence.standsAfter === true) reasons.push({ reason: 'stands', weight: 1.5 });
  if (wasDriving && speedLaterKmh !== null && speedLaterKmh >= speedBeforeKmh * settings.droveOnShare)
    reasons.push({ reason: 'droveOn', weight: -2 });
  return reasons;
};

/**
 * Shares of crashes by the sum of the log odds. The sum alone understates a crash from −1 on. The shares are those of
 * 9,600 made crashes from 8 km/h and 32,000 other made impacts, of which 12 in 100 were taken to be crashes (docs/truth.md).
 */
const calibration = [
  [-7, 0.002],
  [-5, 0.006],
  [-3.5, 0.018],
  [-2, 0.055],
  [-1.4, 0.1],
  [-1.1, 0.25],
  [-0.8, 0.6],
  [0, 0.86],
  [1, 0.94],
  [4, 0.965],
  [5, 0.995],
] as const;
const logitOf = (share: number): number => Math.log(share / (1 - share));

/** Returns the share of crashes at a sum of log odds, interpolated in log odds. It never falls as the sum rises. */
const calibratedProbability = (logOdds: number): number => {
  const within = clamp(logOdds, calibration[0][0], calibration.at(-1)![0]);
  const above = Math.max(
    1,
    calibration.findIndex(([sum]) => sum >= within),
  );
  const [[fromSum, fromShare], [toSum, toShare]] = [calibration[above - 1]!, calibration[above]!];
  const part = (within - fromSum) / (toSum - fromSum);
  return 1 / (1 + Math.exp(-logitOf(fromShare) - part * (logitOf(toShare) - logitOf(fromShare))));
};

/**
 * Probability that an impact was a crash, and the reasons, the weightiest first. Log odds are added up and calibrated.
 * The weights are own choices, tested with crash tests inserted into real drives (docs/truth.md).
 * Null without delta-v and drop of speed, and for an implausible recording, which speaks neither for a crash nor
 * against one. Null too if a sample was left out and the rest shows no crash, and if gravity turned and the car drove
 * on: the device came loose, whatever happened to the car. Null too in a car that stood throughout and shows no blow of a
 * car, if gravity turned or a crash is not improbable: somebody handled the device or slammed a door, the car tipped over
 * slowly, or slow samples missed the blow.
 */
export const crashProbability = (
  evidence: CrashEvidence,
  settings: TelemetrySettings,
): { probability: number; reasons: CrashReason[] } | null => {
  if (evidence.implausible) return null;
  const standing = hasStoodThroughout(evidence, settings) ? evidence.standing : null;
  const hasNoBlow = standing?.mayBeBlow === false;
  const isDeviceFallen = standing?.fallen === 'device';
  const isUndecided = evidence.isTurned
    ? hasDrivenOn(evidence, settings) || hasNoBlow
    : standing?.fallen === 'unknown' || (evidence.deltaVKmh === null && evidence.speedLossKmh === null);
  if (isUndecided && !isDeviceFallen) return null;
  const reasons = weighReasons(evidence, settings);
  const logOdds = reasons.reduce((sum, { weight }) => sum + weight, priorLogOdds);
  const probability = calibratedProbability(logOdds);
  if (isDeviceFallen) return { probability, reasons: ['fell'] };
  if (evidence.isSampleLeftOut && probability < settings.crashFromProbability) return null;
  if (hasNoBlow && probability > settings.noneToShare) return null;
  return {
    probability,
    reasons: [...reasons].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).map(({ reason }) => reason),
  };
};

/** Kilometres an hour in one mile an hour. */
const kmhPerMph = 1.609_344;

/**
 * Probability of an injury of MAIS 3 or more for a car occupant, by delta-v and struck side.
 * Logistic curve of Malliaris, Digges and DeBlois, SAE 970393 (1997), US crashes of 1988–1995. Coefficients from a
 * public re-implementation.
 */
const injuryIntercept = -5.82;
const injuryPerMph = 0.202;
const injuryOfSideImpact = 0.556;
const injuryOfRearImpact = -2.17;

/** Directions at which the struck side changes, degrees from the front. */
const sidesFromDeg = [45, 135] as const;

/** Returns the probability, 0 to 1. `directionDeg`: origin of the force, clockwise from the front. */
export const injuryRisk = (deltaVKmh: number, directionDeg: number): number => {
  const fromFront = Math.abs(((directionDeg + 180) % 360) - 180);
  const sideTerm = fromFront > sidesFromDeg[0] && fromFront <= sidesFromDeg[1] ? injuryOfSideImpact : 0;
  const rearTerm = fromFront > sidesFromDeg[1] ? injuryOfRearImpact : 0;
  return 1 / (1 + Math.exp(-(injuryIntercept + (injuryPerMph * deltaVKmh) / kmhPerMph + sideTerm + rearTerm)));
};

/**
 * Returns the bounds of the injury risk, 0 to 1: those of delta-v, by each side from which the force may have come. Errors
 * of the curve itself are not included. `directionErrorDeg`: half width of the direction's interval.
 */
export const injuryRiskBounds = (
  deltaV: { readonly fromKmh: number; readonly toKmh: number },
  directionDeg: number,
  directionErrorDeg: number,
): { readonly low: number; readonly high: number } => {
  // One direction for each side, and the bounds of the interval, which may reach into a side without its middle.
  const middles = [0, 90, 180, 270].filter(
    middle => Math.abs(((((directionDeg - middle) % 360) + 540) % 360) - 180) <= directionErrorDeg,
  );
  const directions = [directionDeg, directionDeg - directionErrorDeg, directionDeg + directionErrorDeg, ...middles];
  const risksAt = (kmh: number) => directions.map(direction => injuryRisk(kmh, ((direction % 360) + 360) % 360));
  return { low: Math.min(...risksAt(deltaV.fromKmh)), high: Math.max(...risksAt(deltaV.toKmh)) };
};
