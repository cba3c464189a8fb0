import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import { createRuler } from '../../domain/geo.ts';
import { decodeTrack } from '../../domain/telemetry/codec.ts';
import { continuesTrack } from '../../domain/telemetry/connection.ts';
import { mergeTracks, type Track } from '../../domain/telemetry/positions.ts';
import { findRepeatedFixes } from '../../domain/telemetry/repeats.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Workers } from '../../threads/workers.ts';
import { joinTracks, longestBlockMs, type StoredBlock } from '../telemetry/service.ts';
import type { ObjectBlocks } from './blocks.ts';
import { type PreparedBlocks, type PreparedPositions, quarantineBlocks } from './positions.ts';
import { continuesStoredTrack } from './secondJudgement.ts';

type Db = Transaction<Database>;

/**
 * Maximum number of earlier blocks with which a block is compared. `maxFixes`: no further block is added once the
 * compared blocks have this many fixes.
 */
const maxBlocks = 50;
const maxFixes = 100_000;
/** Above this number of fixes a worker thread compares the blocks, because the work would block the event loop. */
const workerThresholdFixes = 5000;

/** Returns earlier blocks of the object that share a position hash with `marks` (`marksOf`), in order of time. */
const readEarlierBlocks = async (db: Db, objectId: string, marks: readonly number[]): Promise<StoredBlock[]> => {
  const { rows } = await sql<StoredBlock>`
    select samples, data from (
      select samples, data, sum(samples) over (order by start_at, id) - samples as before from position_block
      where object_id = ${objectId} and quarantine_reason is null and marks && ${marks}::bigint[]
      order by start_at, id limit ${maxBlocks}) alike
    where before < ${maxFixes}`.execute(db);
  return rows;
};

const concatArrays = (one: Float64Array, other: Float64Array): Float64Array => {
  const result = new Float64Array(one.length + other.length);
  result.set(one);
  result.set(other, one.length);
  return result;
};

export interface RepeatTask {
  readonly earlierBlocks: readonly Uint8Array[];
  readonly block: Uint8Array;
}

/** Whether most of a block's fixes were sent before under other times. */
export const isRepeat = ({ earlierBlocks, block: encodedBlock }: RepeatTask): boolean => {
  const earlier = mergeTracks(earlierBlocks.map(decodeTrack));
  const block = decodeTrack(encodedBlock);
  const combined = {
    ...block,
    timeMs: concatArrays(earlier.timeMs, block.timeMs),
    latitude: concatArrays(earlier.latitude, block.latitude),
    longitude: concatArrays(earlier.longitude, block.longitude),
    speedKmh: new Float32Array(earlier.timeMs.length + block.timeMs.length).fill(Number.NaN),
  };
  const repeated = findRepeatedFixes(combined, new Uint8Array(combined.timeMs.length)).filter(
    i => i >= earlier.timeMs.length,
  );
  return repeated.length * 2 > block.timeMs.length;
};

/**
 * Whether a block without marks continues a repeated block, and no other fixes. A short piece of a repeated drive often
 * has no marks of its own.
 */
const continuesRepeat = async (db: Db, workers: Workers, objectId: string, piece: Track): Promise<boolean> => {
  const { timeMs, latitude, longitude } = piece;
  const last = timeMs.length - 1;
  const distanceM = createRuler()(latitude[0]!, longitude[0]!, latitude[last]!, longitude[last]!);
  if (distanceM <= defaultSettings.driftRadiusM) return false;
  const { rows } = await sql<StoredBlock>`
    select samples, data from position_block
    where object_id = ${objectId} and quarantine_reason = 'repeat'
      and start_at between ${new Date(timeMs[0]! - defaultSettings.clockStepMs - longestBlockMs)} and ${new Date(timeMs[0]!)}
      and end_at between ${new Date(timeMs[0]! - defaultSettings.clockStepMs)} and ${new Date(timeMs[0]!)}
    order by end_at desc, id limit 1`.execute(db);
  const [repeat] = rows;
  if (!repeat) return false;
  const repeatTrack = decodeTrack(repeat.data);
  return (
    continuesTrack(joinTracks([repeatTrack, piece]), repeatTrack.timeMs.length, defaultSettings) &&
    !(await continuesStoredTrack(db, workers, objectId, piece))
  );
};

