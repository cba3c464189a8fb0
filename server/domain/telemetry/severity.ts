import type { Severity } from '../../../src/contract/shapes/accident.ts';
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
  readonly durationMs: number | null;
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
  /** Whether the car rolled over. It did not if gravity turned and the car drove on. */
  readonly rolledOver: boolean;
}

const severitiesAscending: readonly Severity[] = ['mini', 'minor', 'major'];
const moreSevere = (severityA: Severity, severityB: Severity): Severity =>
  severitiesAscending[Math.max(severitiesAscending.indexOf(severityA), severitiesAscending.indexOf(severityB))]!;

/** Returns the class of an impact from its peak alone. The peak is in g. */
export const severityOfPeak = (peakG: number, settings: TelemetrySettings): Severity => {
  if (peakG < settings.minorFromG) return 'mini';
  return peakG < settings.majorFromG ? 'minor' : 'major';
};

const severityOfDeltaV = (changeKmh: number, settings: TelemetrySettings): Severity => {
  if (changeKmh < settings.minorFromKmh) return 'mini';
  return changeKmh < settings.majorFromKmh ? 'minor' : 'major';
};

const severityWithoutSpeeds = (evidence: SeverityEvidence, settings: TelemetrySettings): Severity => {
  const { peakG, deltaVKmh, remainingShare, isRemainderHidden, durationMs, clipped } = evidence;
  const byPeak = severityOfPeak(peakG, settings);
  if (deltaVKmh === null) return byPeak;
  // The velocity returned to its former value, as after a shake, a kerb, a hole or a slammed door. Such an impact is
  // mini, however high its peak. A saturated axis may hide a change of velocity, so the class is then minor.
  if (remainingShare < settings.remainingShareFrom) return isRemainderHidden ? 'minor' : 'mini';
  const byDeltaV = severityOfDeltaV(deltaVKmh, settings);
  const isCrashPulse = deltaVKmh >= settings.crashFromKmh && (durationMs ?? 0) >= settings.crashFromMs;
  const unclippedSeverity = isCrashPulse ? moreSevere(byPeak, byDeltaV) : byDeltaV;
  return clipped ? moreSevere(unclippedSeverity, 'minor') : unclippedSeverity;
};

/**
 * Class of an impact from delta-v, peak, duration and loss of speed together. Null for an implausible recording.
 * An impact recorded at less than `miniFromHz` is never mini, because the peak may lie between two samples. An impact
 * is never mini either if the device reports a speed that no fix confirms, or if gravity turned. A rollover is major.
 */
export const severityOf = (evidence: SeverityEvidence, settings: TelemetrySettings): Severity | null => {
  if (evidence.implausible) return null;
  if (evidence.rolledOver) return 'major';
  const severity = moreSevere(
    severityWithoutSpeeds(evidence, settings),
    severityOfDeltaV(evidence.speedLossKmh ?? 0, settings),
  );
  const isUncertain =
    evidence.rateHz < settings.miniFromHz || evidence.speedUnconfirmed || evidence.isTilted || evidence.isSampleLeftOut;
  return isUncertain ? moreSevere(severity, 'minor') : severity;
};
