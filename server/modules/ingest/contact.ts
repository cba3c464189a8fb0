import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import { createRuler } from '../../domain/geo.ts';
import { clockFaults } from '../../domain/telemetry/clockSteps.ts';
import { createTrack, pickFixes, type Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Workers } from '../../threads/workers.ts';
import { fixesOf, joinTracks, readBlocks, readFixes, type StoredBlock } from '../telemetry/service.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { type PreparedPositions, quarantineFixes, readBelieved } from './positions.ts';
import type { PreparedMessage } from './preparing.ts';
import type { Stretch } from './window.ts';

type Db = Transaction<Database>;

/** Last contact with an object. Times in ms since 1970. */
export interface Contact {
  readonly receivedMs: number;
  /** Time of the newest fix that counts. Null: no fix yet. */
  readonly newestMs: number | null;
  /** Time of the last fix in the last message, as the device dated it. */
  readonly lastMs: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** True if the device's clock had stepped back in its last message. */
  readonly stepped: boolean;
}

export const readContact = async (db: Db, { companyId, objectId }: CompanyObject): Promise<Contact | undefined> => {
  const row = await db
    .selectFrom('device_contact')
    .select(['received_at', 'newest_at', 'last_at', 'latitude', 'longitude', 'clock_stepped_back'])
    .where('company_id', '=', companyId)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  const ms = (text: string | null): number | null => (text === null ? null : Date.parse(text));
  return (
    row && {
      receivedMs: Date.parse(row.received_at),
      newestMs: ms(row.newest_at),
      lastMs: ms(row.last_at),
      latitude: row.latitude,
      longitude: row.longitude,
      stepped: row.clock_stepped_back,
    }
  );
};

const spanOf = ({ possible }: PreparedPositions): Stretch | null =>
  possible.startMs.length === 0
    ? null
    : { fromMs: possible.startMs[0]!, toMs: possible.endMs[possible.endMs.length - 1]! };

/** Above this number of fixes a worker thread compares them, because the work would block the event loop. */
const fewFixes = 5000;

/** Length of the stored track up to the object's last fix that is read, ms. */
const tailMs = 10_000;

/**
 * Returns the fixes of the last `tailMs` up to the object's last fix. If none are stored, returns the last known
 * position as a single fix.
 * If the clock had stepped back, returns that position with the object's newest time.
 */
const readTail = async (db: Db, workers: Workers, objectId: string, contact: Contact): Promise<Track> => {
  const { lastMs, newestMs, latitude, longitude, stepped } = contact;
  const tail = stepped ? createTrack(0) : await readFixes({ db, workers }, objectId, lastMs! - tailMs, lastMs! + 1);
  if (tail.timeMs.length > 0) return tail;
  const place = createTrack(1);
  place.timeMs[0] = stepped ? newestMs! : lastMs!;
  place.latitude[0] = latitude ?? 0;
  place.longitude[0] = longitude ?? 0;
  return place;
};

const without = (track: Track, { timeMs }: Track): Track =>
  pickFixes(
    track,
    Uint32Array.from(track.timeMs, (_, i) => i).filter(
      i => track.timeMs[i]! < timeMs[0]! || track.timeMs[i]! > timeMs[timeMs.length - 1]!,
    ),
  );

/**
 * Quarantines fixes with a wrong time, because the device's clock stepped back after its previous message.
 * A fix is wrong if it contradicts stored fixes of the same time. If none are stored, a fix is wrong if it continues
 * from the car's last position while driving. Later fixes of the same wrong clock are quarantined too.
 * The order of arrival proves nothing, because late messages arrive in bursts and in any order.
 */
export const quarantineClockSteps = async (
  db: Db,
  workers: Workers,
  objectId: string,
  contact: Contact | undefined,
  positions: PreparedPositions,
): Promise<PreparedPositions> => {
  const span = spanOf(positions);
  if (!contact || !span || contact.newestMs === null || contact.lastMs === null) return positions;
  if (positions.possible.quarantineReason.some(kind => kind !== null)) return positions;
  const { clockStepMs, tripEndMs } = defaultSettings;
  const goesOn = contact.stepped && span.fromMs >= contact.lastMs && span.fromMs - contact.lastMs <= clockStepMs;
  if (span.fromMs >= contact.newestMs - clockStepMs || (!goesOn && span.fromMs >= contact.lastMs)) return positions;

  const tail = await readTail(db, workers, objectId, contact);
  const [fromMs, toMs] = [span.fromMs - tripEndMs, span.toMs + tripEndMs + 1];
  const blocks = await readBlocks(db, objectId, fromMs, toMs);
  const fixes = blocks.reduce((sum, { samples }) => sum + samples, positions.accepted + positions.suspect);
  const task: ClockStepTask = { positions, tail, blocks, fromMs, toMs, goesOn };
  return fixes > fewFixes
    ? workers.run<typeof setStepsAside>('modules/ingest/setStepsAside', task)
    : setStepsAside(task);
};

