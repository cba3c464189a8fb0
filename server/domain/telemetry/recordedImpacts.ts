import type { RecordedImpact } from '../../../src/contract/shapes/accident.ts';
import { computeDeltaV, directionDeg } from './deltaV.ts';
import { findEvent } from './event.ts';
import { peakIndex } from './horizontal.ts';
import type { Pulse } from './pulse.ts';
import type { TelemetrySettings } from './settings.ts';
import { withoutZero } from './vectors.ts';

/** Maximum number of impacts. A recording with more blows comes from a shaken device. */
const maxImpacts = 5;

/**
 * Returns every impact of a recording by rising time. An impact is an event around a peak of at least `minorFromG`,
 * from quiet to quiet. Its change of velocity is at least `crashFromKmh` and lasts.
 * If an axis saturated within the event, the change may be hidden. The event then counts as an impact too.
 */
export const recordedImpacts = (
  pulse: Pulse,
  rateHz: number,
  isClippedBetween: (from: number, to: number) => boolean,
  settings: TelemetrySettings,
): RecordedImpact[] => {
  const { along, across, pulseA, pulseB, offsetA, offsetB, isOriented } = pulse;
  const impacts: RecordedImpact[] = [];
  const a = withoutZero(along, offsetA);
  const b = withoutZero(across, offsetB);
  const findImpacts = (from: number, to: number): void => {
    if (to - from < 2 || impacts.length >= maxImpacts) return;
    const peak = from + peakIndex(pulseA.subarray(from, to), pulseB.subarray(from, to));
    const peakG = Math.hypot(pulseA[peak]!, pulseB[peak]!);
    if (peakG < settings.minorFromG) return;
    const event = findEvent(a.subarray(from, to), b.subarray(from, to), rateHz, peak - from, settings);
    const zero = Math.min(from + event.zero.index, peak);
    const end = from + event.end.index;
    const { resultantKmh, vectorKmh, remainingShare } = computeDeltaV(
      a.subarray(0, to),
      b.subarray(0, to),
      rateHz,
      { zero, end },
      settings,
    );
    const isLasting = resultantKmh >= settings.crashFromKmh && remainingShare >= settings.remainingShareFrom;
    if (isLasting || isClippedBetween(zero, end))
      impacts.push({
        AtMs: (zero / rateHz) * 1000,
        PeakG: peakG,
        DeltaVKmh: resultantKmh,
        DirectionDeg: isOriented ? directionDeg(...vectorKmh) : null,
      });
    findImpacts(from, zero);
    findImpacts(Math.max(end, peak + 1), to);
  };
  findImpacts(0, along.length);
  return impacts.sort((first, second) => first.AtMs - second.AtMs);
};

/**
 * Returns the pulse from the first to the last impact of those that follow each other within `joinedImpactsMs` and
 * contain the located one. Null: no other impact is that near, and the located one ends within the window of delta-v.
 */
export const joinImpacts = (
  pulse: Pulse,
  impacts: readonly RecordedImpact[],
  rateHz: number,
  settings: TelemetrySettings,
): Pulse | null => {
  const samplesOf = (ms: number): number => Math.round((ms / 1000) * rateHz);
  const starts = [...new Set([pulse.zero, ...impacts.map(({ AtMs }) => samplesOf(AtMs))])].sort((a, b) => a - b);
  let [first, last] = [starts.indexOf(pulse.zero), starts.indexOf(pulse.zero)];
  const isNear = (i: number): boolean => starts[i + 1]! - starts[i]! <= samplesOf(settings.joinedImpactsMs);
  while (first > 0 && isNear(first - 1)) first--;
  while (last < starts.length - 1 && isNear(last)) last++;
  if (first === last && pulse.end - pulse.zero <= samplesOf(settings.deltaVWindowMs)) return null;
  const lastEnd = starts[last]! + samplesOf(settings.deltaVWindowMs);
  return { ...pulse, zero: starts[first]!, end: Math.max(pulse.end, Math.min(lastEnd, pulse.along.length - 1)) };
};
