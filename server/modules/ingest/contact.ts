import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database, DeviceContact } from '../../db/types.ts';
import { createRuler } from '../../domain/geo.ts';
import { findClockFaults } from '../../domain/telemetry/clockSteps.ts';
import { continuesTrack } from '../../domain/telemetry/connection.ts';
import { createTrack, pickFixes, type Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Workers } from '../../threads/workers.ts';
import { decodeFixes, joinTracks, readBlocks, readFixes, type StoredBlock } from '../telemetry/service.ts';
import type { CompanyObject } from './devicePeriods.ts';
import { firstIgnitionMsOf, type PreparedPositions, quarantineFixes, readBelievedTrack } from './positions.ts';
import type { PreparedMessage } from './preparing.ts';
import type { TimeRange } from './window.ts';

type Db = Transaction<Database>;

/** Last contact with an object. Moments are in ms since 1970. */
export interface Contact {
  readonly receivedMs: number;
  /** Time of the newest fix that counts. Null: no fix yet. */
  readonly newestMs: number | null;
  /** Time of the last fix in the last message, by the device's clock. */
  readonly lastMs: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly clockSteppedBack: boolean;
}

const contactColumns = ['received_at', 'newest_at', 'last_at', 'latitude', 'longitude', 'clock_stepped_back'] as const;
type ContactRow = Pick<Selectable<DeviceContact>, (typeof contactColumns)[number]>;

const contactOf = (row: ContactRow): Contact => {
  const parseMs = (text: string | null): number | null => (text === null ? null : Date.parse(text));
  return {
    receivedMs: Date.parse(row.received_at),
    newestMs: parseMs(row.newest_at),
    lastMs: parseMs(row.last_at),
    latitude: row.latitude,
    longitude: row.longitude,
    clockSteppedBack: row.clock_stepped_back,
  };
};

