import type { RecordedImpact } from '../../../src/contract/shapes/accident.ts';
import { deltaVFrom, directionDeg } from './deltaV.ts';
import { eventAround } from './event.ts';
import { peakIndex } from './horizontal.ts';
import type { Pulse } from './pulse.ts';
import type { TelemetrySettings } from './settings.ts';
import { withoutZero } from './vectors.ts';

/** Maximum number of impacts. A recording with more blows comes from a shaken device. */
const most = 5;

/**
 * Every impact of a recording, in order: around its peaks from `minorFromG` on, each from quiet to quiet.
 * An impact has a lasting change of velocity of at least `crashFromKmh`. If the recording was cut off between two
 * samples, the change may be hidden, and the impact counts too.
 */
export const recordedImpacts = (
  pulse: Pulse,
  rateHz: number,
  cutOff: (from: number, to: number) => boolean,
  settings: TelemetrySettings,
): RecordedImpact[] => {
  const { along, across, pulseA, pulseB, offsetA, offsetB, oriented } = pulse;
  const impacts: RecordedImpact[] = [];
  const a = withoutZero(along, offsetA);
  const b = withoutZero(across, offsetB);
  const read = (from: number, to: number): void => {
    if (to - from < 2 || impacts.length >= most) return;
    const peak = from + peakIndex(pulseA.subarray(from, to), pulseB.subarray(from, to));
    const peakG = Math.hypot(pulseA[peak]!, pulseB[peak]!);
    if (peakG < settings.minorFromG) return;
    const event = eventAround(a.subarray(from, to), b.subarray(from, to), rateHz, peak - from, settings);
    const zero = Math.min(from + event.zero.index, peak);
    const end = from + event.end.index;
    const { resultantKmh, vectorKmh, leftShare } = deltaVFrom(
      a.subarray(0, to),
      b.subarray(0, to),
      rateHz,
      { zero, end },
      settings,
    );
    const stays = resultantKmh >= settings.crashFromKmh && leftShare >= settings.leftShareFrom;
    if (stays || cutOff(zero, end))
      impacts.push({
        AtMs: (zero / rateHz) * 1000,
        PeakG: peakG,
        DeltaVKmh: resultantKmh,
        DirectionDeg: oriented ? directionDeg(...vectorKmh) : null,
      });
    read(from, zero);
    read(Math.max(end, peak + 1), to);
  };
  read(0, along.length);
  return impacts.sort((one, other) => one.AtMs - other.AtMs);
};
