import { curvesOf, type Sample } from '../axes.ts';
import { type Cells, cellsOf, gravityMs2, isoOf, lineOf, median } from '../cells.ts';
import { positionOf } from '../fixes.ts';
import type { Format, Recording, Sheet } from '../recording.ts';

const rowsOf = (sheet: Sheet | undefined): Cells[] => sheet?.rows.map((row, i) => cellsOf(row, lineOf(i))) ?? [];

/**
 * Returns the calendar time at which a recording's clock stood at 0, ms since 1970. Positions and acceleration share
 * this clock. Only positions have the calendar time as well.
 */
const offsetOf = (cells: readonly Cells[], calendarMs: (cell: Cells) => number, clockMs: (cell: Cells) => number) =>
  median(cells.map(cell => calendarMs(cell) - clockMs(cell)));

const dayOf = (recording: Omit<Recording, 'id'>): Recording => ({
  ...recording,
  id: recording.positions[0]?.DateTime.slice(0, 10) ?? isoOf(0).slice(0, 10),
});

/** Format with positions at 1 Hz and acceleration at 10 Hz. Axes: x forward, y left, z up, m/s². */
export const geniviRegensburg: Format = {
  family: 'genivi_regensburg_gps',
  columns: ['t_ms', 'utc', 'lat', 'lon', 'speed_mps', 'heading_deg', 'fix_status'],
  beside: { ending: '_gps', companions: { genivi_regensburg_imu: '_imu' } },
  recordings: (sheet, companions) => {
    const cells = rowsOf(sheet).filter(cell => cell.number('fix_status') === 3);
    const offsetMs = offsetOf(
      cells,
      cell => cell.moment('utc'),
      cell => cell.number('t_ms'),
    );
    // The receiver reports each fix in two NMEA sentences. The later one is more complete and replaces the earlier one.
    const fixes = cells.filter((cell, i) => cells[i + 1]?.moment('utc') !== cell.moment('utc'));
    const samples = rowsOf(companions.genivi_regensburg_imu).map(
      (cell): Sample => ({
        ms: offsetMs + cell.number('t_ms'),
        x: cell.number('ax') / gravityMs2,
        y: cell.number('ay') / gravityMs2,
        z: cell.number('az') / gravityMs2,
      }),
    );
    return [
      dayOf({
        family: 'genivi_regensburg_gps',
        vehicle: { Brand: 'Unknown', Model: 'GENIVI' },
        positions: fixes.map(cell =>
          positionOf({
            ms: offsetMs + cell.number('t_ms'),
            latitude: cell.number('lat'),
            longitude: cell.number('lon'),
            speedKmh: cell.maybe('speed_mps') * 3.6,
            courseDeg: cell.maybe('heading_deg'),
            altitudeM: cell.maybe('alt_msl_m'),
            hdop: cell.maybe('hdop'),
            satellites: cell.maybe('used_sats'),
          }),
        ),
        acceleration: curvesOf(samples, 10, 500),
      }),
    ];
  },
};

/**
 * Format with positions at 10 Hz and acceleration at 104 Hz. Axes: x forward, y right, z down (about −9.7 m/s² at
 * rest).
 */
export const comma2k19: Format = {
  family: 'comma2k19_gnss',
  columns: ['t_s', 'lat', 'lon', 'speed_mps', 'utc_ms', 'alt_m', 'bearing_deg'],
  beside: { ending: '_gnss', companions: { comma2k19_imu: '_imu', comma2k19_can: '_can' } },
  recordings: (sheet, companions) => {
    const cells = rowsOf(sheet);
    const clockMs = (cell: Cells): number => cell.number('t_s') * 1000;
    const offsetMs = offsetOf(cells, cell => cell.number('utc_ms'), clockMs);
    const samples = rowsOf(companions.comma2k19_imu).map(
      (cell): Sample => ({
        ms: offsetMs + clockMs(cell),
        x: cell.number('acc_forward') / gravityMs2,
        y: -cell.number('acc_right') / gravityMs2,
        z: -cell.number('acc_down') / gravityMs2,
      }),
    );
    return [
      dayOf({
        family: 'comma2k19_gnss',
        vehicle: { Brand: 'Unknown', Model: 'comma2k19' },
        positions: cells.map(cell =>
          positionOf({
            ms: offsetMs + clockMs(cell),
            latitude: cell.number('lat'),
            longitude: cell.number('lon'),
            speedKmh: cell.maybe('speed_mps') * 3.6,
            courseDeg: cell.maybe('bearing_deg'),
            altitudeM: cell.maybe('alt_m'),
          }),
        ),
        acceleration: curvesOf(samples, 104, 200),
      }),
    ];
  },
};

/** Formats of files next to the positions. They have no calendar clock, so they are read only with the positions. */
export const companionFormats: readonly Pick<Format, 'family' | 'columns'>[] = [
  { family: 'genivi_regensburg_imu', columns: ['t_ms', 'ax', 'ay', 'az', 'g1', 'g2', 'g3'] },
  { family: 'comma2k19_imu', columns: ['t_s', 'acc_forward', 'acc_right', 'acc_down'] },
  // Speeds from the car's bus are not imported, because the receiver's own speed is used. The format is listed so that
  // such a file is recognised as a companion.
  { family: 'comma2k19_can', columns: ['t_s', 'can_speed_mps', 'steering_angle_deg'] },
];