export const readContacts = async (
  db: Db,
  companyId: number,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, Contact>> => {
  if (objectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('device_contact')
    .select('object_id')
    .select(contactColumns)
    .where('company_id', '=', companyId)
    .where('object_id', '=', sql<string>`any(${[...objectIds]}::text[])`)
    .execute();
  return new Map(rows.map(row => [row.object_id, contactOf(row)]));
};

const timeRangeOf = ({ plausibleBlocks }: PreparedPositions): TimeRange | null =>
  plausibleBlocks.startMs.length === 0
    ? null
    : { fromMs: plausibleBlocks.startMs[0]!, toMs: plausibleBlocks.endMs[plausibleBlocks.endMs.length - 1]! };

/**
 * Above this number of fixes a worker thread compares new fixes with stored ones, because the work would block the
 * event loop.
 */
const workerThresholdFixes = 5000;

/** Duration of the stored track that is read before the object's last fix, ms. */
const tailMs = 10_000;

/**
 * Returns the fixes of the last `tailMs` up to the object's last fix. If none are stored, returns the last known
 * position as a single fix. If the device's clock had stepped back, returns the last known position with the object's
 * newest time.
 */
const readTail = async (db: Db, workers: Workers, objectId: string, contact: Contact): Promise<Track> => {
  const { lastMs, newestMs, latitude, longitude, clockSteppedBack } = contact;
  const tail = clockSteppedBack
    ? createTrack(0)
    : await readFixes({ db, workers }, objectId, lastMs! - tailMs, lastMs! + 1);
  if (tail.timeMs.length > 0) return tail;
  const lastPosition = createTrack(1);
  lastPosition.timeMs[0] = clockSteppedBack ? newestMs! : lastMs!;
  lastPosition.latitude[0] = latitude ?? 0;
  lastPosition.longitude[0] = longitude ?? 0;
  return lastPosition;
};

const removeFixesWithin = (track: Track, { timeMs }: Track): Track =>
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
  const span = timeRangeOf(positions);
  if (!contact || !span || contact.newestMs === null || contact.lastMs === null) return positions;
  if (positions.plausibleBlocks.quarantineReason.some(kind => kind !== null)) return positions;
  const { clockStepMs, tripEndMs } = defaultSettings;
  const continuesStep =
    contact.clockSteppedBack && span.fromMs >= contact.lastMs && span.fromMs - contact.lastMs <= clockStepMs;
  if (span.fromMs >= contact.newestMs - clockStepMs || (!continuesStep && span.fromMs >= contact.lastMs))
    return positions;

  const tail = await readTail(db, workers, objectId, contact);
  const [fromMs, toMs] = [span.fromMs - tripEndMs, span.toMs + tripEndMs + 1];
  const blocks = await readBlocks(db, objectId, fromMs, toMs);
  const fixes = blocks.reduce((sum, { samples }) => sum + samples, positions.accepted + positions.suspect);
  const task: ClockStepTask = { positions, tail, blocks, fromMs, toMs, continuesStep };
  return fixes > workerThresholdFixes
    ? workers.run<typeof quarantineSteppedFixes>('modules/ingest/quarantineSteppedFixes', task)
    : quarantineSteppedFixes(task);
};

/** A message whose clock may have stepped back, with the stored blocks around its time. */
export interface ClockStepTask extends TimeRange {
  readonly positions: PreparedPositions;
  readonly tail: Track;
  readonly blocks: readonly StoredBlock[];
  readonly continuesStep: boolean;
}

export const quarantineSteppedFixes = ({
  positions,
  tail,
  blocks,
  fromMs,
  toMs,
  continuesStep,
}: ClockStepTask): PreparedPositions => {
  const messageTrack = readBelievedTrack(positions);
  const around = decodeFixes(blocks, fromMs, toMs);
  if (continuesTrack(joinTracks([around, messageTrack]), around.timeMs.length, defaultSettings)) return positions;
  const storedTrack = removeFixesWithin(around, tail);
  const storedCount = storedTrack.timeMs.length + tail.timeMs.length;
  const joinedTrack = joinTracks([storedTrack, tail, messageTrack]);
  const arrivalOrder = Uint32Array.from(joinedTrack.timeMs, (_, i) => i);
  const sortedFixIndexes = arrivalOrder
    .slice()
    .sort((a, b) => joinedTrack.timeMs[a]! - joinedTrack.timeMs[b]! || a - b);
  const faults = findClockFaults(
    joinedTrack,
    arrivalOrder,
    sortedFixIndexes,
    defaultSettings,
    continuesStep ? storedCount : -1,
  );
  const steppedIndexes = new Set(faults.flatMap(i => (i < storedCount ? [] : [i - storedCount])));
  return quarantineFixes(positions, 'clockBack', messageTrack, steppedIndexes);
};

/** A message of an object, and the object's last contact before it. */
export interface NewContact {
  readonly object: CompanyObject;
  readonly previous: Contact | undefined;
  readonly message: PreparedMessage;
}

const contactRowOf = ({ object, previous, message: { positions, receivedMs } }: NewContact) => {
  const { steppedTo } = positions;
  const span = timeRangeOf(positions);
  const gapFromMs = previous && span && isGap(previous, positions, span) ? previous.newestMs : null;
  return {
    object,
    receivedMs,
    span,
    steppedTo,
    lastFix: steppedTo ?? positions.last,
    firstIgnitionMs: positions.firstIgnitionMs,
    gap: gapFromMs === null || span === null ? null : { fromMs: gapFromMs, toMs: span.fromMs },
  };
};

const toDate = (ms: number | null | undefined): Date | null => (ms === null || ms === undefined ? null : new Date(ms));

/** Updates the last contacts of different objects, each from a message. Returns the contacts by object. */
export const updateContacts = async (
  db: Db,
  contacts: readonly NewContact[],
): Promise<ReadonlyMap<string, Contact>> => {
  const contactRows = contacts.map(contactRowOf);
  const columnOf = <T>(read: (row: (typeof contactRows)[number]) => T): T[] => contactRows.map(read);
  const { rows } = await sql<ContactRow & { object_id: string }>`
    insert into device_contact as known (company_id, object_id, voucher_id, received_at, newest_at, last_at, latitude, longitude,
      speed_kmh, ignition, first_ignition_at, clock_stepped_back, gap_from, gap_to)
    select * from unnest(${columnOf(({ object }) => object.companyId)}::bigint[],
      ${columnOf(({ object }) => object.objectId)}::text[], ${columnOf(({ object }) => object.voucherId)}::bigint[],
      ${columnOf(({ receivedMs }) => new Date(receivedMs))}::timestamptz[],
      ${columnOf(({ span }) => toDate(span?.toMs))}::timestamptz[],
      ${columnOf(({ lastFix }) => toDate(lastFix?.timeMs))}::timestamptz[],
      ${columnOf(({ lastFix }) => lastFix?.latitude)}::float8[], ${columnOf(({ lastFix }) => lastFix?.longitude)}::float8[],
      ${columnOf(({ lastFix }) => lastFix?.speedKmh)}::real[], ${columnOf(({ lastFix }) => lastFix?.ignition)}::boolean[],
      ${columnOf(({ firstIgnitionMs }) => toDate(firstIgnitionMs))}::timestamptz[],
      ${columnOf(({ steppedTo }) => steppedTo !== null)}::boolean[],
      ${columnOf(({ gap }) => toDate(gap?.fromMs))}::timestamptz[], ${columnOf(({ gap }) => toDate(gap?.toMs))}::timestamptz[])
    on conflict (company_id, object_id) do update set voucher_id = excluded.voucher_id,
      received_at = greatest(known.received_at, excluded.received_at),
      newest_at = greatest(known.newest_at, excluded.newest_at),
      last_at = coalesce(excluded.last_at, known.last_at), latitude = coalesce(excluded.latitude, known.latitude),
      longitude = coalesce(excluded.longitude, known.longitude), speed_kmh = coalesce(excluded.speed_kmh, known.speed_kmh),
      ignition = coalesce(excluded.ignition, known.ignition),
      first_ignition_at = least(known.first_ignition_at, excluded.first_ignition_at), clock_stepped_back = excluded.clock_stepped_back,
      gap_from = coalesce(excluded.gap_from, known.gap_from), gap_to = coalesce(excluded.gap_to, known.gap_to)
    returning ${sql.join(['object_id', ...contactColumns].map(column => sql.ref(`known.${column}`)))}`.execute(db);
  return new Map(rows.map(row => [row.object_id, contactOf(row)]));
};

/** Updates the last contact after a quarantined block was acquitted, so that its fixes count. */
export const noteAcquittedFixes = async (
  db: Db,
  { companyId, objectId }: CompanyObject,
  block: Track,
): Promise<void> => {
  const newestAt = new Date(block.timeMs[block.timeMs.length - 1]!);
  const firstIgnitionMs = firstIgnitionMsOf(block);
  const firstIgnitionAt = firstIgnitionMs === null ? null : new Date(firstIgnitionMs);
  await sql`update device_contact
    set newest_at = greatest(newest_at, ${newestAt}), first_ignition_at = least(first_ignition_at, ${firstIgnitionAt}),
      clock_stepped_back = false
    where company_id = ${companyId} and object_id = ${objectId}`.execute(db);
};

/** Whether the car reappears far from its last position after a silence that is long enough to end any trip. */
const isGap = (previous: Contact, { first }: PreparedPositions, span: TimeRange): boolean => {
  if (!first || previous.newestMs === null || previous.latitude === null || previous.longitude === null) return false;
  if (previous.lastMs !== previous.newestMs || span.fromMs - previous.newestMs <= defaultSettings.tripEndMs)
    return false;
  return (
    createRuler()(first.latitude, first.longitude, previous.latitude, previous.longitude) >=
    defaultSettings.mileageFromM
  );
};
