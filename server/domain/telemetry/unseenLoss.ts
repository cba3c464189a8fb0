import { kmhPerGSecond } from './deltaV.ts';
import { sliceTrack, type Track } from './positions.ts';
import { withTrustedSpeeds } from './receiverSpeed.ts';
import type { TelemetrySettings } from './settings.ts';
import { speedsKmh, trustedIndexes } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';

/** Time range of a recording and the strongest horizontal acceleration in it, g. */
export interface RecordedPeriod {
  readonly fromMs: number;
  readonly toMs: number;
  readonly peakG: number;
}

/**
 * Largest change of speed between two moments that is no contradiction, km/h: as much as brakes can cause, and within
 * the recording no more than the recorded acceleration can cause. A receiver shows its speed late, so its delay counts
 * as not recorded.
 */
const explainedKmh = (fromMs: number, toMs: number, recorded: RecordedPeriod, settings: TelemetrySettings): number => {
  const brakesKmhPerS = settings.maximumAccelerationMs2 * 3.6;
  const overlapMs = Math.min(toMs, recorded.toMs) - Math.max(fromMs, recorded.fromMs);
  const recordedMs = Math.max(0, overlapMs - settings.receiverDelayMs);
  const recordedKmhPerS = Math.min(brakesKmhPerS, recorded.peakG * kmhPerGSecond);
  return (brakesKmhPerS * (toMs - fromMs - recordedMs) + recordedKmhPerS * recordedMs) / 1000;
};

/**
 * Whether the fixes around a recording show a loss of speed of at least `majorFromKmh` that neither the recording nor
 * brakes explain. The recording is then not that of the impact. A receiver that shows 0 for a moment is no loss,
 * because no car regains its speed so fast. Takes a sorted track.
 */
export const hasUnseenLoss = (sentTrack: Track, recorded: RecordedPeriod, settings: TelemetrySettings): boolean => {
  const track = withTrustedSpeeds(
    sliceTrack(
      sentTrack,
      recorded.fromMs - settings.speedBeforeWithinMs,
      recorded.toMs + settings.speedAfterWithinMs + 1,
    ),
    settings,
  );
  const keptFixes = trustedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY, settings).reasons);
  const speeds = Array.from(speedsKmh(track, keptFixes, settings), (kmh, n) => ({
    kmh,
    atMs: track.timeMs[keptFixes[n]!]!,
  })).filter(({ kmh }) => !Number.isNaN(kmh));
  return speeds.some((after, n) => {
    const before = speeds[n - 1];
    if (!before) return false;
    const unexplainedKmh = before.kmh - after.kmh - explainedKmh(before.atMs, after.atMs, recorded, settings);
    if (unexplainedKmh < settings.majorFromKmh) return false;
    const reachKmh = (atMs: number): number =>
      after.kmh + settings.tripStartKmh + ((atMs - after.atMs) / 1000) * settings.fastestStartMs2 * 3.6;
    return speeds.slice(n + 1).every(({ kmh, atMs }) => kmh <= reachKmh(atMs));
  });
};
