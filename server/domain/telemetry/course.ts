import { bearingDeg, createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import type { TelemetrySettings } from './settings.ts';
import { trustedIndexes } from './speeds.ts';
import { markSuspectFixes } from './suspectFixes.ts';

const turnDeg = (from: number, to: number): number => Math.abs(((((to - from + 180) % 360) + 360) % 360) - 180);

/** Returns the fixes that are not suspect. */
const believedOf = (track: Track, settings: TelemetrySettings): number[] => [
  ...trustedIndexes(markSuspectFixes(track, Number.POSITIVE_INFINITY, settings).reasons),
];

/** Whether nine of ten courses of the receiver agree with the way between places. */
export const areCoursesTrusted = (track: Track, settings: TelemetrySettings): boolean => {
  const { timeMs, latitude, longitude, courseDeg } = track;
  const kept = believedOf(track, settings);
  const rulerM = createRuler();
  const errors = kept.flatMap((i, k) => {
    const [before, after] = [kept[k - 2], kept[k + 2]];
    if (before === undefined || after === undefined || !(courseDeg[i]! >= 0)) return [];
    const seconds = (timeMs[after]! - timeMs[before]!) / 1000;
    const wayM = rulerM(latitude[before]!, longitude[before]!, latitude[after]!, longitude[after]!);
    if (seconds > 10 || (wayM / seconds) * 3.6 < settings.speedCheckFromKmh) return [];
    return [
      turnDeg(bearingDeg(latitude[before]!, longitude[before]!, latitude[after]!, longitude[after]!), courseDeg[i]!),
    ];
  });
  const off = errors.filter(deg => deg > settings.courseWithinDeg).length;
  return errors.length >= 5 && off * 10 <= errors.length;
};

/**
 * Course of the movement at the end of a track, degrees: the receiver's while the car moves, or that of the way between
 * places `courseFromM` apart. Null: the car did not move so far.
 */
export const courseAtEnd = (track: Track, hasCourses: boolean, settings: TelemetrySettings): number | null => {
  const { timeMs, latitude, longitude, courseDeg, speedKmh } = track;
  const kept = believedOf(track, settings);
  const moving = hasCourses
    ? kept.findLast(i => courseDeg[i]! >= 0 && speedKmh[i]! >= settings.manoeuvreFromKmh)
    : undefined;
  if (moving !== undefined) return Math.round(courseDeg[moving]!) % 360;
  const last = kept.at(-1);
  if (last === undefined) return null;
  const rulerM = createRuler();
  const base = kept.findLast(
    i => rulerM(latitude[i]!, longitude[i]!, latitude[last]!, longitude[last]!) >= settings.courseFromM,
  );
  if (base === undefined || timeMs[last]! - timeMs[base]! > settings.speedAfterWithinMs) return null;
  return Math.round(bearingDeg(latitude[base]!, longitude[base]!, latitude[last]!, longitude[last]!)) % 360;
};
