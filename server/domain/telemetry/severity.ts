import type { Severity } from '../../../src/contract/shapes/accident.ts';
import type { TelemetrySettings } from './settings.ts';

/** What the class of an impact rests on; a figure that is not known is null. */
export interface Evidence {
  readonly peakG: number;
  readonly rateHz: number;
  readonly deltaVKmh: number | null;
  /** Share of the change of velocity that is left afterwards, as recorded. */
  readonly leftShare: number;
  /** What a saturated axis cut off may be what did not come back. */
  readonly leftHidden: boolean;
  readonly durationMs: number | null;
  readonly clipped: boolean;
  /** Nothing in the recording is to be believed. */
  readonly implausible: boolean;
  /** Speed lost beyond what brakes can take in the time, km/h. */
  readonly lostKmh: number | null;
  /** The device says that it drove, and no fix comes near it: how much was lost is not known. */
  readonly speedUnconfirmed: boolean;
}

const ranks: readonly Severity[] = ['mini', 'minor', 'major'];
const worse = (one: Severity, other: Severity): Severity => ranks[Math.max(ranks.indexOf(one), ranks.indexOf(other))]!;

/** Class of a peak alone, g. */
export const severityOfPeak = (peakG: number, settings: TelemetrySettings): Severity => {
  if (peakG < settings.minorFromG) return 'mini';
  return peakG < settings.majorFromG ? 'minor' : 'major';
};

const ofChange = (changeKmh: number, settings: TelemetrySettings): Severity => {
  if (changeKmh < settings.minorFromKmh) return 'mini';
  return changeKmh < settings.majorFromKmh ? 'minor' : 'major';
};

const fromMovement = (evidence: Evidence, settings: TelemetrySettings): Severity => {
  const { peakG, deltaVKmh, leftShare, leftHidden, durationMs, clipped } = evidence;
  const byPeak = severityOfPeak(peakG, settings);
  if (deltaVKmh === null) return byPeak;
  // The velocity came back: a shake, a kerb, a hole, a slammed door, however high the peak. Nobody knows of a saturated one.
  if (leftShare < settings.leftShareFrom) return leftHidden ? 'minor' : 'mini';
  const byChange = ofChange(deltaVKmh, settings);
  const blow = deltaVKmh >= settings.crashFromKmh && (durationMs ?? 0) >= settings.crashFromMs;
  const known = blow ? worse(byPeak, byChange) : byChange;
  return clipped ? worse(known, 'minor') : known;
};

/**
 * Class from delta-v, peak, duration and drop of speed together; null where the recording is not to be believed. Never
 * mini below `miniFromHz`, where between two samples a blow may have passed unseen, nor with an unconfirmed speed.
 */
export const severityOf = (evidence: Evidence, settings: TelemetrySettings): Severity | null => {
  if (evidence.implausible) return null;
  const severity = worse(fromMovement(evidence, settings), ofChange(evidence.lostKmh ?? 0, settings));
  const open = evidence.rateHz < settings.miniFromHz || evidence.speedUnconfirmed;
  return open ? worse(severity, 'minor') : severity;
};
