import type { CrashMessage, Curve, StatisticMessage } from '../../../src/contract/shapes/telemetry.ts';
import { momentMs } from '../../domain/moment.ts';
import type { Ignored } from './ignoredValues.ts';
import { alarmMembers, isRow, positionMembers } from './rows.ts';

const members = new Set(['Start', 'RateHz', 'Longitudinal', 'Lateral', 'Vertical', 'RangeG', 'Frame']);
const axes = ['Longitudinal', 'Lateral', 'Vertical'] as const;

/** Largest acceleration that a sensor can report, g. */
const largestG = 2000;
const fastestHz = 100_000;
/** Longest recording, s. */
const longestS = 24 * 3600;
/** Smaller numbers become 0. They mean the same to every reader, and jsonb would write 1e-308 with all its digits. */
const smallest = 1e-9;

const isSample = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= largestG;

/** Returns the longest range of samples in which every axis has a valid value. `to` is exclusive. */
const wholeStretch = (sent: readonly (readonly unknown[])[], length: number) => {
  let [from, to, begun] = [0, 0, 0];
  for (let at = 0; at <= length; at++) {
    if (at < length && sent.every(axis => isSample(axis[at]))) continue;
    if (at - begun > to - from) [from, to] = [begun, at];
    begun = at + 1;
  }
  return { from, to };
};

/**
 * Reads a recording. Returns null if nothing can be read.
 * Invalid parts count as not sent, because a faulty recording must not prevent its impact from being stored. If samples
 * are missing, keeps the longest range without a gap. `Start` is empty if it cannot be read.
 */
const readCurve = (sent: unknown, name: 'Acceleration' | 'Curve', ignored: Ignored): Curve | null => {
  if (sent === undefined || sent === null) return null;
  const none = (field: string): null => {
    ignored.count(field);
    return null;
  };
  if (!isRow(sent)) return none(name);
  for (const member of Object.keys(sent)) if (!members.has(member)) ignored.count(`${name}.${member}`);
  const lists: (readonly unknown[])[] = [];
  for (const axis of axes) {
    const list = sent[axis];
    if (!Array.isArray(list)) return none(`${name}.${axis}`);
    lists.push(list);
  }
  const { RateHz, RangeG, Frame, Start } = sent;
  const length = Math.min(...lists.map(each => each.length));
  if (!(typeof RateHz === 'number' && RateHz > 0 && RateHz <= fastestHz && length / RateHz <= longestS))
    return none(`${name}.RateHz`);
  for (const [n, axis] of axes.entries()) {
    const list = lists[n] as readonly unknown[];
    const lost = list.slice(0, length).filter(value => !isSample(value)).length + list.length - length;
    if (lost > 0) ignored.count(`${name}.${axis}`, lost);
  }
  const { from, to } = wholeStretch(lists, length);
  const samples = (n: number): number[] =>
    (lists[n] as readonly number[]).slice(from, to).map(value => (Math.abs(value) < smallest ? 0 : value));
  const isRange = typeof RangeG === 'number' && RangeG > 0 && RangeG <= largestG;
  if (!isRange && RangeG !== undefined && RangeG !== null) ignored.count(`${name}.RangeG`);
  const isFrame = Frame === 'vehicle' || Frame === 'device';
  if (!isFrame) ignored.count(`${name}.Frame`);
  const startMs = momentMs(Start);
  if (Number.isNaN(startMs)) ignored.count(`${name}.Start`);
  return {
    Start: Number.isNaN(startMs)
      ? ''
      : from === 0
        ? String(Start)
        : new Date(startMs + (from / RateHz) * 1000).toISOString(),
    RateHz,
    Longitudinal: samples(0),
    Lateral: samples(1),
    Vertical: samples(2),
    ...(isRange && { RangeG }),
    // Without a valid `Frame` the axes are not known to be the vehicle's, so they count as the device's own.
    Frame: isFrame ? Frame : 'device',
  };
};

/**
 * Larger numbers are reduced to this value. They are out of range for every reader, and PostgreSQL's jsonb would write
 * 1e308 with all its digits.
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

/**
 * Returns the rows of a list with bounded values. A value that is not an array becomes one row. A row that is not an
 * object becomes null, so that the answer refuses it by its index.
 */
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

/** Returns an object with this single member, or an empty object if the value was not sent. */
const sent = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });

/** A message with the recording that could be read, or without a recording. */
export type StatisticContent = Omit<StatisticMessage, 'Acceleration'> & { readonly Acceleration?: Curve };
export type CrashContent = Omit<CrashMessage, 'Curve'> & {
  readonly Curve?: Curve;
  /** True if part of the recording could not be read or was wrong. */
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

/** Members of a recording that change its meaning. If one of them is invalid, the recording is unreliable. */
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
 * Returns the members of a message that the server reads, with values of bounded length. The result means the same as
 * the message, so the quarantine stores it instead. Counts values that cannot be read as ignored.
 * An unbounded body of 11 MB can take 500 MB when PostgreSQL returns it.
 */
export const contentOf = <Content extends MessageContent>(
  message: StatisticMessage | CrashMessage,
  ignored: Ignored,
): Content => {
  const { Alarms, Acceleration, CrashDateTime, Curve, Latitude, Longitude, Speed } = message as Partial<
    StatisticMessage & CrashMessage
  >;
  for (const name of Object.keys(message)) if (!messageMembers.has(name)) ignored.count(name);
  // Collects the faults of the recording separately, because an answer names only a limited number of fields.
  const curveFaults = new Set<string>();
  const curve = readCurve(Curve, 'Curve', {
    ...ignored,
    count: (field, times) => {
      curveFaults.add(field);
      ignored.count(field, times);
    },
  });
  const isDamaged =
    (message as { readonly Damaged?: unknown }).Damaged === true || neededOfCurve.some(field => curveFaults.has(field));
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
