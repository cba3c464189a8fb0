import { createHash } from 'node:crypto';
import type { CrashResult, StatisticMessage, StatisticResult } from '../../../src/contract/shapes/telemetry.ts';
import type { TraccarMessage } from '../../../src/contract/shapes/traccar.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { momentMs } from '../../domain/moment.ts';
import { invalid } from '../../errors.ts';
import { isPlausibleTime, isRow, readMessages, takeStatistic, withTexts } from '../ingest/service.ts';
import { alarmsOf } from './alarms.ts';

type Sent = Readonly<Record<string, unknown>>;

const kmhPerKnot = 1.852;

/** Converts a time of Traccar to ISO 8601. Older versions write the offset without a colon. */
const iso = (time: unknown): unknown => {
  const ms = momentMs(time);
  return Number.isNaN(ms) ? time : new Date(ms).toISOString();
};

const kmhOf = (speed: unknown): unknown =>
  typeof speed === 'number' ? Number((speed * kmhPerKnot).toFixed(2)) : speed;

/**
 * Whether a position comes from a new fix of the receiver. Without a new fix the message only shows that the device is
 * alive.
 */
const isFix = ({ valid, outdated }: Sent): boolean => valid !== false && outdated !== true;

/**
 * Returns the values of a position under the names of this server's API. Values of a wrong type are passed on, and
 * their reader counts them as ignored.
 */
const fixOf = (position: Sent): Sent => {
  const { latitude: Latitude, longitude: Longitude, course, altitude, speed, valid, outdated } = position;
  const attributes = isRow(position.attributes) ? position.attributes : {};
  const odd = (value: unknown) => value !== undefined && value !== null && typeof value !== 'boolean';
  const sent = {
    // A fix without a time is named in the answer and not stored.
    DateTime: iso(position.fixTime ?? position.deviceTime) ?? '',
    Latitude,
    Longitude,
    Speed: kmhOf(speed),
    Course: course,
    Altitude: altitude,
    Hdop: attributes.hdop,
    Satellites: attributes.sat,
    Ignition: attributes.ignition,
    ...(odd(valid) && { valid }),
    ...(odd(outdated) && { outdated }),
    ...(odd(position.attributes) && !isRow(position.attributes) && { attributes: position.attributes }),
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
};

/**
 * Message id as a hash of the content. Traccar's own ids restart with its database, and a repeated position may have
 * none.
 */
const idOf = (uniqueId: string, said: unknown): string =>
  `traccar-${createHash('sha256')
    .update(JSON.stringify([uniqueId, said]))
    .digest('hex')
    .slice(0, 40)}`;

const idFault = (message: 'required' | 'characters') => invalid({ field: 'device.uniqueId', message });

const identifierOf = ({ device }: TraccarMessage): string => {
  // JSON numbers above 2^53 are rounded, so that two devices would become one.
  if (typeof device.uniqueId === 'number' && !Number.isSafeInteger(device.uniqueId))
    throw invalid({ field: 'device.uniqueId', message: 'maximum', values: { max: Number.MAX_SAFE_INTEGER } });
  const id = String(device.uniqueId).trim();
  if (id === '') throw idFault('required');
  if (!isStorable(id)) throw idFault('characters');
  return id;
};

/** Time at which the device raised its alarms: the first believable one of its times, or Traccar's time of arrival. */
const raisedAt = (position: unknown, event: unknown, receivedMs: number): string | undefined => {
  const [at, happened] = [isRow(position) ? position : {}, isRow(event) ? event : {}];
  const moments = [at.deviceTime, at.fixTime, happened.eventTime, at.serverTime].map(momentMs);
  const ms = moments.find(each => isPlausibleTime(each, receivedMs));
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

/** Converts a forwarded position or event to the form that every other platform sends. Undefined: nothing of use. */
export const readTraccar = (message: TraccarMessage, receivedMs: number): StatisticMessage | undefined => {
  const { position, event } = message;
  if ((position ?? event ?? null) === null) throw invalid({ field: 'position', message: 'required' });
  const { alarms } = alarmsOf(position, event);
  // An event about the connection, such as `deviceOffline`, comes from Traccar itself and not from the device.
  if ((position === undefined || position === null) && alarms.length === 0) return undefined;
  const Imei = identifierOf(message);
  const raised = raisedAt(position, event, receivedMs);
  if (alarms.length > 0 && raised === undefined)
    throw invalid({
      field: 'position.deviceTime',
      message: 'format',
      values: { format: '2026-01-15T09:30:00.000+00:00' },
    });
  // An unreadable position is passed on unchanged, so that the answer refuses it.
  const fix = isRow(position) ? (isFix(position) ? fixOf(position) : undefined) : (position ?? undefined);
  const about = isRow(fix) ? { Latitude: fix.Latitude, Longitude: fix.Longitude, Speed: fix.Speed } : {};
  const Positions = fix === undefined ? [] : [fix];
  const at = raised ?? iso(isRow(position) ? (position.deviceTime ?? position.fixTime) : undefined);
  const Alarms = alarms.map(({ kind, code }) => ({
    Kind: kind,
    ...(code && { Code: code }),
    DateTime: raised,
    ...about,
  }));
  const names = alarms.map(({ kind, code }) => (code ? `${kind} ${code}` : kind));
  return {
    MessageId: idOf(Imei, [at, Positions, names]),
    Imei,
    Positions,
    ...(Alarms.length > 0 && { Alarms }),
  };
};

/** Returns the result of the accident alarm, or of the SOS alarm if there is no accident. */
const accidentOf = (
  { MessageId, Duplicate, Quarantined, Cases = [] }: StatisticResult,
  makesCase: boolean,
): CrashResult | null => {
  const about = { MessageId, Duplicate, Quarantined };
  const found = Cases.find(({ Kind }) => Kind === 'crash') ?? Cases[0];
  if (found) {
    const { AccidentId, CrashUniqueIdentifier, Repeated } = found;
    return { ...about, AccidentId, CrashUniqueIdentifier, ...(Repeated && { Repeated }) };
  }
  return makesCase ? { ...about, AccidentId: null, CrashUniqueIdentifier: null } : null;
};

/** Converts the messages that Traccar forwards to this interface's messages, and stores them in the same way. */
export const traccarHandlers = ({ now, workers }: Context): HandlersOf<'POST /api/v3/ingest/traccar'> => ({
  'POST /api/v3/ingest/traccar': async ({ body, platform, change, locale }) => {
    const nowMs = now().getTime();
    const sent = readTraccar(body, nowMs);
    if (!sent) return { Telemetry: null, Accident: null };
    let answer: { Telemetry: StatisticResult | null; Accident: CrashResult | null } = {
      Telemetry: null,
      Accident: null,
    };
    for await (const message of readMessages(workers, 'statistic', sent, nowMs)) {
      const makesCase = message.alarms.some(({ kind }) => kind === 'accident' || kind === 'sos');
      const taken = withTexts(await change(tx => takeStatistic(tx, workers, platform, message)), locale);
      const { left } = alarmsOf(body.position, body.event);
      const Telemetry =
        left === 0 ? taken : { ...taken, Ignored: [...(taken.Ignored ?? []), { Field: 'alarm', Count: left }] };
      answer = { Telemetry, Accident: accidentOf(Telemetry, makesCase) };
    }
    return answer;
  },
});
