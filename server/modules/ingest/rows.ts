import type { Position } from '../../../src/contract/shapes/telemetry.ts';
import { createTrack, pickFixes, type Track } from '../../domain/telemetry/positions.ts';

/** A row that cannot be believed as sent, by its place in the message. */
export interface RefusedRow {
  readonly Row: number;
  readonly Field: 'DateTime' | 'Latitude' | 'Longitude';
}

export interface CheckedRows {
  /** What can be stored, in the order sent; places off the globe are left to the gate. */
  readonly track: Track;
  readonly refused: readonly RefusedRow[];
  /** How many of the refused are not stored: no time, or a place no block can hold. */
  readonly dropped: number;
}

/** A block holds degrees up to here. */
const storableDegrees = 1000;
/** From the year 0 to 10000: what neither a block nor the database could hold is no time at all. */
const [firstMs, lastMs] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('+010001-01-01T00:00:00Z')];

/** Secondary values no receiver means, as a speed of -1 or a course of 999, stand for "not known". */
const within = (value: number | undefined, from: number, to: number): number =>
  value !== undefined && value >= from && value <= to ? value : Number.NaN;

const faultOf = (timeMs: number, north: number, east: number): RefusedRow['Field'] | undefined => {
  if (!(timeMs >= firstMs && timeMs <= lastMs)) return 'DateTime';
  if (north > 90) return 'Latitude';
  return east > 180 ? 'Longitude' : undefined;
};

const putRow = (track: Track, i: number, timeMs: number, position: Position): void => {
  const { Latitude, Longitude, Speed, Course, Altitude, Hdop, Satellites, Ignition } = position;
  track.timeMs[i] = timeMs;
  track.latitude[i] = Latitude;
  track.longitude[i] = Longitude;
  track.speedKmh[i] = within(Speed, 0, 1000);
  track.courseDeg[i] = within(Course, 0, 360);
  track.hdop[i] = within(Hdop, 0, 100);
  track.altitudeM[i] = within(Altitude, -1000, 20_000);
  track.satellites[i] = within(Satellites, 0, 200);
  track.ignition[i] = Ignition === undefined ? -1 : Number(Ignition);
};

/** One bad row does not refuse the rest: it is named, and marked where it can be stored. */
export const checkRows = (sent: readonly Position[]): CheckedRows => {
  const track = createTrack(sent.length);
  const refused: RefusedRow[] = [];
  let count = 0;
  for (let Row = 0; Row < sent.length; Row++) {
    const position = sent[Row]!;
    const timeMs = Date.parse(position.DateTime);
    const [north, east] = [Math.abs(position.Latitude), Math.abs(position.Longitude)];
    const Field = faultOf(timeMs, north, east);
    if (Field) refused.push({ Row, Field });
    if (Field !== 'DateTime' && Math.max(north, east) <= storableDegrees) putRow(track, count++, timeMs, position);
  }
  const dropped = sent.length - count;
  const kept = Uint32Array.from({ length: count }, (_, i) => i);
  return { track: dropped === 0 ? track : pickFixes(track, kept), refused, dropped };
};
