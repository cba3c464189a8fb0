import { createHash } from 'node:crypto';
import { type AlarmKind, alarmKinds, caseAlarms } from '../../../src/contract/alarms.ts';
import {
  type CrashMessage,
  type Curve,
  maxAlarms,
  type RowFault,
  type StatisticMessage,
} from '../../../src/contract/shapes/telemetry.ts';
import { isBlank } from '../../../src/schema/kinds/blank.ts';
import { momentMs, readMoment } from '../../domain/moment.ts';
import { encodeCurve } from '../../domain/telemetry/codec.ts';
import { type CurveSamples, curveSamplesOf } from '../../domain/telemetry/curves.ts';
import { type DrivingFault, drivingFaults, findDrivingFaults } from '../../domain/telemetry/drivingFaults.ts';
import { type Impact, impactOf } from '../../domain/telemetry/impact.ts';
import { convertFromMs2 } from '../../domain/telemetry/repair.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { type CrashContent, contentOf, type StatisticContent } from './content.ts';
import { createIgnoredCounter, type IgnoredCounter, type IgnoredValues } from './ignoredValues.ts';
import { correctTime, isPlausibleTime } from './plausibleTimes.ts';
import { type PreparedPositions, preparePositions } from './positions.ts';
import { alarmMembers, isRow, maxNamedRefusals, readOptionalNumber } from './rows.ts';

export interface PreparedCurve extends Pick<CurveSamples, 'startMs' | 'rateHz' | 'rangeG' | 'frame'> {
  readonly endMs: number;
  readonly samples: number;
  readonly data: Uint8Array;
  /** Hash of the measured values without their time. The same crash sent again has the same digest. */
  readonly digest: string;
  /**
   * Number of faulty samples by kind of fault, in acceleration that the device sent while driving. `quarantineReason`:
   * the fault that puts the curve into quarantine, or null.
   */
  readonly faults: Partial<Record<DrivingFault, number>>;
  readonly quarantineReason: DrivingFault | null;
}

export interface PreparedImpact {
  readonly crashMs: number;
  /** Position of the impact as the device sent it. Null: the coordinates were missing or 0/0. */
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  readonly speedKmh: number | null;
  readonly computed: Impact;
  /** True if the curve as sent did not contain the crash time, so that its times were shifted. */
  readonly clockShifted: boolean;
  /** True if the curve as sent was in m/s², and was converted to g. */
  readonly unitConverted: boolean;
  /**
   * Time that the device stated, ms since 1970, if its clock was wrong by years. `crashMs` is then another time. Null:
   * the clock was not wrong.
   */
  readonly wrongClockMs: number | null;
  /** True if part of the curve could not be read. */
  readonly damaged: boolean;
}