/** A message whose clock may have stepped back, with the stored blocks around its time. */
export interface ClockStepTask extends Stretch {
  readonly positions: PreparedPositions;
  readonly tail: Track;
  readonly blocks: readonly StoredBlock[];
  readonly goesOn: boolean;
}

export const setStepsAside = ({ positions, tail, blocks, fromMs, toMs, goesOn }: ClockStepTask): PreparedPositions => {
  const own = readBelieved(positions);
  const around = without(fixesOf(blocks, fromMs, toMs), tail);
  const before = around.timeMs.length + tail.timeMs.length;
  const whole = joinTracks([around, tail, own]);
  const sent = Uint32Array.from(whole.timeMs, (_, i) => i);
  const ordered = sent.slice().sort((a, b) => whole.timeMs[a]! - whole.timeMs[b]! || a - b);
  const faults = clockFaults(whole, sent, ordered, defaultSettings, goesOn ? before : -1);
  const stepped = new Set(faults.flatMap(i => (i < before ? [] : [i - before])));
  return quarantineFixes(positions, 'clockBack', own, stepped);
};

/** Updates the object's last contact from a message. */
export const keepContact = async (
  db: Db,
  { companyId, objectId, voucherId }: CompanyObject,
  before: Contact | undefined,
  { positions, receivedMs }: PreparedMessage,
): Promise<void> => {
  const { steppedTo } = positions;
  const stepped = steppedTo !== null;
  const last = steppedTo ?? positions.last;
  const span = spanOf(positions);
  const newestMs = span ? span.toMs : null;
  const moment = (ms: number | null | undefined): Date | null =>
    ms === null || ms === undefined ? null : new Date(ms);
  const gap = before && span && isGap(before, positions, span) ? before.newestMs : null;
  await sql`
    insert into device_contact as known (company_id, object_id, voucher_id, received_at, newest_at, last_at, latitude, longitude,
      speed_kmh, ignition, clock_stepped_back, gap_from, gap_to)
    values (${companyId}, ${objectId}, ${voucherId}, ${new Date(receivedMs)}, ${moment(newestMs)}, ${moment(last?.timeMs)},
      ${last?.latitude}, ${last?.longitude}, ${last?.speedKmh}, ${last?.ignition}, ${stepped},
      ${moment(gap)}, ${gap === null ? null : moment(span?.fromMs)})
    on conflict (company_id, object_id) do update set voucher_id = excluded.voucher_id,
      received_at = greatest(known.received_at, excluded.received_at),
      newest_at = greatest(known.newest_at, excluded.newest_at),
      last_at = coalesce(excluded.last_at, known.last_at), latitude = coalesce(excluded.latitude, known.latitude),
      longitude = coalesce(excluded.longitude, known.longitude), speed_kmh = coalesce(excluded.speed_kmh, known.speed_kmh),
      ignition = coalesce(excluded.ignition, known.ignition), clock_stepped_back = excluded.clock_stepped_back,
      gap_from = coalesce(excluded.gap_from, known.gap_from), gap_to = coalesce(excluded.gap_to, known.gap_to)`.execute(
    db,
  );
};

/** Whether the car reappears far from its last position after a silence that is long enough to end any trip. */
const isGap = (before: Contact, { first }: PreparedPositions, span: Stretch): boolean => {
  if (!first || before.newestMs === null || before.latitude === null || before.longitude === null) return false;
  if (before.lastMs !== before.newestMs || span.fromMs - before.newestMs <= defaultSettings.tripEndMs) return false;
  return (
    createRuler()(first.latitude, first.longitude, before.latitude, before.longitude) >= defaultSettings.mileageFromM
  );
};
