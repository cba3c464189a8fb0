import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import { createRuler } from '../../domain/geo.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { areAllSwapped, findPlaceMistake } from '../../domain/telemetry/wrongPlaces.ts';
import type { Workers } from '../../threads/workers.ts';
import { readFixes } from '../telemetry/service.ts';
import type { Contact } from './contact.ts';
import { correctAllPlaces, type FixSummary, type PreparedPositions } from './positions.ts';

type Db = Transaction<Database>;

/** Duration of the stored track that must not be swapped itself before it can correct a message, ms. */
const knownTrackMs = 3_600_000;

interface Message {
  readonly first: FixSummary;
  readonly last: FixSummary;
}

/** Time of the stored fix next to a message: before it, or else after it. Undefined: none is stored. */
const readNeighbourMs = async (db: Db, objectId: string, { first, last }: Message): Promise<number | undefined> => {
  const fromAt = new Date(first.timeMs);
  const { rows } = await sql<{ at: string }>`
    (select least(end_at, ${fromAt}) as at from position_block
      where object_id = ${objectId} and quarantine_reason is null and suspect < samples and start_at <= ${fromAt}
      order by start_at desc limit 1)
    union all
    (select start_at as at from position_block
      where object_id = ${objectId} and quarantine_reason is null and suspect < samples
        and start_at > ${new Date(last.timeMs)}
      order by start_at limit 1)`.execute(db);
  return rows[0] && Date.parse(rows[0].at);
};

/**
 * Corrects the places of a message whose latitude and longitude are exchanged, or of the wrong sign. The stored fixes
 * next to the message must show it. Stored fixes that the receiver's speeds show to be swapped prove nothing.
 */
export const correctPlacesByTrack = async (
  db: Db,
  workers: Workers,
  objectId: string,
  contact: Contact | undefined,
  positions: PreparedPositions,
): Promise<PreparedPositions> => {
  const { first, last } = positions;
  if (!first || !last || contact?.latitude == null || contact.longitude === null) return positions;
  // The last known place is at hand, and nearly every message begins near it.
  const distanceM = createRuler()(contact.latitude, contact.longitude, first.latitude, first.longitude);
  if (distanceM < defaultSettings.swappedFromM) return positions;
  const neighbourMs = await readNeighbourMs(db, objectId, { first, last });
  if (neighbourMs === undefined) return positions;
  const known = await readFixes({ db, workers }, objectId, neighbourMs - knownTrackMs, neighbourMs + knownTrackMs);
  const before = known.timeMs.findLastIndex(ms => ms <= first.timeMs);
  const i = before >= 0 ? before : known.timeMs.findIndex(ms => ms >= last.timeMs);
  if (i < 0) return positions;
  const fix = before >= 0 ? first : last;
  const mistake = findPlaceMistake(
    [known.latitude[i]!, known.longitude[i]!],
    [fix.latitude, fix.longitude],
    fix.timeMs - known.timeMs[i]!,
    defaultSettings,
  );
  return mistake && !areAllSwapped(known, defaultSettings) ? correctAllPlaces(positions, mistake) : positions;
};
