import type { Position } from '../../../src/contract/shapes/telemetry.ts';

/** A row that cannot be believed as sent, by its place in the message. */
export interface RefusedRow {
  readonly Row: number;
  readonly Field: 'DateTime' | 'Latitude' | 'Longitude';
}

export interface CheckedRows {
  /** What can be stored; places off the globe are left to the gate. */
  readonly positions: readonly Position[];
  readonly refused: readonly RefusedRow[];
  /** How many of the refused are not stored: no time, or a place no block can hold. */
  readonly dropped: number;
}

/** A block holds degrees up to here. */
const storableDegrees = 1000;

const within = (value: number | undefined, from: number, to: number): number | undefined =>
  value !== undefined && value >= from && value <= to ? value : undefined;

const faultOf = ({ DateTime, Latitude, Longitude }: Position): RefusedRow['Field'] | undefined => {
  if (Number.isNaN(Date.parse(DateTime))) return 'DateTime';
  if (Math.abs(Latitude) > 90) return 'Latitude';
  return Math.abs(Longitude) > 180 ? 'Longitude' : undefined;
};

/** Secondary values no receiver means, as a speed of -1 or a course of 999, stand for "not known". */
const cleaned = (position: Position): Position => {
  const { Speed, Course, Altitude, Hdop, Satellites } = position;
  return {
    ...position,
    Speed: within(Speed, 0, 1000),
    Course: within(Course, 0, 360),
    Altitude: within(Altitude, -1000, 20_000),
    Hdop: within(Hdop, 0, 100),
    Satellites: within(Satellites, 0, 200),
  };
};

/** One bad row does not refuse the rest: it is named, and marked where it can be stored. */
export const checkRows = (sent: readonly Position[]): CheckedRows => {
  const positions: Position[] = [];
  const refused: RefusedRow[] = [];
  sent.forEach((position, Row) => {
    const Field = faultOf(position);
    if (Field) refused.push({ Row, Field });
    const { Latitude, Longitude } = position;
    const storable = Field !== 'DateTime' && Math.max(Math.abs(Latitude), Math.abs(Longitude)) <= storableDegrees;
    if (storable) positions.push(cleaned(position));
  });
  return { positions, refused, dropped: sent.length - positions.length };
};
