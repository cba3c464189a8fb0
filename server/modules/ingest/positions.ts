import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import type { Position } from '../../../src/contract/shapes/telemetry.ts';
import { encodeTrack } from '../../domain/telemetry/codec.ts';
import { gateTrack, suspectReasons } from '../../domain/telemetry/gate.ts';
import { pickFixes, sliceTrack, type Track, trackOfPositions } from '../../domain/telemetry/positions.ts';
import { longestBlockMs, sortFixes } from '../telemetry/service.ts';
import { checkRows, type RefusedRow } from './rows.ts';
import type { Stretch } from './window.ts';

/** Fixes further apart go into different blocks, so that one late fix does not stretch a block. */
const blockGapMs = 3_600_000;

/** Impossible by themselves: stored separately and never used for trips. */
const impossible = new Set(['time', 'place', 'speed', 'clock'].map(name => suspectReasons.indexOf(name as never)));

/** Blocks as columns: a few arrays however many blocks. */
export interface PreparedBlocks {
  readonly startMs: Float64Array;
  readonly endMs: Float64Array;
  readonly samples: Uint32Array;
  readonly suspect: Uint32Array;
  /** End offset of each block's bytes in `data`. */
  readonly dataEnd: Uint32Array;
  readonly data: Uint8Array;
}

/** How many fixes of a message have which fault of the device. */
export type MessageFaults = Readonly<Partial<Record<AnomalyKind, number>>>;

export interface PreparedPositions {
  readonly accepted: number;
  readonly suspect: number;
  /** The first rows that cannot be believed as sent. */
  readonly refused: readonly RefusedRow[];
  readonly faults: MessageFaults;
  /** Used for trips. */
  readonly possible: PreparedBlocks;
  readonly impossible: PreparedBlocks;
}

const stretchesOf = ({ timeMs }: Track): Stretch[] => {
  const stretches: Stretch[] = [];
  let fromMs = timeMs[0] ?? 0;
  for (let i = 0; i < timeMs.length; i++) {
    const nextMs = timeMs[i + 1] ?? Number.POSITIVE_INFINITY;
    if (nextMs - timeMs[i]! <= blockGapMs && nextMs - fromMs < longestBlockMs) continue;
    stretches.push({ fromMs, toMs: timeMs[i]! });
    fromMs = nextMs;
  }
  return stretches;
};

const blocksOf = (track: Track, suspectOf: (block: Track) => number): PreparedBlocks => {
  const stretches = stretchesOf(track);
  const tracks = stretches.map(({ fromMs, toMs }) => sliceTrack(track, fromMs, toMs + 1));
  const encoded = tracks.map(encodeTrack);
  let end = 0;
  return {
    startMs: Float64Array.from(stretches, ({ fromMs }) => fromMs),
    endMs: Float64Array.from(stretches, ({ toMs }) => toMs),
    samples: Uint32Array.from(tracks, block => block.timeMs.length),
    suspect: Uint32Array.from(tracks, suspectOf),
    dataEnd: Uint32Array.from(encoded, ({ length }) => {
      end += length;
      return end;
    }),
    data: Buffer.concat(encoded),
  };
};

/** As many refused rows as an answer names. */
const mostRefused = 20;

/**
 * Stores every fix, judged in the order sent. Those with an impossible time, place or speed, or dated by a clock that had
 * stepped back, go into separate blocks, the rest into blocks without long gaps; jumps stay with the rest, as only all
 * neighbours reveal them, and count as suspect.
 */
export const preparePositions = (positions: readonly Position[], receivedMs: number): PreparedPositions => {
  const rows = checkRows(positions);
  const sent = trackOfPositions(rows.positions);
  const { reasons, suspect, counts } = gateTrack(sent, receivedMs);
  const indexes = Uint32Array.from(reasons, (_, i) => i);
  const picked = (wanted: boolean): Track =>
    sortFixes([
      pickFixes(
        sent,
        indexes.filter(i => impossible.has(reasons[i]!) === wanted),
      ),
    ]);
  return {
    accepted: reasons.length - suspect,
    suspect: suspect + rows.dropped,
    refused: rows.refused.slice(0, mostRefused),
    faults: {
      clockFar: counts.time,
      clockBack: counts.clock,
      place: counts.place,
      speed: counts.speed,
      row: rows.dropped,
    },
    possible: blocksOf(picked(false), block => gateTrack(block, receivedMs).suspect),
    impossible: blocksOf(picked(true), block => block.timeMs.length),
  };
};

/** What is dated before `earliestMs` was dated by a wrong clock: blocks of it are stored as suspect. */
export const withoutAges = (prepared: PreparedPositions, earliestMs: number): PreparedPositions => {
  const { possible, faults } = prepared;
  const suspect = possible.suspect.map((count, i) => (possible.endMs[i]! < earliestMs ? possible.samples[i]! : count));
  const aged = suspect.reduce((sum, count, i) => sum + count - possible.suspect[i]!, 0);
  if (aged === 0) return prepared;
  return {
    ...prepared,
    accepted: prepared.accepted - aged,
    suspect: prepared.suspect + aged,
    faults: { ...faults, clockFar: (faults.clockFar ?? 0) + aged },
    possible: { ...possible, suspect },
  };
};

/** Times in which the input of trips changed. */
export const stretchesChanged = ({ possible }: PreparedPositions): Stretch[] =>
  Array.from(possible.startMs, (fromMs, i) => ({ fromMs, toMs: possible.endMs[i]! })).filter(
    (_, i) => possible.suspect[i]! < possible.samples[i]!,
  );
