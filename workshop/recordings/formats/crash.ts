import type { Curve } from '../../../src/contract/shapes/telemetry.ts';
import { cellsOf, isoOf, lineOf, rounded } from '../cells.ts';
import { BrokenFile, type Format, idOfStem, inventedStartMs, type Sheet } from '../recording.ts';

/**
 * Mounting points of the sensors in the car, in order of preference. The one at the centre of gravity is last, because
 * it resonates.
 */
const places = ['rear_seat', 'sill', 'cg'] as const;

const channelsOf = (header: readonly string[], place: string, axis: string): string[] =>
  header.filter(name => new RegExp(`^${place}(_\\w+)?_${axis}(_red)?$`).test(name));

const bodyOf = (header: readonly string[]): string | undefined =>
  places.find(place => channelsOf(header, place, 'x').length > 0);

const meanOf = (sheet: Sheet, channels: readonly string[]): number[] =>
  sheet.rows.map((row, i) => {
    const cell = cellsOf(row, lineOf(i));
    const values = channels.map(cell.maybe).filter(value => !Number.isNaN(value));
    if (channels.length > 0 && values.length === 0) throw new BrokenFile(`row ${lineOf(i)}: ${channels[0]} is empty`);
    return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  });

/** The channels follow SAE J211: x forward, y right, z down, no gravity. Drivedesk has y left, z up, +1 g at rest. */
const locatePulse = (sheet: Sheet, zeroMs: number): Curve => {
  const header = Object.keys(sheet.rows[0] ?? {});
  const place = bodyOf(header) ?? '';
  const time = sheet.rows.map((row, i) => cellsOf(row, lineOf(i)).number('t_s'));
  const [first = 0, last = 0] = [time[0], time[time.length - 1]];
  if (time.length < 2 || !(last > first)) throw new BrokenFile('the times do not rise');
  const axis = (name: string): number[] => meanOf(sheet, channelsOf(header, place, name));
  return {
    Start: isoOf(zeroMs + first * 1000),
    RateHz: rounded((time.length - 1) / (last - first), 3),
    Longitudinal: axis('x').map(value => rounded(value, 4)),
    Lateral: axis('y').map(value => rounded(-value, 4)),
    Vertical: axis('z').map(value => rounded(1 - value, 4)),
    Frame: 'vehicle',
  };
};

/** Format with the channels of a crash test. Time 0 is the impact. */
export const crashNhtsa: Format = {
  family: 'crash_nhtsa',
  columns: ['t_s'],
  fits: header => bodyOf(header) !== undefined,
  recordings: sheet => {
    const id = idOfStem('crash_nhtsa', sheet.stem);
    const zeroMs = inventedStartMs(id);
    return [
      {
        family: 'crash_nhtsa',
        id,
        vehicle: { Brand: 'Unknown', Model: 'NHTSA' },
        positions: [],
        acceleration: [],
        crash: { at: isoOf(zeroMs), curve: locatePulse(sheet, zeroMs) },
      },
    ];
  },
};
