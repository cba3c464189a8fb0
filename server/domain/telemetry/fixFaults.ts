import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { gateTrack, suspectReasons } from './gate.ts';
import type { Track } from './positions.ts';
import { repeatedFixes } from './repeats.ts';
import { defaultSettings } from './settings.ts';
import { swappedFixes } from './swaps.ts';

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
  const { reasons, suspect } = gateTrack(sent, receivedMs);
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
