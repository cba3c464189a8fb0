import {
  type CrashMessage,
  type Curve,
  maxSamples,
  type StatisticMessage,
} from '../../../src/contract/shapes/telemetry.ts';
import { normaliseIdentifier } from '../../../src/schema/kinds/imei.ts';
import { momentMs } from '../../domain/moment.ts';
import type { IgnoredCounter } from './ignoredValues.ts';
import { alarmMembers, isRow, positionMembers } from './rows.ts';

const curveMembers = new Set(['Start', 'RateHz', 'Longitudinal', 'Lateral', 'Vertical', 'RangeG', 'Frame']);
const axes = ['Longitudinal', 'Lateral', 'Vertical'] as const;

/** Largest acceleration that a sensor can report, g. */
const maxG = 2000;
const maxRateHz = 100_000;
/** Longest recording, s. */
const maxDurationS = 24 * 3600;
/**
 * Numbers closer to 0 than this value become 0. Every reader treats them as 0, and PostgreSQL's jsonb would write
 * 1e-308 with all its digits.
 */
const smallestNumber = 1e-9;

const isSample = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= maxG;

/** Returns the longest range of samples in which every axis has a valid value. `to` is exclusive. */
const longestCompleteRange = (axisValues: readonly (readonly unknown[])[], length: number) => {
  let [from, to, startIndex] = [0, 0, 0];
  for (let index = 0; index <= length; index++) {
    if (index < length && axisValues.every(axis => isSample(axis[index]))) continue;
    if (index - startIndex > to - from) [from, to] = [startIndex, index];
    startIndex = index + 1;
  }
  return { from, to };
};

/**
 * Reads a recording. Returns null if nothing can be read.
 * Invalid parts count as not sent, because a faulty recording must not prevent its impact from being stored. If samples
 * are missing, keeps the longest range without a gap. `Start` is empty if it cannot be read.
 */
const readCurve = (value: unknown, name: 'Acceleration' | 'Curve', ignored: IgnoredCounter): Curve | null => {
  if (value === undefined || value === null) return null;
  const ignoreField = (field: string): null => {
    ignored.count(field);
    return null;
  };
  if (!isRow(value)) return ignoreField(name);
  for (const member of Object.keys(value)) if (!curveMembers.has(member)) ignored.count(`${name}.${member}`);
  const axisLists: (readonly unknown[])[] = [];
  for (const axis of axes) {
    const list = value[axis];
    if (!Array.isArray(list)) return ignoreField(`${name}.${axis}`);
    axisLists.push(list);
  }
  const { RateHz, RangeG, Frame, Start } = value;
  const length = Math.min(maxSamples, ...axisLists.map(each => each.length));
  if (!(typeof RateHz === 'number' && RateHz > 0 && RateHz <= maxRateHz && length / RateHz <= maxDurationS))
    return ignoreField(`${name}.RateHz`);
  for (const [n, axis] of axes.entries()) {
    const list = axisLists[n] as readonly unknown[];
    const invalidCount = list.slice(0, length).filter(value => !isSample(value)).length + list.length - length;
    if (invalidCount > 0) ignored.count(`${name}.${axis}`, invalidCount);
  }
  const { from, to } = longestCompleteRange(axisLists, length);
  const axisSamples = (n: number): number[] =>
    (axisLists[n] as readonly number[]).slice(from, to).map(value => (Math.abs(value) < smallestNumber ? 0 : value));
  const hasRange = typeof RangeG === 'number' && RangeG > 0 && RangeG <= maxG;
  if (!hasRange && RangeG !== undefined && RangeG !== null) ignored.count(`${name}.RangeG`);
  const hasFrame = Frame === 'vehicle' || Frame === 'device';
  if (!hasFrame) ignored.count(`${name}.Frame`);
  const startMs = momentMs(Start);
  if (Number.isNaN(startMs)) ignored.count(`${name}.Start`);
  return {
    Start: Number.isNaN(startMs)
      ? ''
      : from === 0
        ? String(Start)
        : new Date(startMs + (from / RateHz) * 1000).toISOString(),
    RateHz,
    Longitudinal: axisSamples(0),
    Lateral: axisSamples(1),
    Vertical: axisSamples(2),
    ...(hasRange && { RangeG }),
    // Without a valid `Frame`, the samples are treated as measured in the device's own axes and not in the vehicle's.
    Frame: hasFrame ? Frame : 'device',
  };
};

/**
 * Numbers above this value are reduced to it. They are out of range for every reader, and PostgreSQL's jsonb would
 * write 1e308 with all its digits.
 */
const largestNumber = 1e9;
/** Maximum number of characters that are read from a text in a row, such as the code of an alarm. */
const maxTextLength = 128;

/** Returns a shortened value. Every function that reads messages treats it like the value that the device sent. */
const boundValue = (value: unknown): unknown => {
  if (typeof value === 'number') {
    if (Math.abs(value) < smallestNumber) return 0;
    return Math.abs(value) > largestNumber ? Math.sign(value) * largestNumber : value;
  }
  if (typeof value === 'string') return value.slice(0, maxTextLength);
  return typeof value === 'object' && value !== null ? {} : value;
};

/**
 * Returns the rows of a list with bounded values. A value that is not an array becomes one row. A row that is not a
 * JSON object becomes null, so that the answer refuses the row by its index.
 */
const boundRows = (
  rows: unknown,
  boundRow: (row: Readonly<Record<string, unknown>>) => object,
): unknown[] | undefined => {
  if (rows === undefined || rows === null) return undefined;
  return (Array.isArray(rows) ? rows : [rows]).map(row => (isRow(row) ? boundRow(row) : null));
};

/**
 * Returns a row with bounded values. Unknown members keep their names and get the value 0, because the answer counts
 * them. The members are sorted, because a platform may send a message again with its members in another order.
 */
const boundMembers =
  (members: ReadonlySet<string>) =>
  (row: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(
      Object.entries(row)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => [name, members.has(name) ? boundValue(value) : 0]),
    );

const limitPosition = boundMembers(positionMembers);
const boundAlarm = boundMembers(alarmMembers);

const optionalMember = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });

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
const essentialCurveFields = [
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
 * Returns the members of a message that the server reads, with values of bounded length. The quarantine stores the
 * result instead of the message, because both mean the same. Values that cannot be read are counted as ignored. An
 * unbounded body of 11 MB can take 500 MB when PostgreSQL returns it.
 */
export const contentOf = <Content extends MessageContent>(
  message: StatisticMessage | CrashMessage,
  ignored: IgnoredCounter,
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
    (message as { readonly Damaged?: unknown }).Damaged === true ||
    essentialCurveFields.some(field => curveFaults.has(field));
  return {
    // A platform may send an identifier that consists of digits, such as an IMEI, as a JSON number.
    MessageId: String(message.MessageId),
    Imei: normaliseIdentifier(String(message.Imei)),
    ...optionalMember('CrashDateTime', CrashDateTime),
    ...optionalMember('Latitude', boundValue(Latitude)),
    ...optionalMember('Longitude', boundValue(Longitude)),
    ...optionalMember('Speed', boundValue(Speed)),
    Positions: boundRows(message.Positions, limitPosition) ?? [],
    ...optionalMember('Acceleration', readCurve(Acceleration, 'Acceleration', ignored) ?? undefined),
    ...optionalMember('Curve', curve ?? undefined),
    ...optionalMember('Damaged', isDamaged || undefined),
    ...optionalMember('Alarms', boundRows(Alarms, boundAlarm)),
  } as unknown as Content;
};
