import type { Span } from '../../../components/clock/clock.ts';
import { mergedTimes, wholeSpan } from '../../../components/curves/series.ts';
import type { CrashCurves, CrashMap } from '../../../contract/shapes/telemetry.ts';

/** Default span without data: that of a track around a crash. */
const usual: Span = [-120, 60];
const aroundImpact: Span = [-5, 5];

export interface Recording {
  readonly times: readonly number[];
  readonly whole: Span;
  readonly view: Span;
}

/** Range of the clock: the whole recording; initially zoomed to the impact if there is a curve. */
export const recordingOf = (curves: CrashCurves, map: CrashMap): Recording => {
  const trackTimes = map.Track.map(point => point[0]);
  const times = mergedTimes(mergedTimes(curves.Time, curves.SpeedTime), trackTimes);
  const whole = wholeSpan([times], usual);
  const view: Span =
    curves.Time.length > 1 ? [Math.max(whole[0], aroundImpact[0]), Math.min(whole[1], aroundImpact[1])] : whole;
  return { times, whole, view };
};
