import type { CrashMessage, Curve, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import { alarmMembers, isRow, positionMembers } from './rows.ts';

/** Smaller numbers become 0. They mean the same to every reader, and jsonb would write 1e-308 with all its digits. */
const smallest = 1e-9;
/**
 * Larger numbers become this limit. They are out of range for every reader, and jsonb would write 1e308 with all its
 * digits.
 */
const largest = 1e9;
/** Longest text that is read from a member of a row, in characters. */
const longestText = 128;

/** Returns a value of bounded size that every reader treats like the sent one. */
const bounded = (value: unknown): unknown => {
  if (typeof value === 'number') {
    if (Math.abs(value) < smallest) return 0;
    return Math.abs(value) > largest ? Math.sign(value) * largest : value;
  }
  if (typeof value === 'string') return value.slice(0, longestText);
  return typeof value === 'object' && value !== null ? {} : value;
};

const boundedRows = (
  rows: readonly unknown[] | null | undefined,
  boundedRow: (row: Readonly<Record<string, unknown>>) => object,
): unknown[] | null | undefined =>
  rows?.map(row => (isRow(row) ? boundedRow(row) : null)) ?? (rows as null | undefined);

/** Returns a row with bounded values. The names of unknown members stay, because the answer counts the members. */
const boundedBy =
  (members: ReadonlySet<string>) =>
  (row: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, members.has(name) ? bounded(value) : 0]));

const boundedPosition = boundedBy(positionMembers);
const boundedAlarm = boundedBy(alarmMembers);

const boundedAxis = (samples: readonly number[]): number[] =>
  samples.map(sample => (Math.abs(sample) < smallest ? 0 : sample));

const boundedCurve = <Sent extends Curve | null | undefined>(curve: Sent): Sent =>
  curve
    ? {
        ...curve,
        Longitudinal: boundedAxis(curve.Longitudinal),
        Lateral: boundedAxis(curve.Lateral),
        Vertical: boundedAxis(curve.Vertical),
      }
    : curve;

/** An object with the member, or an empty object if the member was not sent. */
const sent = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });

/**
 * The members of a message that are read, with values of bounded length. The bounded message means the same, so the
 * quarantine can store it.
 * An unbounded body of 11 MB can take 500 MB as PostgreSQL returns it.
 */
export const contentOf = <Message extends StatisticMessage | CrashMessage>(message: Message): Message => {
  const { Alarms, Acceleration, CrashDateTime, Curve, Latitude, Longitude, Speed } = message as Partial<
    StatisticMessage & CrashMessage
  >;
  return {
    MessageId: message.MessageId,
    Imei: message.Imei,
    ...sent('CrashDateTime', CrashDateTime),
    ...sent('Latitude', bounded(Latitude)),
    ...sent('Longitude', bounded(Longitude)),
    ...sent('Speed', bounded(Speed)),
    ...sent('Positions', boundedRows(message.Positions, boundedPosition)),
    ...sent('Acceleration', boundedCurve(Acceleration)),
    ...sent('Curve', boundedCurve(Curve)),
    ...sent('Alarms', boundedRows(Alarms, boundedAlarm)),
  } as Message;
};