/** An alarm. Coordinates off the globe count as not sent. */
export interface PreparedAlarm {
  readonly kind: AlarmKind;
  /** The maker's name of the alarm. Empty if the name adds nothing to `kind`. */
  readonly code: string;
  readonly atMs: number;
  /**
   * Time that the device stated, ms since 1970, if its clock was wrong by years. `atMs` is then another time. Null: the
   * clock was not wrong.
   */
  readonly wrongClockMs: number | null;
  readonly speedKmh: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** An alarm that the server does not store, by its index in the message. */
export interface RefusedAlarm {
  readonly Row: number;
  readonly Field: 'Alarms' | 'Kind' | 'DateTime';
  readonly Reason: RowFault;
}

/**
 * A message ready to store. Everything that depends on the message alone is computed here, so that a worker thread can
 * do it.
 * Large arrays are typed and few, so they transfer without copying.
 */
export interface PreparedMessage {
  readonly kind: 'statistic' | 'crash';
  readonly messageId: string;
  readonly imei: string;
  readonly receivedMs: number;
  readonly positions: PreparedPositions;
  readonly curve: PreparedCurve | null;
  readonly impact: PreparedImpact | null;
  readonly alarms: readonly PreparedAlarm[];
  /** The first refused alarms of the message, which the answer names. */
  readonly refusedAlarms: readonly RefusedAlarm[];
  readonly refusedAlarmsCount: number;
  /** Invalid values of the message, which count as not sent. */
  readonly ignored: readonly IgnoredValues[];
  /** JSON of the message in UTF-8, for the quarantine. */
  readonly text: Uint8Array;
  /**
   * Hash of `text` as received. Tells another message under the same id from a repeated one. Null: quarantined by an
   * earlier release, which stored no hash.
   */
  readonly contentHash: string | null;
}

const digestOf = ({ longitudinalG, lateralG, verticalG, rateHz }: CurveSamples): string => {
  const hash = createHash('sha256').update(String(rateHz));
  for (const axis of [longitudinalG, lateralG, verticalG]) hash.update(axis);
  return hash.digest('hex');
};

const prepareCurve = (curve: CurveSamples): PreparedCurve => {
  const { startMs, rateHz, rangeG, frame } = curve;
  const samples = curve.longitudinalG.length;
  const endMs = startMs + Math.round((samples / rateHz) * 1000);
  const faults = findDrivingFaults(curve, defaultSettings);
  // A stuck axis puts only a curve into quarantine that is mostly stuck. Of any other, the stuck part is left out.
  const isHeldBack = (fault: DrivingFault): boolean =>
    fault !== 'clipped' && (faults[fault] ?? 0) > 0 && (fault !== 'frozenAxis' || faults.frozenAxis! * 2 >= samples);
  const quarantineReason = drivingFaults.find(isHeldBack) ?? null;
  const data = encodeCurve(curve);
  return { startMs, endMs, rateHz, rangeG, frame, samples, data, digest: digestOf(curve), faults, quarantineReason };
};

/**
 * Returns the curve of an impact in g. If it does not contain the message's crash time, shifts it so that its peak is at
 * the crash time. The crash time is authoritative.
 */
const alignCurve = (sentCurve: Curve, crashMs: number) => {
  const sentSamples = curveSamplesOf(sentCurve);
  const convertedSamples = convertFromMs2(sentSamples, defaultSettings);
  const unitConverted = convertedSamples !== undefined;
  const curve = convertedSamples ?? sentSamples;
  const endMs = curve.startMs + (curve.longitudinalG.length / curve.rateHz) * 1000;
  // The start of a recording is NaN if it could not be read. Both comparisons are then false, and the curve is shifted
  // to the crash.
  if (curve.startMs <= crashMs && crashMs <= endMs) return { curve, unitConverted, clockShifted: false };
  const startMs = crashMs - Math.round(impactOf(curve).facts.PeakAtMs ?? 0);
  return { curve: { ...curve, startMs }, unitConverted, clockShifted: curve.longitudinalG.length > 0 };
};

type SentRow = Readonly<Record<string, unknown>>;

/**
 * Returns the position of an impact, or null if none was sent. Coordinates off the globe count as invalid. 0/0 means
 * that the receiver had no position.
 */
const positionOf = (row: SentRow, ignored: IgnoredCounter): PreparedImpact['position'] => {
  const latitude = readOptionalNumber(row, 'Latitude', [-90, 90], ignored);
  const longitude = readOptionalNumber(row, 'Longitude', [-180, 180], ignored);
  return Math.abs(latitude) >= 0.001 || Math.abs(longitude) >= 0.001 ? toPosition(latitude, longitude) : null;
};

const toPosition = (latitude: number, longitude: number): PreparedImpact['position'] =>
  Number.isNaN(latitude) || Number.isNaN(longitude) ? null : { latitude, longitude };

const speedOf = (row: SentRow, ignored: IgnoredCounter): number | null => {
  const speed = readOptionalNumber(row, 'Speed', [0, defaultSettings.maximumSpeedKmh], ignored);
  return Number.isNaN(speed) ? null : speed;
};

const maxCodeLength = 64;

/** Kind of an alarm. Upper and lower case count as equal, because platforms also write `SOS`. */
const parseAlarmKind = (text: string): AlarmKind => {
  const name = text.trim().toLowerCase();
  return alarmKinds.find(each => each.toLowerCase() === name) ?? 'other';
};

/**
 * Returns the code of an alarm. If the kind is unknown, the code begins with the kind as sent, so that a reader sees
 * both.
 */
const alarmCodeOf = ({ Kind, Code }: SentRow, kind: AlarmKind, ignored: IgnoredCounter): string => {
  if (Code !== undefined && typeof Code !== 'string') ignored.count('Code');
  const unknownKind = kind === 'other' && String(Kind).trim().toLowerCase() !== 'other' ? String(Kind) : '';
  return [unknownKind, typeof Code === 'string' ? Code : '']
    .filter(Boolean)
    .join(' ')
    .slice(0, maxCodeLength)
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
};

const prepareAlarm = (
  value: unknown,
  receivedMs: number,
  ignored: IgnoredCounter,
): PreparedAlarm | Omit<RefusedAlarm, 'Row'> => {
  if (!isRow(value)) return { Field: 'Kind', Reason: 'type' };
  const { Kind } = value;
  if (isBlank(Kind)) return { Field: 'Kind', Reason: 'missing' };
  if (typeof Kind !== 'string') return { Field: 'Kind', Reason: 'type' };
  const kind = parseAlarmKind(Kind);
  const statedMs = readMoment(value.DateTime);
  if (typeof statedMs !== 'number') return { Field: 'DateTime', Reason: statedMs };
  const { ms: atMs, clockWrong } = correctTime(statedMs, receivedMs);
  const { latitude = null, longitude = null } = positionOf(value, ignored) ?? {};
  for (const name in value) if (!alarmMembers.has(name)) ignored.count(name);
  return {
    kind,
    code: alarmCodeOf(value, kind, ignored),
    atMs,
    wrongClockMs: clockWrong ? statedMs : null,
    speedKmh: speedOf(value, ignored),
    latitude,
    longitude,
  };
};

interface AlarmRow {
  readonly Row: number;
  readonly alarm: PreparedAlarm;
}

/**
 * Returns the rows that one message cannot store beside the others. Alarms that open cases are stored first. Of alarms
 * alike, the first in each minute is stored before its repeats, which tell nothing new.
 */
const surplusAlarms = (rows: readonly AlarmRow[]): readonly AlarmRow[] => {
  if (rows.length <= maxAlarms) return [];
  const seen = new Set<string>();
  const ranks = new Map<AlarmRow, number>();
  for (const row of rows) {
    const { kind, code, atMs } = row.alarm;
    const minute = `${kind} ${Math.floor(atMs / 60_000)} ${code}`;
    const opensCase = caseAlarms.some(each => each === kind);
    ranks.set(row, (seen.has(minute) ? 2 : 0) + (opensCase ? 0 : 1));
    seen.add(minute);
  }
  return [...rows].sort((a, b) => ranks.get(a)! - ranks.get(b)!).slice(maxAlarms);
};

const prepareAlarms = (rows: readonly unknown[], receivedMs: number, ignored: IgnoredCounter) => {
  const readable: AlarmRow[] = [];
  const refused: RefusedAlarm[] = [];
  for (const [Row, sent] of rows.entries()) {
    const prepared = prepareAlarm(sent, receivedMs, ignored);
    if ('atMs' in prepared) readable.push({ Row, alarm: prepared });
    else if (refused.length < maxNamedRefusals) refused.push({ Row, ...prepared });
  }
  const surplus = new Set(surplusAlarms(readable));
  const alarms = readable.flatMap(row => (surplus.has(row) ? [] : [row.alarm]));
  for (const { Row } of surplus) refused.push({ Row, Field: 'Alarms', Reason: 'surplus' });
  return {
    alarms,
    refusedAlarms: refused.sort((a, b) => a.Row - b.Row).slice(0, maxNamedRefusals),
    refusedAlarmsCount: rows.length - alarms.length,
  };
};

/** Matches the JSON escapes that PostgreSQL cannot store, such as `\u0000` and halves of surrogate pairs. */
const unstorableEscapes = /\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/** Whether the backslash at `at` starts an escape: the number of backslashes before it is even. */
const isEscape = (text: string, at: number): boolean => {
  let from = at;
  while (text[from - 1] === '\\') from--;
  return (at - from) % 2 === 0;
};

const serialiseMessage = (message: object): Uint8Array =>
  Buffer.from(
    JSON.stringify(message).replace(unstorableEscapes, (found, at: number, text: string) =>
      isEscape(text, at) ? '\\ufffd' : found,
    ),
  );

const prepareCommonParts = (message: StatisticContent | CrashContent, receivedMs: number, ignored: IgnoredCounter) => {
  const text = serialiseMessage(message);
  return {
    messageId: message.MessageId,
    imei: message.Imei,
    receivedMs,
    positions: preparePositions((message.Positions as unknown[] | undefined) ?? [], receivedMs, ignored),
    text,
    contentHash: createHash('sha256').update(text).digest('base64url').slice(0, 22),
  };
};

/** Prepares a recording. If its start is not a plausible time, returns null and counts the start as ignored. */
const preparePlausibleCurve = (sentCurve: Curve, receivedMs: number, ignored: IgnoredCounter): PreparedCurve | null => {
  // The start could not be read. The function that read the message has already counted it as ignored.
  if (sentCurve.Start === '') return null;
  const curve = curveSamplesOf(sentCurve);
  if (isPlausibleTime(curve.startMs, receivedMs)) return prepareCurve(curve);
  ignored.count('Acceleration.Start');
  return null;
};

const prepareStatistic = (message: StatisticMessage, receivedMs: number): PreparedMessage => {
  const ignored = createIgnoredCounter();
  const content = contentOf<StatisticContent>(message, ignored);
  return {
    kind: 'statistic',
    ...prepareCommonParts(content, receivedMs, ignored),
    curve: content.Acceleration ? preparePlausibleCurve(content.Acceleration, receivedMs, ignored) : null,
    impact: null,
    ...prepareAlarms((content.Alarms as unknown[] | undefined) ?? [], receivedMs, ignored),
    ignored: ignored.values(),
  };
};

/** Curve without samples, for an alarm without a recording. */
const emptyCurve = (Start: string): Curve => ({
  Start,
  RateHz: 1,
  Longitudinal: [],
  Lateral: [],
  Vertical: [],
  Frame: 'device',
});

/** Builds an impact without measured values from an alarm that has no recording. */
export const impactOfAlarm = ({ atMs, wrongClockMs, latitude, longitude, speedKmh }: PreparedAlarm) => {
  const curve = curveSamplesOf(emptyCurve(new Date(atMs).toISOString()));
  const position = latitude === null || longitude === null ? null : { latitude, longitude };
  const computed = impactOf(curve);
  const doubts = { clockShifted: false, unitConverted: false, wrongClockMs, damaged: false };
  const impact: PreparedImpact = { crashMs: atMs, position, speedKmh, computed, ...doubts };
  return { curve: prepareCurve(curve), impact };
};

const prepareCrash = (message: CrashMessage, receivedMs: number): PreparedMessage => {
  const ignored = createIgnoredCounter();
  const content = contentOf<CrashContent>(message, ignored);
  const statedMs = momentMs(content.CrashDateTime);
  const { ms: crashMs, clockWrong } = correctTime(statedMs, receivedMs);
  const aligned = alignCurve(content.Curve ?? emptyCurve(content.CrashDateTime), statedMs);
  // The recording has the same clock as the crash, so it moves by the same time.
  const curve = { ...aligned.curve, startMs: aligned.curve.startMs + crashMs - statedMs };
  return {
    kind: 'crash',
    ...prepareCommonParts(content, receivedMs, ignored),
    curve: prepareCurve(curve),
    impact: {
      crashMs,
      position: positionOf(content, ignored),
      speedKmh: speedOf(content, ignored),
      computed: impactOf(curve),
      clockShifted: aligned.clockShifted,
      unitConverted: aligned.unitConverted,
      wrongClockMs: clockWrong ? statedMs : null,
      damaged: content.Damaged ?? false,
    },
    alarms: [],
    refusedAlarms: [],
    refusedAlarmsCount: 0,
    ignored: ignored.values(),
  };
};

/** Prepares a message. `receivedMs`: time of arrival, ms since 1970, by which the message's times are checked. */
export const prepareMessage = (
  kind: PreparedMessage['kind'],
  message: StatisticMessage | CrashMessage,
  receivedMs: number,
): PreparedMessage =>
  kind === 'statistic'
    ? prepareStatistic(message as StatisticMessage, receivedMs)
    : prepareCrash(message as CrashMessage, receivedMs);
