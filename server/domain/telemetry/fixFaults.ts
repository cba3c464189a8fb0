import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { createRuler } from '../geo.ts';
import type { Track } from './positions.ts';
import { repeatedFixes } from './repeats.ts';
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
  let north = Number.NaN;
  let east = Number.NaN;
  for (let i = 0; i < timeMs.length; i++) {
    const [here, there] = [latitude[i]!, longitude[i]!];
    const onGlobe = Math.abs(here) <= 90 && Math.abs(there) <= 180;
    const swappable = Math.abs(there) <= 90 && Math.abs(here) <= 180;
    const seconds = Math.min(Math.abs(timeMs[i]! - (timeMs[i - 1] ?? timeMs[i]!)), tripEndMs) / 1000;
    const reachM = fixNoiseM + (maximumSpeedKmh / 3.6) * Math.max(1, seconds);
    const far = !Number.isNaN(north) && (!onGlobe || rulerM(north, east, here, there) >= swappedFromM);
    const back = far && swappable && rulerM(north, east, there, here) <= reachM;
    if (back) swapped.push(i);
    else if (!onGlobe || (Math.abs(here) < 0.001 && Math.abs(there) < 0.001)) continue;
    [north, east] = back ? [there, here] : [here, there];
  }
  if (swapped.length * 2 <= timeMs.length) return swapped;
  const marked = new Set(swapped);
  return Array.from(timeMs, (_, i) => i).filter(i => !marked.has(i));
};

const weekMs = 7 * 86_400_000;
/** The week number of GPS begins anew after this time. */
const rolledOverMs = 1024 * weekMs;

/** Faults of a single fix by reason. Jumps are not among them, because only all neighbours together show a jump. */
const kindOfReason: Readonly<Partial<Record<(typeof suspectReasons)[number], AnomalyKind>>> = {
  time: 'clockFar',
  place: 'place',
  speed: 'speed',
  clock: 'clockBack',
};

const rolledOver = (timeMs: number, receivedMs: number): boolean =>
  Math.abs(timeMs + rolledOverMs - receivedMs) <= 26 * weekMs;

/** Kinds of fault, and the fault of each fix of a message: an index of `kinds`, 0 for none. */
export interface FixFaults {
  readonly kinds: readonly (AnomalyKind | null)[];
  readonly of: Uint8Array;
  /** Number of fixes that are not believed, jumps included. */
  readonly suspect: number;
}

const kinds = ['rollover', 'clockFar', 'clockBack', 'place', 'swapped', 'speed', 'repeat'] as const;
const codes = new Map<AnomalyKind, number>(kinds.map((kind, i) => [kind, i + 1]));

/** Faults of each fix of a message, judged in the order sent. */
export const faultsOfFixes = (sent: Track, receivedMs: number): FixFaults => {
  const { reasons, suspect } = markSuspectFixes(sent, receivedMs);
  const of = new Uint8Array(reasons.length);
  let jumpsExplained = 0;
  for (let i = 0; i < reasons.length; i++) {
    const kind = kindOfReason[suspectReasons[reasons[i]!]!];
    if (!kind) continue;
    const far = kind === 'clockFar' && rolledOver(sent.timeMs[i]!, receivedMs);
    of[i] = codes.get(far ? 'rollover' : kind)!;
  }
  const mark = (indexes: readonly number[], kind: AnomalyKind): void => {
    for (const i of indexes) {
      if (of[i] !== 0 && !(kind === 'swapped' && of[i] === codes.get('place'))) continue;
      if (reasons[i] === 0) jumpsExplained++;
      of[i] = codes.get(kind)!;
    }
  };
  mark(swappedFixes(sent, defaultSettings), 'swapped');
  mark(repeatedFixes(sent, reasons), 'repeat');
  return { kinds: [null, ...kinds], of, suspect: suspect + jumpsExplained };
};
