import type { CrashReason } from '../../../src/contract/shapes/accident.ts';
import type { TelemetrySettings } from './settings.ts';

/** What a record and the fixes around it say; null: not known. */
export interface CrashEvidence {
  readonly deltaVKmh: number | null;
  readonly leftShare: number;
  /** A saturated axis may hide that it did not come back. */
  readonly leftHidden: boolean;
  readonly durationMs: number | null;
  readonly verticalShare: number | null;
  readonly clipped: boolean;
  readonly implausible: boolean;
  /** Speed lost beyond what brakes take, km/h. */
  readonly lostKmh: number | null;
  readonly speedBeforeKmh: number | null;
  readonly speedLaterKmh: number | null;
  readonly standsAfter: boolean | null;
}

interface Ground {
  readonly reason: CrashReason;
  /** Log odds, positive: speaks for a crash. */
  readonly weight: number;
}

/** Of what devices report, most is no crash. */
const priorLogOdds = -2;
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

const groundsOf = (evidence: CrashEvidence, settings: TelemetrySettings): Ground[] => {
  const { deltaVKmh, leftShare, durationMs, verticalShare, lostKmh, speedBeforeKmh, speedLaterKmh } = evidence;
  const grounds: Ground[] = [];
  const keeps = leftShare >= settings.leftShareFrom;
  if (deltaVKmh !== null && keeps) {
    // A saturated sensor saw less than there was: its delta-v speaks for a crash, never against one, and half as loud
    // where nobody knows whether it came back.
    const least = evidence.leftHidden ? 1 : 2;
    const weight = clamp((deltaVKmh - settings.minorFromKmh) / 2, evidence.clipped ? least : -3, 6);
    grounds.push({ reason: weight > 0 ? 'changed' : 'unchanged', weight });
  }
  if (deltaVKmh !== null && !keeps && !evidence.leftHidden) grounds.push({ reason: 'cameBack', weight: -5 });
  if (durationMs !== null && durationMs < settings.crashFromMs) grounds.push({ reason: 'short', weight: -3 });
  if (verticalShare !== null && verticalShare >= settings.verticalFromShare)
    grounds.push({ reason: 'vertical', weight: -2 });
  if (lostKmh !== null && lostKmh >= settings.minorFromKmh)
    grounds.push({ reason: 'lost', weight: clamp(lostKmh / 4, 2, 5) });
  const drove = speedBeforeKmh !== null && speedBeforeKmh >= settings.manoeuvreFromKmh;
  if (drove && evidence.standsAfter === true) grounds.push({ reason: 'stands', weight: 1.5 });
  if (drove && speedLaterKmh !== null && speedLaterKmh >= speedBeforeKmh * settings.droveOnShare)
    grounds.push({ reason: 'droveOn', weight: -2 });
  return grounds;
};

/**
 * How likely an impact was a crash, and why, the weightiest reason first. Log odds are added up; the weights are own
 * choices, tried on crash tests laid into real drives (docs/truth.md). Null without delta-v and drop of speed, and where the
 * recording is not to be believed: that speaks neither for a crash nor against one.
 */
export const crashProbability = (
  evidence: CrashEvidence,
  settings: TelemetrySettings,
): { probability: number; reasons: CrashReason[] } | null => {
  if (evidence.implausible || (evidence.deltaVKmh === null && evidence.lostKmh === null)) return null;
  const grounds = groundsOf(evidence, settings);
  const logOdds = grounds.reduce((sum, { weight }) => sum + weight, priorLogOdds);
  return {
    probability: 1 / (1 + Math.exp(-logOdds)),
    reasons: [...grounds].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).map(({ reason }) => reason),
  };
};
