import { createHash } from 'node:crypto';
import type { CrashResult, StatisticMessage, StatisticResult } from '../../../src/contract/shapes/telemetry.ts';
import type { TraccarMessage } from '../../../src/contract/shapes/traccar.ts';
import { normaliseIdentifier } from '../../../src/schema/kinds/imei.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { momentMs } from '../../domain/moment.ts';
import { invalid } from '../../errors.ts';
import { isPlausibleTime, isRow, readMessages, storeStatisticMessage, withTexts } from '../ingest/service.ts';
import { alarmsOf } from './alarms.ts';

type TraccarRow = Readonly<Record<string, unknown>>;

const kmhPerKnot = 1.852;

/** Converts a time of Traccar to ISO 8601. Older versions write the offset without a colon. */
const iso = (time: unknown): unknown => {
  const ms = momentMs(time);
  return Number.isNaN(ms) ? time : new Date(ms).toISOString();
};

const toKmh = (speed: unknown): unknown =>
  typeof speed === 'number' ? Number((speed * kmhPerKnot).toFixed(2)) : speed;

/**
 * Whether a position comes from a new fix of the receiver. Without a new fix the message only shows that the device is
 * alive.
 */
const isFix = ({ valid, outdated }: TraccarRow): boolean => valid !== false && outdated !== true;

/**
 * Returns the values of a position under the names of this server's API. Values of a wrong type are passed on, and
 * their reader counts them as ignored.
 */
