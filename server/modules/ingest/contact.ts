import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import { createRuler } from '../../domain/geo.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { readFixes } from '../telemetry/service.ts';
import type { Recut } from './holders.ts';
import type { LastFix, PreparedPositions } from './positions.ts';
import type { PreparedMessage } from './preparing.ts';
import type { Stretch } from './window.ts';

type Db = Transaction<Database>;

/** What was last heard of an object, ms since 1970. */
export interface Contact {
  readonly receivedMs: number;
  /** Newest believed time; null: no fix yet. */
  readonly newestMs: number | null;
  /** The last fix of the last message, as it was dated. */
  readonly lastMs: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The clock of that message had stepped back. */
  readonly stepped: boolean;
}

export const readContact = async (db: Db, { companyId, objectId }: Recut): Promise<Contact | undefined> => {
  const row = await db
    .selectFrom('device_contact')
    .select(['received_at', 'newest_at', 'last_at', 'latitude', 'longitude', 'stepped'])
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
      stepped: row.stepped,
    }
  );
};

/** Fixes of the time before that contradict the message: at so many the clock is at fault, and not the order. */
const contradictions = 5;

const firstOf = ({ possible }: PreparedPositions): Stretch | null =>
  possible.startMs.length === 0
    ? null
    : { fromMs: possible.startMs[0]!, toMs: possible.endMs[possible.endMs.length - 1]! };

/** Whether the object was elsewhere at the times that the message claims. */
const wasElsewhere = async (db: Db, objectId: string, span: Stretch, { latitude, longitude }: LastFix) => {
  const stored = await readFixes(db, objectId, span.fromMs, span.toMs + 1);
  const rulerM = createRuler();
  const reachM = ((span.toMs - span.fromMs) / 1000) * (defaultSettings.maximumSpeedKmh / 3.6);
  let elsewhere = 0;
  for (let i = 0; i < stored.timeMs.length; i++)
    if (rulerM(latitude, longitude, stored.latitude[i]!, stored.longitude[i]!) > reachM + defaultSettings.fixNoiseM)
      elsewhere++;
  return elsewhere >= contradictions;
};

/**
 * Whether the clock of a message stepped back since the message before: its fixes go on from where the car was last seen,
 * as much time has passed as they take, and yet they are dated before it; or the object is known to have been elsewhere
 * then. A message that is merely late does neither.
 */
export const steppedBack = async (
  db: Db,
  objectId: string,
  contact: Contact | undefined,
  { positions, receivedMs }: PreparedMessage,
): Promise<boolean> => {
  const span = firstOf(positions);
  const { last } = positions;
  if (!contact || !span || !last || contact.newestMs === null || contact.lastMs === null) return false;
  const { clockStepMs, maximumSpeedKmh, fixNoiseM } = defaultSettings;
  if (span.fromMs >= contact.newestMs - clockStepMs) return false;
  if (contact.stepped && span.fromMs >= contact.lastMs && span.fromMs - contact.lastMs <= clockStepMs) return true;
  const passedMs = receivedMs - contact.receivedMs;
  const spanMs = span.toMs - span.fromMs;
  const metres = createRuler()(last.latitude, last.longitude, contact.latitude ?? 0, contact.longitude ?? 0);
  const near = metres <= fixNoiseM + (maximumSpeedKmh / 3.6) * ((spanMs + clockStepMs) / 1000);
  if (!near) return false;
  const inStep = passedMs > 0 && Math.abs(passedMs - spanMs) <= Math.max(clockStepMs, spanMs / 2) && spanMs > 0;
  return inStep || wasElsewhere(db, objectId, span, last);
};

/** Keeps what was heard of an object with this message. */
export const keepContact = async (
  db: Db,
  { companyId, objectId, voucherId }: Recut,
  before: Contact | undefined,
  { positions, receivedMs }: PreparedMessage,
  stepped: boolean,
): Promise<void> => {
  const { last } = positions;
  const span = firstOf(positions);
  const newestMs = stepped || !span ? null : span.toMs;
  const moment = (ms: number | null | undefined): Date | null =>
    ms === null || ms === undefined ? null : new Date(ms);
  const gap = before && span && !stepped && isGap(before, positions, span) ? before.newestMs : null;
  await sql`
    insert into device_contact as known (company_id, object_id, voucher_id, received_at, newest_at, last_at, latitude, longitude,
      speed_kmh, ignition, stepped, gap_from, gap_to)
    values (${companyId}, ${objectId}, ${voucherId}, ${new Date(receivedMs)}, ${moment(newestMs)}, ${moment(last?.timeMs)},
      ${last?.latitude}, ${last?.longitude}, ${last?.speedKmh}, ${last?.ignition}, ${stepped},
      ${moment(gap)}, ${gap === null ? null : moment(span?.fromMs)})
    on conflict (company_id, object_id) do update set voucher_id = excluded.voucher_id,
      received_at = greatest(known.received_at, excluded.received_at),
      newest_at = greatest(known.newest_at, excluded.newest_at),
      last_at = coalesce(excluded.last_at, known.last_at), latitude = coalesce(excluded.latitude, known.latitude),
      longitude = coalesce(excluded.longitude, known.longitude), speed_kmh = coalesce(excluded.speed_kmh, known.speed_kmh),
      ignition = coalesce(excluded.ignition, known.ignition), stepped = excluded.stepped,
      gap_from = coalesce(excluded.gap_from, known.gap_from), gap_to = coalesce(excluded.gap_to, known.gap_to)`.execute(
    db,
  );
};

/** The car is seen elsewhere than where it was left, after a silence that ends every trip. */
const isGap = (before: Contact, { first }: PreparedPositions, span: Stretch): boolean => {
  if (!first || before.newestMs === null || before.latitude === null || before.longitude === null) return false;
  if (before.lastMs !== before.newestMs || span.fromMs - before.newestMs <= defaultSettings.tripEndMs) return false;
  return (
    createRuler()(first.latitude, first.longitude, before.latitude, before.longitude) >= defaultSettings.mileageFromM
  );
};
