import { maxPositions, type RowFault } from '../../../src/contract/shapes/telemetry.ts';
import { isBlank } from '../../../src/schema/kinds/blank.ts';
import { readMoment } from '../../domain/moment.ts';
import { createTrack, pickFixes, type Track } from '../../domain/telemetry/positions.ts';
import type { IgnoredCounter } from './ignoredValues.ts';

export interface RefusedRow {
  readonly Row: number;
  readonly Field: 'Positions' | 'DateTime' | 'Latitude' | 'Longitude';
  readonly Reason: RowFault;
}

/** Maximum number of refused rows that an answer names. A list of all would take the memory of a large body again. */
export const maxNamedRefusals = 20;

export interface CheckedRows {
  /**
   * Fixes that can be stored, in the order sent. Positions off the globe are included, because `findFixFaults` finds
   * them later.
   */
  readonly track: Track;
  /** The first refused rows, at most `maxNamedRefusals`. */
  readonly refused: readonly RefusedRow[];
  readonly refusedCount: number;
  /** Number of refused rows that are not stored: no time, a position that no block can hold, or a surplus row. */
  readonly droppedCount: number;
}

/** Largest absolute value of a coordinate that a block can store, degrees. */
const maxStorableDegrees = 1000;

type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const positionMembers: ReadonlySet<string> = new Set([
  'DateTime',
  'Latitude',
  'Longitude',
  'Speed',
  'Course',
  'Altitude',
  'Hdop',
  'Satellites',
  'Ignition',
]);

export const alarmMembers: ReadonlySet<string> = new Set([
  'Kind',
  'Code',
  'DateTime',
  'Latitude',
  'Longitude',
  'Speed',
]);

/**
 * Reads an optional number of a row. A value of another type or out of range, such as a speed of -1, gives NaN and
 * counts as ignored. The row stays valid.
 */
export const readOptionalNumber = (
  row: Row,
  field: string,
  [from, to]: readonly [number, number],
  ignored: IgnoredCounter,
  isValid: (value: number) => boolean = () => true,
): number => {
  const value = row[field];
  if (value === undefined) return Number.NaN;
  if (typeof value === 'number' && value >= from && value <= to && isValid(value)) return value;
  ignored.count(field);
  return Number.NaN;
};

const ignitionOf = ({ Ignition }: Row, ignored: IgnoredCounter): number => {
  if (typeof Ignition === 'boolean') return Number(Ignition);
  if (Ignition !== undefined) ignored.count('Ignition');
  return -1;
};

/** Fault of a coordinate. Positions off the globe are reported and, if a block can hold them, stored. */
const degreesFault = (value: unknown, maxDegrees: number): RowFault | undefined => {
  if (isBlank(value)) return 'missing';
  if (typeof value !== 'number') return 'type';
  return Math.abs(value) <= maxDegrees ? undefined : 'range';
};

const faultOf = (row: Row, moment: ReturnType<typeof readMoment>): Omit<RefusedRow, 'Row'> | undefined => {
  if (typeof moment !== 'number') return { Field: 'DateTime', Reason: moment };
  const latitudeFault = degreesFault(row.Latitude, 90);
  if (latitudeFault) return { Field: 'Latitude', Reason: latitudeFault };
  const longitudeFault = degreesFault(row.Longitude, 180);
  return longitudeFault && { Field: 'Longitude', Reason: longitudeFault };
};

const isStorablePosition = ({ Latitude, Longitude }: Row): boolean =>
  [Latitude, Longitude].every(degrees => typeof degrees === 'number' && Math.abs(degrees) <= maxStorableDegrees);

const writeFix = (track: Track, i: number, timeMs: number, row: Row, ignored: IgnoredCounter): void => {
  track.timeMs[i] = timeMs;
  track.latitude[i] = row.Latitude as number;
  track.longitude[i] = row.Longitude as number;
  track.speedKmh[i] = readOptionalNumber(row, 'Speed', [0, 1000], ignored);
  track.courseDeg[i] = readOptionalNumber(row, 'Course', [0, 360], ignored);
  track.hdop[i] = readOptionalNumber(row, 'Hdop', [0, 100], ignored);
  track.altitudeM[i] = readOptionalNumber(row, 'Altitude', [-1000, 20_000], ignored);
  track.satellites[i] = readOptionalNumber(row, 'Satellites', [0, 200], ignored, Number.isInteger);
  track.ignition[i] = ignitionOf(row, ignored);
  for (const name in row) if (!positionMembers.has(name)) ignored.count(name);
};

/**
 * Checks the rows of a list. A faulty row does not stop the others. A faulty row is reported as refused, and still
 * returned in `track` if a block can hold it. Rows beyond `maxPositions` are refused unread.
 */
export const checkRows = (rows: readonly unknown[], ignored: IgnoredCounter): CheckedRows => {
  const readCount = Math.min(rows.length, maxPositions);
  const track = createTrack(readCount);
  const refused: RefusedRow[] = [];
  let refusedCount = rows.length - readCount;
  let fixCount = 0;
  for (let Row = 0; Row < readCount; Row++) {
    const value = rows[Row];
    const row = isRow(value) ? value : {};
    const moment = readMoment(row.DateTime);
    const fault = isRow(value) ? faultOf(row, moment) : ({ Field: 'DateTime', Reason: 'type' } as const);
    if (fault && refused.length < maxNamedRefusals) refused.push({ Row, ...fault });
    if (fault) refusedCount++;
    if (typeof moment === 'number' && isStorablePosition(row)) writeFix(track, fixCount++, moment, row, ignored);
  }
  for (let Row = readCount; Row < rows.length && refused.length < maxNamedRefusals; Row++)
    refused.push({ Row, Field: 'Positions', Reason: 'surplus' });
  const droppedCount = rows.length - fixCount;
  const indexes = Uint32Array.from({ length: fixCount }, (_, i) => i);
  return { track: fixCount === readCount ? track : pickFixes(track, indexes), refused, refusedCount, droppedCount };
};