/**
 * Returns the indexes of blocks whose positions the device sent before under other times. The earlier blocks may be
 * divided differently.
 */
const findRepeatedBlocks = async (
  db: Db,
  workers: Workers,
  objectId: string,
  { marks, quarantineReason, samples, data, dataEnd }: PreparedBlocks,
): Promise<ReadonlySet<number>> => {
  const repeated = new Set<number>();
  for (const [i, blockMarks] of marks.entries()) {
    if (quarantineReason[i] !== null) continue;
    // Copies the bytes of this block. A view into the array would send the bytes of all blocks to the thread.
    const block = data.slice(i === 0 ? 0 : dataEnd[i - 1]!, dataEnd[i]!);
    if (blockMarks.length === 0) {
      if (await continuesRepeat(db, workers, objectId, decodeTrack(block))) repeated.add(i);
      continue;
    }
    const earlierBlocks = await readEarlierBlocks(db, objectId, blockMarks);
    if (earlierBlocks.length === 0) continue;
    const fixes = earlierBlocks.reduce((sum, block) => sum + block.samples, samples[i]!);
    const task = { earlierBlocks: earlierBlocks.map(earlier => earlier.data), block };
    const hasKnownPositions =
      fixes > workerThresholdFixes
        ? await workers.run<typeof isRepeat>('modules/ingest/isRepeat', task)
        : isRepeat(task);
    // A further lap of a circuit has the positions of the lap before, but continues it. A drive sent again does not.
    if (hasKnownPositions && !(await continuesStoredTrack(db, workers, objectId, decodeTrack(block)))) repeated.add(i);
  }
  return repeated;
};

/** Returns those of the objects that have earlier blocks with a position hash of the given blocks. */
const findObjectsWithMarks = async (db: Db, blocksOfObjects: readonly ObjectBlocks[]): Promise<ReadonlySet<string>> => {
  const marks = blocksOfObjects.flatMap(({ blocks }) => blocks.marks.flat());
  if (marks.length === 0) return new Set();
  const { rows } = await sql<{ object_id: string }>`
    select distinct object_id from position_block
    where object_id = any(${blocksOfObjects.map(({ objectId }) => objectId)}::text[]) and quarantine_reason is null
      and marks && ${marks}::bigint[]`.execute(db);
  return new Set(rows.map(({ object_id }) => object_id));
};

export interface ObjectPositions {
  readonly objectId: string;
  readonly positions: PreparedPositions;
}

/**
 * Quarantines blocks whose positions the device sent before under other times. Takes messages of different objects.
 * `disprovable`: objects with fixes in quarantine as a repeat, or for another fault that later fixes may disprove.
 */
export const quarantineRepeats = async (
  db: Db,
  workers: Workers,
  messages: readonly ObjectPositions[],
  disprovable: ReadonlySet<string>,
): Promise<PreparedPositions[]> => {
  const withMarks = await findObjectsWithMarks(
    db,
    messages.map(({ objectId, positions }) => ({ objectId, blocks: positions.plausibleBlocks })),
  );
  const results: PreparedPositions[] = [];
  for (const { objectId, positions } of messages) {
    const mayRepeat = withMarks.has(objectId) || disprovable.has(objectId);
    const repeated = mayRepeat ? await findRepeatedBlocks(db, workers, objectId, positions.plausibleBlocks) : new Set();
    results.push(quarantineBlocks(positions, 'repeat', (_, i) => repeated.has(i)));
  }
  return results;
};
