import type { Span } from '../../../components/clock/clock.ts';
import { impactReach, spanAround } from '../../../components/clock/ViewSwitch.tsx';
import { mergedTimes, wholeSpan } from '../../../components/curves/series.ts';
import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';

/** Time range without data: that of a track around a crash. */
const usual: Span = [-120, 60];

export interface Recording {
  readonly times: readonly number[];
  readonly whole: Span;
  readonly view: Span;
  /** Time of the peak in the badge. 0 without a curve. */
  readonly peak: number;
}

const peakTime = ({ Time, Resultant }: CrashCurves): number => {
  let at = 0;
  for (let i = 1; i < Resultant.length; i++) if (Resultant[i]! > Resultant[at]!) at = i;
  return Time[at] ?? 0;
};

/**
 * Returns the time range of the clock: the whole recording. With a curve it opens at the peak, zoomed to the impact.
 */
export const recordingOf = (curves: CrashCurves, map: CrashMap): Recording => {
  const trackTimes = map.Track.map(point => point[0]);
  const times = mergedTimes(mergedTimes(curves.Time, curves.SpeedTime), trackTimes);
  const whole = wholeSpan([times], usual);
  const peak = peakTime(curves);
  return { times, whole, peak, view: curves.Time.length > 1 ? spanAround(peak, impactReach, whole) : whole };
};
