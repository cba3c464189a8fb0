import { sql, type Transaction } from 'kysely';
import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import type { Database } from '../../db/types.ts';
import { decodeTrack } from '../../domain/telemetry/codec.ts';
import { continuesTrack } from '../../domain/telemetry/connection.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Workers } from '../../threads/workers.ts';
import { joinTracks, longestBlockMs, readFixes } from '../telemetry/service.ts';
import { withdrawFaults } from './anomalies.ts';
import { noteAcquittedFixes } from './contact.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { type PreparedPositions, storedRangesOf } from './positions.ts';
import type { TimeRange } from './window.ts';

type Db = Transaction<Database>;

/**
 * Kinds of faults that fixes of other messages may disprove. Both are found while the fixes around a message are still
 * missing: the drive seems to go on in spite of the clock, or its places are those of an earlier drive.
 */
const disprovableKinds: readonly AnomalyKind[] = ['clockBack', 'repeat'];

/** Maximum number of quarantined blocks that one message causes to be judged again. */
const maxBlocks = 200;

/** Stored fixes up to this duration before and after a block can connect it with the track, ms. */
const { clockStepMs } = defaultSettings;

/** Whether fixes of one block continue the object's stored fixes around their time. */
export const continuesStoredTrack = async (
  db: Db,
  workers: Workers,
  objectId: string,
  piece: Track,
): Promise<boolean> => {
  const { timeMs } = piece;
  const [fromMs, toMs] = [timeMs[0]! - clockStepMs, timeMs[timeMs.length - 1]! + clockStepMs];
  const stored = await readFixes({ db, workers }, objectId, fromMs, toMs + 1);
  return continuesTrack(joinTracks([stored, piece]), stored.timeMs.length, defaultSettings);
};

/** Returns those of the objects that have fixes in quarantine which later fixes may bring back. */
export const findDisprovableObjects = async (db: Db, objectIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ object_id: string }>`
    select distinct object_id from position_block
    where object_id = any(${[...objectIds]}::text[]) and quarantine_reason = any(${disprovableKinds})`.execute(db);
  return new Set(rows.map(({ object_id }) => object_id));
};

export const hasDisprovableFaults = ({ faults }: PreparedPositions): boolean =>
  disprovableKinds.some(kind => (faults[kind] ?? 0) > 0);

interface QuarantinedBlock {
  readonly id: number;
  readonly kind: AnomalyKind;
  readonly samples: number;
  readonly data: Uint8Array;
}

const readQuarantinedBlocks = async (db: Db, objectId: string, { fromMs, toMs }: TimeRange) => {
  const { rows } = await sql<QuarantinedBlock>`
    select id, quarantine_reason as kind, samples, data from position_block
    where object_id = ${objectId} and quarantine_reason = any(${disprovableKinds}) and not settled
      and start_at between ${new Date(fromMs - clockStepMs - longestBlockMs)} and ${new Date(toMs + clockStepMs)}
      and end_at >= ${new Date(fromMs - clockStepMs)}
    order by start_at, id limit ${maxBlocks}`.execute(db);
  return rows;
};

/**
 * Judges quarantined blocks around the positions of a stored message again, because the message may lie beside them.
 * A block that continues the stored fixes counts from then on, and may vouch for the next one. So the order of arrival
 * of fixes that do not contradict each other decides nothing.
 * Returns the time ranges of the blocks that count now. The caller has locked the object.
 */
export const judgeQuarantineAgain = async (
  db: Db,
  workers: Workers,
  object: CompanyObject,
  positions: PreparedPositions,
): Promise<TimeRange[]> => {
  const { objectId } = object;
  const acquitted: TimeRange[] = [];
  const pending = storedRangesOf(positions);
  for (let range = pending.pop(); range; range = pending.pop())
    for (const { id, kind, samples, data } of await readQuarantinedBlocks(db, objectId, range)) {
      const piece = decodeTrack(data);
      if (!(await continuesStoredTrack(db, workers, objectId, piece))) continue;
      if (!(await withdrawFaults(db, object, kind, samples))) continue;
      const blockRange = { fromMs: piece.timeMs[0]!, toMs: piece.timeMs[piece.timeMs.length - 1]! };
      await sql`update position_block set quarantine_reason = null, suspect = 0
        where object_id = ${objectId} and id = ${id}`.execute(db);
      await noteAcquittedFixes(db, object, piece);
      acquitted.push(blockRange);
      pending.push(blockRange);
    }
  return acquitted;
};