const toPosition = (position: TraccarRow): TraccarRow => {
  const { latitude: Latitude, longitude: Longitude, course, altitude, speed, valid, outdated } = position;
  const attributes = isRow(position.attributes) ? position.attributes : {};
  const isWrongType = (value: unknown) => value !== undefined && value !== null && typeof value !== 'boolean';
  const values = {
    // A fix without a time is not stored. The answer names it as refused.
    DateTime: iso(position.fixTime ?? position.deviceTime) ?? '',
    Latitude,
    Longitude,
    Speed: toKmh(speed),
    Course: course,
    Altitude: altitude,
    Hdop: attributes.hdop,
    Satellites: attributes.sat,
    Ignition: attributes.ignition,
    ...(isWrongType(valid) && { valid }),
    ...(isWrongType(outdated) && { outdated }),
    ...(isWrongType(position.attributes) && !isRow(position.attributes) && { attributes: position.attributes }),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
};

/**
 * Returns the id of a message, a hash of its content. Traccar's own ids start from 1 again with a new database, and a
 * repeated position may have none.
 */
const messageIdOf = (uniqueId: string, content: unknown): string =>
  `traccar-${createHash('sha256')
    .update(JSON.stringify([uniqueId, content]))
    .digest('hex')
    .slice(0, 40)}`;

const idFault = (message: 'required' | 'characters') => invalid({ field: 'device.uniqueId', message });

const identifierOf = ({ device }: TraccarMessage): string => {
  // An identifier above 2^53 as a JSON number is refused. Such numbers are rounded, so that two devices would become
  // one.
  if (typeof device.uniqueId === 'number' && !Number.isSafeInteger(device.uniqueId))
    throw invalid({ field: 'device.uniqueId', message: 'maximum', values: { max: Number.MAX_SAFE_INTEGER } });
  const id = normaliseIdentifier(String(device.uniqueId));
  if (id === '') throw idFault('required');
  if (!isStorable(id)) throw idFault('characters');
  return id;
};

/**
 * Time at which the device raised its alarms: the first plausible time of the message. Traccar's time of arrival is
 * tried last. If none is plausible, the first readable one, which is then corrected as in any message.
 */
const readAlarmTime = (position: unknown, event: unknown, receivedMs: number): string | undefined => {
  const [positionRow, eventRow] = [isRow(position) ? position : {}, isRow(event) ? event : {}];
  const moments = [positionRow.deviceTime, positionRow.fixTime, eventRow.eventTime, positionRow.serverTime].map(
    momentMs,
  );
  const ms = moments.find(each => isPlausibleTime(each, receivedMs)) ?? moments.find(each => !Number.isNaN(each));
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

/** Returns a position or an event with its attributes as a JSON object. Templates of Traccar may write them as a text. */
const parseAttributes = (value: unknown): unknown => {
  if (!isRow(value) || typeof value.attributes !== 'string') return value;
  try {
    const attributes: unknown = JSON.parse(value.attributes);
    return isRow(attributes) ? { ...value, attributes } : value;
  } catch {
    return value;
  }
};

interface TraccarParts {
  readonly position: unknown;
  readonly events: readonly unknown[];
}

/** Returns the position and the events of a message, which may have a list of events. */
const partsOf = ({ position, event, events }: TraccarMessage): TraccarParts => ({
  position: parseAttributes(position),
  events: [event, events]
    .flat()
    .filter(each => each !== undefined && each !== null)
    .map(parseAttributes),
});

/** Returns the alarms of a message by event. The alarms of the position come with those of the first event. */
const alarmsByEvent = ({ position, events }: TraccarParts) =>
  (events.length === 0 ? [undefined] : events).map((event, i) => ({
    event,
    ...alarmsOf(i === 0 ? position : undefined, event),
  }));

/**
 * Converts a forwarded position or event to the form that every other platform sends. Undefined: the message contains
 * nothing that the server uses.
 */
export const readTraccar = (message: TraccarMessage, receivedMs: number): StatisticMessage | undefined => {
  const parts = partsOf(message);
  const { position, events } = parts;
  if ((position ?? null) === null && events.length === 0) throw invalid({ field: 'position', message: 'required' });
  const alarms = alarmsByEvent(parts).flatMap(({ event, alarms }) => {
    const atTime = readAlarmTime(position, event, receivedMs);
    return alarms.map(alarm => ({ ...alarm, atTime }));
  });
  // An event about the connection, such as `deviceOffline`, comes from Traccar itself and not from the device.
  if ((position === undefined || position === null) && alarms.length === 0) return undefined;
  const Imei = identifierOf(message);
  if (alarms.some(({ atTime }) => atTime === undefined))
    throw invalid({
      field: 'position.deviceTime',
      message: 'format',
      values: { format: '2026-01-15T09:30:00.000+00:00' },
    });
  // An unreadable position is passed on unchanged, so that the answer refuses it.
  const fix = isRow(position) ? (isFix(position) ? toPosition(position) : undefined) : (position ?? undefined);
  const location = isRow(fix) ? { Latitude: fix.Latitude, Longitude: fix.Longitude, Speed: fix.Speed } : {};
  const Positions = fix === undefined ? [] : [fix];
  const time =
    readAlarmTime(position, events[0], receivedMs) ??
    iso(isRow(position) ? (position.deviceTime ?? position.fixTime) : undefined);
  const Alarms = alarms.map(({ kind, code, atTime }) => ({
    Kind: kind,
    ...(code && { Code: code }),
    DateTime: atTime,
    ...location,
  }));
  const names = alarms.map(({ kind, code }) => (code ? `${kind} ${code}` : kind));
  return {
    MessageId: messageIdOf(Imei, [time, Positions, names]),
    Imei,
    Positions,
    ...(Alarms.length > 0 && { Alarms }),
  };
};

/** Returns the result of the accident alarm, or of the SOS alarm if the message has no accident alarm. */
const toCrashResult = (
  { MessageId, Duplicate, Quarantined, Cases = [] }: StatisticResult,
  opensCase: boolean,
): CrashResult | null => {
  const receipt = { MessageId, Duplicate, Quarantined };
  const caseResult = Cases.find(({ Kind }) => Kind === 'crash') ?? Cases[0];
  if (caseResult) {
    const { AccidentId, CrashUniqueIdentifier, Repeated } = caseResult;
    return { ...receipt, AccidentId, CrashUniqueIdentifier, ...(Repeated && { Repeated }) };
  }
  return opensCase ? { ...receipt, AccidentId: null, CrashUniqueIdentifier: null } : null;
};

/** Converts the messages that Traccar forwards to this interface's messages, and stores them in the same way. */
export const traccarHandlers = ({ now, workers }: Context): HandlersOf<'POST /api/v3/ingest/traccar'> => ({
  'POST /api/v3/ingest/traccar': async ({ body, platform, change, locale }) => {
    const nowMs = now().getTime();
    const converted = readTraccar(body, nowMs);
    if (!converted) return { Telemetry: null, Accident: null };
    let answer: { Telemetry: StatisticResult | null; Accident: CrashResult | null } = {
      Telemetry: null,
      Accident: null,
    };
    const { messages } = await readMessages(workers, 'statistic', converted, nowMs);
    for (const message of messages) {
      const opensCase = message.alarms.some(({ kind }) => kind === 'accident' || kind === 'sos');
      const stored = withTexts(await change(tx => storeStatisticMessage(tx, workers, platform, message)), locale);
      const leftOut = alarmsByEvent(partsOf(body)).reduce((sum, each) => sum + each.leftOut, 0);
      const Telemetry =
        leftOut === 0
          ? stored
          : { ...stored, Ignored: [...(stored.Ignored ?? []), { Field: 'alarm', Count: leftOut }] };
      answer = { Telemetry, Accident: toCrashResult(Telemetry, opensCase) };
    }
    return answer;
  },
});
