import type { CrashReason } from '../../../src/contract/shapes/accident.ts';
import type { TelemetrySettings } from './settings.ts';

/** Evidence from a recording and the fixes around it. Null: unknown. */
export interface CrashEvidence {
  readonly deltaVKmh: number | null;
  readonly leftShare: number;
  /**
   * True: a sensor axis was saturated, so the change of velocity may have lasted although it seems to have come back.
   */
  readonly leftHidden: boolean;
  readonly durationMs: number | null;
  readonly verticalShare: number | null;
  readonly clipped: boolean;
  readonly implausible: boolean;
  /** Loss of speed beyond what brakes can cause, km/h. */
  readonly lostKmh: number | null;
  readonly speedBeforeKmh: number | null;
  readonly speedLaterKmh: number | null;
  readonly standsAfter: boolean | null;
}

interface Ground {
  readonly reason: CrashReason;
  /** Log odds. Positive: speaks for a crash. */
  readonly weight: number;
}

/** Log odds before any evidence. Most impacts that devices report are no crash. */
const priorLogOdds = -2;
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

const groundsOf = (evidence: CrashEvidence, settings: TelemetrySettings): Ground[] => {
  const { deltaVKmh, leftShare, durationMs, verticalShare, lostKmh, speedBeforeKmh, speedLaterKmh } = evidence;
  const grounds: Ground[] = [];
  const keeps = leftShare >= settings.remainingShareFrom;
  if (deltaVKmh !== null && keeps) {
    // A saturated sensor measured less than the true change. So its delta-v never speaks against a crash, and has a
    // minimum weight. The minimum is half if the velocity may have come back.
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
 * Probability that an impact was a crash, and the reasons, the weightiest first. Log odds are added up.
 * The weights are own choices, tested with crash tests inserted into real drives (docs/truth.md).
 * Null without delta-v and drop of speed, and for an implausible recording, which speaks neither for a crash nor
 * against one.
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
