import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import { decodeTrack, encodeTrack } from '../../domain/telemetry/codec.ts';
import { findFixFaults, isRolledOver, rolloverMs } from '../../domain/telemetry/fixFaults.ts';
import { marksOf } from '../../domain/telemetry/marks.ts';
import { pickFixes, sliceTrack, type Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { markSuspectFixes } from '../../domain/telemetry/suspectFixes.ts';
import { correctWrongPlaces, type PlaceMistake, withCorrectPlaces } from '../../domain/telemetry/wrongPlaces.ts';
import { longestBlockMs, sortFixes } from '../telemetry/service.ts';
import type { IgnoredCounter } from './ignoredValues.ts';
import { cameWithinDay } from './plausibleTimes.ts';
import { checkRows, type RefusedRow } from './rows.ts';
import type { TimeRange } from './window.ts';

/**
 * Maximum gap between two fixes of one block, ms. Without this limit a single late fix would make a block very long.
 */
const blockGapMs = 3_600_000;

/** Blocks of fixes, stored by column, so that a few arrays hold any number of blocks. */
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
  /** The first rows of the message that the answer reports as refused, at most `maxNamedRefusals`. */
  readonly refused: readonly RefusedRow[];
  readonly refusedCount: number;
  readonly faults: MessageFaults;
  /** Number of fixes that count because their fault was repaired, by kind. */
  readonly repaired: MessageFaults;
  /** Blocks of fixes in which this message alone shows no fault. A later check may still quarantine them. */
  readonly plausibleBlocks: PreparedBlocks;
  /** Quarantined blocks of faulty fixes, one entry for each kind of fault. */
  readonly faultyBlocks: readonly PreparedBlocks[];
  /** The earliest and the latest fix that is not faulty by itself. Null: the message has none. */
  readonly first: FixSummary | null;
  readonly last: FixSummary | null;
  /** Time of the earliest believed fix with the ignition on. Null: there is none. */
  readonly firstIgnitionMs: number | null;
  /** The last fix in the order sent, if the device's clock had stepped back before this fix. Null: it had not. */
  readonly steppedTo: FixSummary | null;
}

export interface FixSummary {
  readonly timeMs: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speedKmh: number | null;
  readonly ignition: boolean | null;
}

const blockRangesOf = ({ timeMs }: Track): TimeRange[] => {
  const ranges: TimeRange[] = [];
  let fromMs = timeMs[0] ?? 0;
  for (let i = 0; i < timeMs.length; i++) {
    const nextMs = timeMs[i + 1] ?? Number.POSITIVE_INFINITY;
    if (nextMs - timeMs[i]! <= blockGapMs && nextMs - fromMs < longestBlockMs) continue;
    ranges.push({ fromMs, toMs: timeMs[i]! });
    fromMs = nextMs;
  }
  return ranges;
};

const packBlocks = (
  track: Track,
  kind: AnomalyKind | null,
  countSuspect: (block: Track) => number = block => block.timeMs.length,
): PreparedBlocks => {
  const ranges = blockRangesOf(track);
  const tracks = ranges.map(({ fromMs, toMs }) => sliceTrack(track, fromMs, toMs + 1));
  const encoded = tracks.map(encodeTrack);
  let end = 0;
  return {
    startMs: Float64Array.from(ranges, ({ fromMs }) => fromMs),
    endMs: Float64Array.from(ranges, ({ toMs }) => toMs),
    samples: Uint32Array.from(tracks, block => block.timeMs.length),
    suspect: Uint32Array.from(tracks, countSuspect),
    marks: tracks.map(block => (kind === null ? marksOf(block) : [])),
    quarantineReason: tracks.map(() => kind),
    dataEnd: Uint32Array.from(encoded, ({ length }) => {
      end += length;
      return end;
    }),
    data: Buffer.concat(encoded),
  };
};

const fixAt = ({ timeMs, latitude, longitude, speedKmh, ignition }: Track, i: number): FixSummary | null =>
  i < 0 || i >= timeMs.length
    ? null
    : {
        timeMs: timeMs[i]!,
        latitude: latitude[i]!,
        longitude: longitude[i]!,
        speedKmh: Number.isNaN(speedKmh[i]!) ? null : speedKmh[i]!,
        ignition: ignition[i]! < 0 ? null : ignition[i] === 1,
      };

/** Time of the first fix with the ignition on, ms since 1970. Null: no such fix. Takes fixes by rising time. */
export const firstIgnitionMsOf = ({ timeMs, ignition }: Track): number | null => timeMs[ignition.indexOf(1)] ?? null;

/**
 * Adds 1024 weeks to the times of fixes whose GPS week counter ran over. The newest of them must have arrived within a
 * day, because a clock may also be wrong by chance. Changes `track`, and returns the number of repaired fixes.
 */
