import { createHash } from 'node:crypto';
import type { CrashMessage, Position, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import type { TraccarMessage, TraccarPosition } from '../../../src/contract/shapes/traccar.ts';
import { invalid } from '../../errors.ts';
import { alarmsOf } from './alarms.ts';

const kmhPerKnot = 1.852;

/** Traccar writes times with an offset, older versions without its colon. */
const iso = (time: string | null | undefined): string | undefined => {
  if (!time) return undefined;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? time : new Date(ms).toISOString();
};

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const kmhOf = ({ speed }: TraccarPosition): number | undefined =>
  speed === undefined ? undefined : Number((speed * kmhPerKnot).toFixed(2));

/** Without a fix of its own it says that the device lives, and nothing of where it is. */
const isFix = ({ valid, outdated }: TraccarPosition): boolean => valid !== false && outdated !== true;

const fixOf = (position: TraccarPosition): Position => {
  const { latitude: Latitude, longitude: Longitude, course, altitude, attributes } = position;
  const [Speed, Hdop, satellites] = [kmhOf(position), numberOf(attributes?.hdop), numberOf(attributes?.sat)];
  const ignition = attributes?.ignition;
  return {
    // One without a time is named in the answer and not stored.
    DateTime: iso(position.fixTime ?? position.deviceTime) ?? '',
    Latitude,
    Longitude,
    ...(Speed !== undefined && { Speed }),
    ...(course !== undefined && { Course: course }),
    ...(altitude !== undefined && { Altitude: altitude }),
    ...(Hdop !== undefined && { Hdop }),
    ...(satellites !== undefined && { Satellites: Math.round(satellites) }),
    ...(typeof ignition === 'boolean' && { Ignition: ignition }),
  };
};

/** Its own ids begin again with its database, and a position sent again may have none: what it says is what it is. */
const idOf = (uniqueId: string, said: unknown): string =>
  `traccar-${createHash('sha256')
    .update(JSON.stringify([uniqueId, said]))
    .digest('hex')
    .slice(0, 40)}`;

/** What is of no use in Traccar's words as the messages of our own calls. */
export interface ReadTraccar {
  readonly statistic?: StatisticMessage;
  readonly crash?: CrashMessage;
}

/** A forwarded position or event in the shapes that every other platform sends; nothing of it: neither is there. */
export const readTraccar = (message: TraccarMessage): ReadTraccar => {
  const { device, position, event } = message;
  const alarms = alarmsOf(message);
  if (event && alarms.size === 0) return {};
  if (!event && !position) return {};
  const Imei = device.uniqueId.trim();
  if (!/^\d{15}$/.test(Imei))
    throw invalid({ field: 'device.uniqueId', message: 'format', values: { format: 'IMEI' } });
  const at = iso(position?.deviceTime ?? position?.fixTime ?? event?.eventTime);
  const fix = position && isFix(position) ? fixOf(position) : undefined;
  const place = fix && {
    Latitude: fix.Latitude,
    Longitude: fix.Longitude,
    ...(fix.Speed !== undefined && { Speed: fix.Speed }),
  };
  const reported = at === undefined ? [] : [...alarms].filter(alarm => alarm !== 'accident');
  const Positions = fix ? [fix] : [];
  return {
    statistic: {
      MessageId: idOf(Imei, [at, Positions, reported]),
      Imei,
      Positions,
      ...(reported.length > 0 && { Alarms: reported.map(Kind => ({ Kind, DateTime: at!, ...place })) }),
    },
    // A case without a curve: the device tells of an accident and does not say what it felt.
    ...(alarms.has('accident') &&
      at !== undefined && {
        crash: {
          MessageId: idOf(Imei, ['accident', at]),
          Imei,
          CrashDateTime: at,
          ...place,
          Curve: { Start: at, RateHz: 1, Longitudinal: [], Lateral: [], Vertical: [], Frame: 'device' as const },
        },
      }),
  };
};
