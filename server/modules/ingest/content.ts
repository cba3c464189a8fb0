import type { CrashMessage, Curve, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import { readCurve } from './curveReading.ts';
import type { Ignored } from './ignored.ts';
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

/** The rows of a list. A value that is no list is a row that cannot be read, so that it is refused by its number. */
const boundedRows = (
  rows: unknown,
  boundedRow: (row: Readonly<Record<string, unknown>>) => object,
): unknown[] | undefined => {
  if (rows === undefined || rows === null) return undefined;
  return (Array.isArray(rows) ? rows : [rows]).map(row => (isRow(row) ? boundedRow(row) : null));
};

/** Returns a row with bounded values. The names of unknown members stay, because the answer counts the members. */
const boundedBy =
  (members: ReadonlySet<string>) =>
  (row: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, members.has(name) ? bounded(value) : 0]));

const boundedPosition = boundedBy(positionMembers);
const boundedAlarm = boundedBy(alarmMembers);

/** An object with the member, or an empty object if the member was not sent. */
const sent = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });

/** A message with its recording, if that can be read. */
export type StatisticContent = Omit<StatisticMessage, 'Acceleration'> & { readonly Acceleration?: Curve };
export type CrashContent = Omit<CrashMessage, 'Curve'> & {
  readonly Curve?: Curve;
  /** Part of the recording could not be read, or was wrong. */
  readonly Damaged?: boolean;
};

export type MessageContent = StatisticContent | CrashContent;

const messageMembers: ReadonlySet<string> = new Set([
  'MessageId',
  'Imei',
  'CrashDateTime',
  'Latitude',
  'Longitude',
  'Speed',
  'Positions',
  'Acceleration',
  'Curve',
  'Alarms',
  'Damaged',
]);

/** Fields of a recording that change its meaning. A fault in one of them makes the recording unreliable. */
const neededOfCurve = [
  'Curve',
  'Curve.Start',
  'Curve.Longitudinal',
  'Curve.Lateral',
  'Curve.Vertical',
  'Curve.RateHz',
  'Curve.RangeG',
  'Curve.Frame',
];

/**
 * The members of a message that are read, with values of bounded length. The bounded message means the same, so the
 * quarantine can store it. Values that cannot be read count as ignored.
 * An unbounded body of 11 MB can take 500 MB as PostgreSQL returns it.
 */
export const contentOf = <Content extends MessageContent>(
  message: StatisticMessage | CrashMessage,
  ignored: Ignored,
): Content => {
  const { Alarms, Acceleration, CrashDateTime, Curve, Latitude, Longitude, Speed } = message as Partial<
    StatisticMessage & CrashMessage
  >;
  for (const name of Object.keys(message)) if (!messageMembers.has(name)) ignored.count(name);
  const curve = readCurve(Curve, 'Curve', ignored);
  const isDamaged =
    (message as { readonly Damaged?: unknown }).Damaged === true ||
    ignored.values().some(({ Field }) => neededOfCurve.includes(Field));
  return {
    // Identifiers of digits may come as numbers.
    MessageId: String(message.MessageId),
    Imei: String(message.Imei).trim(),
    ...sent('CrashDateTime', CrashDateTime),
    ...sent('Latitude', bounded(Latitude)),
    ...sent('Longitude', bounded(Longitude)),
    ...sent('Speed', bounded(Speed)),
    Positions: boundedRows(message.Positions, boundedPosition) ?? [],
    ...sent('Acceleration', readCurve(Acceleration, 'Acceleration', ignored) ?? undefined),
    ...sent('Curve', curve ?? undefined),
    ...sent('Damaged', isDamaged || undefined),
    ...sent('Alarms', boundedRows(Alarms, boundedAlarm)),
  } as unknown as Content;
};
