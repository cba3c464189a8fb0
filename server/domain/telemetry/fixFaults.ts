import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { createRuler } from '../geo.ts';
import { pickFixes, type Track } from './positions.ts';
import { findRepeatedFixes } from './repeats.ts';
import { defaultSettings, type TelemetrySettings } from './settings.ts';
import { markSuspectFixes, suspectReasons } from './suspectFixes.ts';

/**
 * Returns the indexes of fixes with swapped latitude and longitude. Such a fix is off the globe, or at least
 * `swappedFromM` from the fix before. With its coordinates exchanged, a car can reach it from the fix before.
 * Takes fixes in the order sent. If more than half of the fixes seem swapped, the other fixes are returned, because
 * they are fewer.
 */
const swappedFixes = (
  { timeMs, latitude, longitude }: Track,
  { swappedFromM, fixNoiseM, maximumSpeedKmh, tripEndMs }: TelemetrySettings,
): number[] => {
  const rulerM = createRuler();
  const swapped: number[] = [];
  let previousLatitude = Number.NaN;
  let previousLongitude = Number.NaN;
  for (let i = 0; i < timeMs.length; i++) {
    const [here, there] = [latitude[i]!, longitude[i]!];
    const isOnGlobe = Math.abs(here) <= 90 && Math.abs(there) <= 180;
    const isOnGlobeSwapped = Math.abs(there) <= 90 && Math.abs(here) <= 180;
    const seconds = Math.min(Math.abs(timeMs[i]! - (timeMs[i - 1] ?? timeMs[i]!)), tripEndMs) / 1000;
    const reachM = fixNoiseM + (maximumSpeedKmh / 3.6) * Math.max(1, seconds);
    const isFar =
      !Number.isNaN(previousLatitude) &&
      (!isOnGlobe || rulerM(previousLatitude, previousLongitude, here, there) >= swappedFromM);
    const isSwapped = isFar && isOnGlobeSwapped && rulerM(previousLatitude, previousLongitude, there, here) <= reachM;
    if (isSwapped) swapped.push(i);
    else if (!isOnGlobe || (Math.abs(here) < 0.001 && Math.abs(there) < 0.001)) continue;
    [previousLatitude, previousLongitude] = isSwapped ? [there, here] : [here, there];
  }
  if (swapped.length * 2 <= timeMs.length) return swapped;
  const swappedSet = new Set(swapped);
  return Array.from(timeMs, (_, i) => i).filter(i => !swappedSet.has(i));
};

const weekMs = 7 * 86_400_000;
/** Period of the GPS week number, ms: after 1024 weeks it begins anew at 0. */
export const rolloverMs = 1024 * weekMs;

/**
 * Kind of fault of a single fix, by the reason for which the fix is suspect. Jumps are not among them, because only all
 * neighbours together show a jump.
 */
const kindOfReason: Readonly<Partial<Record<(typeof suspectReasons)[number], AnomalyKind>>> = {
  time: 'clockFar',
  place: 'place',
  speed: 'speed',
  clock: 'clockBack',
};

/** Whether a time is that of a GPS week counter that ran over, within half a year of the arrival. */
export const isRolledOver = (timeMs: number, receivedMs: number): boolean =>
  Math.abs(timeMs + rolloverMs - receivedMs) <= 26 * weekMs;

/** Faults of the fixes of a message. `kindIndexes` has an index of `kinds` for each fix. 0: the fix has no fault. */
export interface FixFaults {
  readonly kinds: readonly (AnomalyKind | null)[];
  readonly kindIndexes: Uint8Array;
  /** Number of suspect fixes, which are stored but not counted. Jumps are included. */
  readonly suspect: number;
}

const faultKinds = ['rollover', 'clockFar', 'clockBack', 'place', 'swapped', 'speed', 'repeat'] as const;
const codeByKind = new Map<AnomalyKind, number>(faultKinds.map((kind, i) => [kind, i + 1]));

/** Faults of each fix of a message, judged in the order sent. */
export const findFixFaults = (sentTrack: Track, receivedMs: number): FixFaults => {
  const { reasons, suspect } = markSuspectFixes(sentTrack, receivedMs);
  const kindIndexes = new Uint8Array(reasons.length);
  let jumpsExplained = 0;
  for (let i = 0; i < reasons.length; i++) {
    const kind = kindOfReason[suspectReasons[reasons[i]!]!];
    if (!kind) continue;
    const isRollover = kind === 'clockFar' && isRolledOver(sentTrack.timeMs[i]!, receivedMs);
    kindIndexes[i] = codeByKind.get(isRollover ? 'rollover' : kind)!;
  }
  const mark = (indexes: readonly number[], kind: AnomalyKind): void => {
    for (const i of indexes) {
      if (kindIndexes[i] !== 0 && !(kind === 'swapped' && kindIndexes[i] === codeByKind.get('place'))) continue;
      if (reasons[i] === 0) jumpsExplained++;
      kindIndexes[i] = codeByKind.get(kind)!;
    }
  };
  mark(swappedFixes(sentTrack, defaultSettings), 'swapped');
  const byTime = Uint32Array.from(reasons, (_, i) => i).sort(
    (a, b) => sentTrack.timeMs[a]! - sentTrack.timeMs[b]! || a - b,
  );
  const repeated = findRepeatedFixes(
    pickFixes(sentTrack, byTime),
    reasons.map((_, n) => reasons[byTime[n]!]!),
  );
  mark(
    repeated.map(n => byTime[n]!),
    'repeat',
  );
  return { kinds: [null, ...faultKinds], kindIndexes, suspect: suspect + jumpsExplained };
};