const repairRollover = ({ timeMs }: Track, receivedMs: number): number => {
  const latestMs = receivedMs + defaultSettings.futureToleranceMs - rolloverMs;
  const rolledOver = Uint32Array.from(timeMs, (_, i) => i).filter(
    i => timeMs[i]! <= latestMs && isRolledOver(timeMs[i]!, receivedMs),
  );
  const newestMs = rolledOver.reduce((newest, i) => Math.max(newest, timeMs[i]!), Number.NEGATIVE_INFINITY);
  if (!cameWithinDay(newestMs + rolloverMs, receivedMs)) return 0;
  for (const i of rolledOver) timeMs[i]! += rolloverMs;
  return rolledOver.length;
};

/**
 * Removes speeds that no car reaches. The positions of their fixes may be right, and then give the speed. Changes
 * `track`, and returns the number of removed speeds.
 */
const removeImpossibleSpeeds = ({ speedKmh }: Track): number => {
  let count = 0;
  for (let i = 0; i < speedKmh.length; i++)
    if (speedKmh[i]! > defaultSettings.maximumSpeedKmh) {
      speedKmh[i] = Number.NaN;
      count++;
    }
  return count;
};

/**
 * Checks fixes in the order sent and packs them into blocks. Fixes that are faulty by themselves go into quarantined
 * blocks, separately for each fault. All others go into blocks without long gaps. A fix that jumps away stays among the
 * others and counts as suspect. Only a comparison with all neighbouring fixes shows a jump.
 */
export const preparePositions = (
  positions: readonly unknown[],
  receivedMs: number,
  ignored: IgnoredCounter,
): PreparedPositions => {
  const rows = checkRows(positions, ignored);
  const track = rows.track;
  const repairs = {
    rollover: repairRollover(track, receivedMs),
    speed: removeImpossibleSpeeds(track),
    ...correctWrongPlaces(track, defaultSettings),
  };
  const { kinds, kindIndexes, suspect } = findFixFaults(track, receivedMs);
  const indexes = Uint32Array.from(kindIndexes, (_, i) => i);
  const indexesOf = (code: number): Uint32Array => indexes.filter(i => kindIndexes[i] === code);
  const pickTrack = (code: number): Track => sortFixes([pickFixes(track, indexesOf(code))]);
  const present = new Set(kindIndexes);
  const faults: Partial<Record<AnomalyKind, number>> = rows.droppedCount > 0 ? { row: rows.droppedCount } : {};
  const faultyBlocks = kinds.flatMap((kind, code) => {
    if (kind === null || !present.has(code)) return [];
    faults[kind] = indexesOf(code).length;
    return [packBlocks(pickTrack(code), kind)];
  });
  const believedTrack = pickTrack(0);
  return {
    accepted: kindIndexes.length - suspect,
    suspect: suspect + rows.droppedCount,
    refused: rows.refused,
    refusedCount: rows.refusedCount,
    faults,
    repaired: repairs,
    plausibleBlocks: packBlocks(believedTrack, null, block => markSuspectFixes(block, receivedMs).suspect),
    faultyBlocks,
    first: fixAt(believedTrack, 0),
    last: fixAt(believedTrack, believedTrack.timeMs.length - 1),
    firstIgnitionMs: firstIgnitionMsOf(believedTrack),
    steppedTo:
      kinds[kindIndexes[kindIndexes.length - 1]!] === 'clockBack' ? fixAt(track, kindIndexes.length - 1) : null,
  };
};

/** Returns the fixes of a message that are not quarantined, in order of time. */
export const readBelievedTrack = ({ plausibleBlocks: { data, dataEnd, quarantineReason } }: PreparedPositions): Track =>
  sortFixes(
    quarantineReason.flatMap((kind, i) =>
      kind === null ? [decodeTrack(data.subarray(i === 0 ? 0 : dataEnd[i - 1]!, dataEnd[i]!))] : [],
    ),
  );

/**
 * Corrects the places of all believed fixes of a message. Fixes that the message alone had corrected to agree with a
 * wrong majority were right as sent. Call it only if no block of `plausibleBlocks` is in quarantine yet.
 */
export const correctAllPlaces = (prepared: PreparedPositions, mistake: PlaceMistake): PreparedPositions => {
  const track = withCorrectPlaces(readBelievedTrack(prepared), mistake);
  const fixes = track.timeMs.length;
  const correct = (fix: FixSummary | null): FixSummary | null => {
    if (!fix) return null;
    const [latitude, longitude] = mistake.correct([fix.latitude, fix.longitude]);
    return { ...fix, latitude, longitude };
  };
  return {
    ...prepared,
    repaired: { ...prepared.repaired, [mistake.kind]: Math.abs(fixes - (prepared.repaired[mistake.kind] ?? 0)) },
    plausibleBlocks: packBlocks(track, null, block => markSuspectFixes(block, Number.POSITIVE_INFINITY).suspect),
    first: correct(prepared.first),
    last: correct(prepared.last),
    steppedTo: correct(prepared.steppedTo),
  };
};

