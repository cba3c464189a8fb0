import type { Transaction } from 'kysely';
import type { Position } from '../../../src/contract/shapes/telemetry.ts';
import type { Database } from '../../db/types.ts';
import { encodeTrack } from '../../domain/telemetry/codec.ts';
import { gateTrack, suspectReasons } from '../../domain/telemetry/gate.ts';
import { pickFixes, sliceTrack, type Track, trackOfPositions } from '../../domain/telemetry/positions.ts';
import { longestBlockMs, sortFixes } from '../telemetry/service.ts';
import type { Stretch } from './window.ts';

/** Fixes further apart than this lie in different blocks, so that a forgotten old one does not stretch a block. */
const blockGapMs = 3_600_000;

/** Impossible by themselves, whatever came before: these are kept apart and never looked at for trips. */
const impossible = new Set(['time', 'place', 'speed'].map(name => suspectReasons.indexOf(name as never)));

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

const writeBlocks = async (
  db: Transaction<Database>,
  objectId: string,
  track: Track,
  suspectOf: (block: Track) => number,
): Promise<Stretch[]> => {
  const stretches = stretchesOf(track);
  if (stretches.length === 0) return stretches;
  const rows = stretches.map(({ fromMs, toMs }) => {
    const block = sliceTrack(track, fromMs, toMs + 1);
    return {
      object_id: objectId,
      start_at: new Date(fromMs),
      end_at: new Date(toMs),
      samples: block.timeMs.length,
      suspect: suspectOf(block),
      data: Buffer.from(encodeTrack(block)),
    };
  });
  await db.insertInto('position_block').values(rows).execute();
  return stretches;
};

const suspectIn = (track: Track, nowMs: number): number => gateTrack(track, nowMs).suspect;

export interface StoredPositions {
  readonly accepted: number;
  readonly suspect: number;
  /** When something changed that trips are cut from. */
  readonly stretches: readonly Stretch[];
}

/**
 * Keeps every fix. Those of an impossible time, place or speed go into blocks of their own, the rest in blocks without
 * long gaps; jumps stay among the rest, as only all neighbours together show them, and count as suspect.
 */
export const storePositions = async (
  db: Transaction<Database>,
  objectId: string,
  positions: readonly Position[],
  receivedAt: Date,
): Promise<StoredPositions> => {
  const sent = sortFixes([trackOfPositions(positions)]);
  const nowMs = receivedAt.getTime();
  const { reasons, suspect } = gateTrack(sent, nowMs);
  const indexes = Uint32Array.from(reasons, (_, i) => i);
  const possible = pickFixes(
    sent,
    indexes.filter(i => !impossible.has(reasons[i]!)),
  );
  const rest = pickFixes(
    sent,
    indexes.filter(i => impossible.has(reasons[i]!)),
  );
  const stretches = await writeBlocks(db, objectId, possible, block => suspectIn(block, nowMs));
  await writeBlocks(db, objectId, rest, block => block.timeMs.length);
  return { accepted: reasons.length - suspect, suspect, stretches };
};
