import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { decodeTrack, encodeTrack } from '../../domain/telemetry/codec.ts';
import { faultsOfFixes } from '../../domain/telemetry/fixFaults.ts';
import { marksOf } from '../../domain/telemetry/marks.ts';
import { pickFixes, sliceTrack, type Track } from '../../domain/telemetry/positions.ts';
import { markSuspectFixes } from '../../domain/telemetry/suspectFixes.ts';
import { longestBlockMs, sortFixes } from '../telemetry/service.ts';
import type { Ignored } from './ignoredValues.ts';
import { checkRows, type RefusedRow } from './rows.ts';
import type { Stretch } from './window.ts';

/**
 * Maximum gap between two fixes of one block, ms. Without this limit a single late fix would make a block very long.
 */
const blockGapMs = 3_600_000;

/** Blocks stored by column, so that a few arrays hold any number of blocks. */
export interface PreparedBlocks {
  readonly startMs: Float64Array;
  readonly endMs: Float64Array;
  readonly samples: Uint32Array;
  readonly suspect: Uint32Array;
  /** Hashes of each block's positions without their times (`marksOf`), to find positions that were sent before. */
  readonly marks: readonly (readonly number[])[];
  /** Fault that quarantines each block. Null: the block counts. */
  readonly quarantineReason: readonly (AnomalyKind | null)[];
  /** End offset of each block's bytes in `data`. */
  readonly dataEnd: Uint32Array;
  readonly data: Uint8Array;
}

/** Number of faulty fixes of a message, by kind of fault. */
export type MessageFaults = Readonly<Partial<Record<AnomalyKind, number>>>;

export interface PreparedPositions {
  readonly accepted: number;
  readonly suspect: number;
  /** The first rows that the answer reports as refused. */
  readonly refused: readonly RefusedRow[];
  readonly refusedCount: number;
  readonly faults: MessageFaults;
  /** Blocks of fixes in which this message alone shows no fault. A later check may still quarantine them. */
  readonly possible: PreparedBlocks;
  /** Quarantined blocks of faulty fixes, one entry for each kind of fault. */
  readonly impossible: readonly PreparedBlocks[];
  /** The earliest and the latest believed fix. Null: none. */
  readonly first: LastFix | null;
  readonly last: LastFix | null;
  /** The last fix in the order sent, if the device's clock had stepped back by then. Null: it had not. */
  readonly steppedTo: LastFix | null;
}