/**
 * Quarantines fixes of a message by their indexes in `believedTrack`, the result of `readBelievedTrack`. Call it only
 * if no block of `plausibleBlocks` is in quarantine yet.
 */
export const quarantineFixes = (
  prepared: PreparedPositions,
  kind: AnomalyKind,
  believedTrack: Track,
  indexes: ReadonlySet<number>,
): PreparedPositions => {
  if (indexes.size === 0) return prepared;
  const pickTrack = (isQuarantined: boolean): Track =>
    pickFixes(
      believedTrack,
      Uint32Array.from(believedTrack.timeMs, (_, i) => i).filter(i => indexes.has(i) === isQuarantined),
    );
  const remaining = pickTrack(false);
  const plausibleBlocks = packBlocks(
    remaining,
    null,
    block => markSuspectFixes(block, Number.POSITIVE_INFINITY).suspect,
  );
  const countSuspect = (blocks: PreparedBlocks): number => blocks.suspect.reduce((sum, count) => sum + count, 0);
  const addedSuspect = indexes.size + countSuspect(plausibleBlocks) - countSuspect(prepared.plausibleBlocks);
  const last = believedTrack.timeMs.length - 1;
  return {
    ...prepared,
    accepted: prepared.accepted - addedSuspect,
    suspect: prepared.suspect + addedSuspect,
    faults: { ...prepared.faults, [kind]: (prepared.faults[kind] ?? 0) + indexes.size },
    plausibleBlocks,
    faultyBlocks: [...prepared.faultyBlocks, packBlocks(pickTrack(true), kind)],
    first: fixAt(remaining, 0),
    firstIgnitionMs: firstIgnitionMsOf(remaining),
    steppedTo: indexes.has(last) ? fixAt(believedTrack, last) : prepared.steppedTo,
  };
};

/**
 * Quarantines the blocks that `shouldQuarantine` selects, unless they are in quarantine already. Their fixes are stored
 * but not counted.
 */
export const quarantineBlocks = (
  prepared: PreparedPositions,
  kind: AnomalyKind,
  shouldQuarantine: (block: TimeRange, index: number) => boolean,
): PreparedPositions => {
  const { plausibleBlocks, faults } = prepared;
  const quarantineReason = plausibleBlocks.quarantineReason.map((before, i) =>
    before === null && shouldQuarantine({ fromMs: plausibleBlocks.startMs[i]!, toMs: plausibleBlocks.endMs[i]! }, i)
      ? kind
      : before,
  );
  const suspect = plausibleBlocks.suspect.map((count, i) =>
    quarantineReason[i] === null ? count : plausibleBlocks.samples[i]!,
  );
  const addedSuspect = suspect.reduce((sum, count, i) => sum + count - plausibleBlocks.suspect[i]!, 0);
  const fixes = quarantineReason.reduce(
    (sum, now, i) => sum + (now === plausibleBlocks.quarantineReason[i] ? 0 : plausibleBlocks.samples[i]!),
    0,
  );
  if (fixes === 0) return prepared;
  return {
    ...prepared,
    accepted: prepared.accepted - addedSuspect,
    suspect: prepared.suspect + addedSuspect,
    faults: { ...faults, [kind]: (faults[kind] ?? 0) + fixes },
    plausibleBlocks: { ...plausibleBlocks, suspect, quarantineReason },
  };
};

/** Quarantines blocks that end before `earliestMs`, because their dates come from a wrong clock. */
export const quarantineOldBlocks = (prepared: PreparedPositions, earliestMs: number): PreparedPositions =>
  quarantineBlocks(prepared, 'clockFar', ({ toMs }) => toMs < earliestMs);

/** Returns the time ranges of blocks with new fixes that count. Trips in these ranges must be cut again. */
export const changedRangesOf = ({ plausibleBlocks }: PreparedPositions): TimeRange[] =>
  Array.from(plausibleBlocks.startMs, (fromMs, i) => ({ fromMs, toMs: plausibleBlocks.endMs[i]! })).filter(
    (_, i) => plausibleBlocks.suspect[i]! < plausibleBlocks.samples[i]!,
  );

/** Returns the time ranges of all blocks of a message, quarantined or not. */
export const storedRangesOf = ({ plausibleBlocks, faultyBlocks }: PreparedPositions): TimeRange[] =>
  [plausibleBlocks, ...faultyBlocks].flatMap(({ startMs, endMs }) =>
    Array.from(startMs, (fromMs, i) => ({ fromMs, toMs: endMs[i]! })),
  );
