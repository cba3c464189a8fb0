import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { pickFixes, type Track } from './positions.ts';
import { findRepeatedFixes } from './repeats.ts';
import { markSuspectFixes, suspectReasons } from './suspectFixes.ts';

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

const faultKinds = ['rollover', 'clockFar', 'clockBack', 'place', 'speed', 'repeat'] as const;
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
  const byTime = Uint32Array.from(reasons, (_, i) => i).sort(
    (a, b) => sentTrack.timeMs[a]! - sentTrack.timeMs[b]! || a - b,
  );
  const repeated = findRepeatedFixes(
    pickFixes(sentTrack, byTime),
    reasons.map((_, n) => reasons[byTime[n]!]!),
  );
  for (const n of repeated) {
    const i = byTime[n]!;
    if (kindIndexes[i] !== 0) continue;
    if (reasons[i] === 0) jumpsExplained++;
    kindIndexes[i] = codeByKind.get('repeat')!;
  }
  return { kinds: [null, ...faultKinds], kindIndexes, suspect: suspect + jumpsExplained };
};