export interface LastFix {
  readonly timeMs: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speedKmh: number | null;
  readonly ignition: boolean | null;
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

const blocksOf = (
  track: Track,
  kind: AnomalyKind | null,
  suspectOf: (block: Track) => number = block => block.timeMs.length,
): PreparedBlocks => {
  const stretches = stretchesOf(track);
  const tracks = stretches.map(({ fromMs, toMs }) => sliceTrack(track, fromMs, toMs + 1));
  const encoded = tracks.map(encodeTrack);
  let end = 0;
  return {
    startMs: Float64Array.from(stretches, ({ fromMs }) => fromMs),
    endMs: Float64Array.from(stretches, ({ toMs }) => toMs),
    samples: Uint32Array.from(tracks, block => block.timeMs.length),
    suspect: Uint32Array.from(tracks, suspectOf),
    marks: tracks.map(block => (kind === null ? marksOf(block) : [])),
    quarantineReason: tracks.map(() => kind),
    dataEnd: Uint32Array.from(encoded, ({ length }) => {
      end += length;
      return end;
    }),
    data: Buffer.concat(encoded),
  };
};

/** Maximum number of refused rows that an answer names. */
export const maxNamedRefusals = 20;

const fixAt = ({ timeMs, latitude, longitude, speedKmh, ignition }: Track, i: number): LastFix | null =>
  i < 0 || i >= timeMs.length
    ? null
    : {
        timeMs: timeMs[i]!,
        latitude: latitude[i]!,
        longitude: longitude[i]!,
        speedKmh: Number.isNaN(speedKmh[i]!) ? null : speedKmh[i]!,
        ignition: ignition[i]! < 0 ? null : ignition[i] === 1,
      };

/**
 * Checks fixes in the order sent and packs them into blocks.
 * Fixes that are faulty by themselves go into quarantined blocks, separately for each fault. All others go into blocks
 * without long gaps.
 * A fix that jumps away stays among the others and counts as suspect. Only a comparison with all neighbouring fixes
 * shows a jump.
 */
export const preparePositions = (
  positions: readonly unknown[],
  receivedMs: number,
  ignored: Ignored,
): PreparedPositions => {
  const rows = checkRows(positions, ignored);
  const sent = rows.track;
  const { kinds, of, suspect } = faultsOfFixes(sent, receivedMs);
  const indexes = Uint32Array.from(of, (_, i) => i);
  const indexesOf = (code: number): Uint32Array => indexes.filter(i => of[i] === code);
  const picked = (code: number): Track => sortFixes([pickFixes(sent, indexesOf(code))]);
  const present = new Set(of);
  const faults: Partial<Record<AnomalyKind, number>> = rows.dropped > 0 ? { row: rows.dropped } : {};
  const impossible = kinds.flatMap((kind, code) => {
    if (kind === null || !present.has(code)) return [];
    faults[kind] = indexesOf(code).length;
    return [blocksOf(picked(code), kind)];
  });
  const believed = picked(0);
  return {
    accepted: of.length - suspect,
    suspect: suspect + rows.dropped,
    refused: rows.refused.slice(0, maxNamedRefusals),
    refusedCount: rows.refused.length,
    faults,
    possible: blocksOf(believed, null, block => markSuspectFixes(block, receivedMs).suspect),
    impossible,
    first: fixAt(believed, 0),
    last: fixAt(believed, believed.timeMs.length - 1),
    steppedTo: kinds[of[of.length - 1]!] === 'clockBack' ? fixAt(sent, of.length - 1) : null,
  };
};

/** Returns the fixes of a message that are not quarantined, in order of time. */
export const readBelieved = ({ possible: { data, dataEnd, quarantineReason } }: PreparedPositions): Track =>
  sortFixes(
    quarantineReason.flatMap((kind, i) =>
      kind === null ? [decodeTrack(data.subarray(i === 0 ? 0 : dataEnd[i - 1]!, dataEnd[i]!))] : [],
    ),
  );

/**
 * Quarantines fixes of a message by their indexes in `believed`, the result of `readBelieved`. Call it only if no block
 * of `possible` is in quarantine yet.
 */
export const quarantineFixes = (
  prepared: PreparedPositions,
  kind: AnomalyKind,
  believed: Track,
  indexes: ReadonlySet<number>,
): PreparedPositions => {
  if (indexes.size === 0) return prepared;
  const picked = (isAside: boolean): Track =>
    pickFixes(
      believed,
      Uint32Array.from(believed.timeMs, (_, i) => i).filter(i => indexes.has(i) === isAside),
    );
  const rest = picked(false);
  const possible = blocksOf(rest, null, block => markSuspectFixes(block, Number.POSITIVE_INFINITY).suspect);
  const jumps = (blocks: PreparedBlocks): number => blocks.suspect.reduce((sum, count) => sum + count, 0);
  const more = indexes.size + jumps(possible) - jumps(prepared.possible);
  const last = believed.timeMs.length - 1;
  return {
    ...prepared,
    accepted: prepared.accepted - more,
    suspect: prepared.suspect + more,
    faults: { ...prepared.faults, [kind]: (prepared.faults[kind] ?? 0) + indexes.size },
    possible,
    impossible: [...prepared.impossible, blocksOf(picked(true), kind)],
    first: fixAt(rest, 0),
    steppedTo: indexes.has(last) ? fixAt(believed, last) : prepared.steppedTo,
  };
};

/**
 * Quarantines the blocks that `isHeld` selects, unless they are in quarantine already. Their fixes are stored but not
 * counted.
 */
export const quarantineBlocks = (
  prepared: PreparedPositions,
  kind: AnomalyKind,
  isHeld: (block: Stretch, index: number) => boolean,
): PreparedPositions => {
  const { possible, faults } = prepared;
  const quarantineReason = possible.quarantineReason.map((before, i) =>
    before === null && isHeld({ fromMs: possible.startMs[i]!, toMs: possible.endMs[i]! }, i) ? kind : before,
  );
  const suspect = possible.suspect.map((count, i) => (quarantineReason[i] === null ? count : possible.samples[i]!));
  const more = suspect.reduce((sum, count, i) => sum + count - possible.suspect[i]!, 0);
  const fixes = quarantineReason.reduce(
    (sum, now, i) => sum + (now === possible.quarantineReason[i] ? 0 : possible.samples[i]!),
    0,
  );
  if (fixes === 0) return prepared;
  return {
    ...prepared,
    accepted: prepared.accepted - more,
    suspect: prepared.suspect + more,
    faults: { ...faults, [kind]: (faults[kind] ?? 0) + fixes },
    possible: { ...possible, suspect, quarantineReason },
  };
};

/** Quarantines blocks that end before `earliestMs`, because their dates come from a wrong clock. */
export const withoutAges = (prepared: PreparedPositions, earliestMs: number): PreparedPositions =>
  quarantineBlocks(prepared, 'clockFar', ({ toMs }) => toMs < earliestMs);

/** Returns the time ranges of blocks with new fixes that count. Trips in these ranges must be cut again. */
export const stretchesChanged = ({ possible }: PreparedPositions): Stretch[] =>
  Array.from(possible.startMs, (fromMs, i) => ({ fromMs, toMs: possible.endMs[i]! })).filter(
    (_, i) => possible.suspect[i]! < possible.samples[i]!,
  );
