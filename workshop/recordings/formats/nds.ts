import { curvesOf, type Sample } from '../axes.ts';
import { cellsOf, groupRows, kmhPerMph } from '../cells.ts';
import { positionOf } from '../fixes.ts';
import type { Format } from '../recording.ts';

/** Format of the black box of a naturalistic driving study. A row has position and acceleration, at 1 Hz. */
export const ndsDrives: Format = {
  family: 'nds_drives',
  columns: ['drive', 't_utc', 'gps_lat', 'gps_long', 'speed_mph', 'accel_x', 'accel_y', 'accel_z'],
  recordings: ({ rows }) =>
    [...groupRows(rows, 'drive')].map(([id, group]) => {
      const cells = group.map(({ row, line }) => cellsOf(row, line));
      const positions = cells
        .filter(cell => !Number.isNaN(cell.maybe('gps_lat')) && !Number.isNaN(cell.maybe('gps_long')))
        .map(cell =>
          positionOf({
            ms: cell.moment('t_utc'),
            latitude: cell.number('gps_lat'),
            longitude: cell.number('gps_long'),
            speedKmh: cell.maybe('speed_mph') * kmhPerMph,
            courseDeg: cell.maybe('gps_heading_raw'),
            altitudeM: cell.maybe('gps_elevation'),
            hdop: cell.maybe('gps_hdop'),
            satellites: cell.maybe('gps_sats'),
          }),
        );
      const samples = cells.flatMap((cell): Sample[] => {
        const [x, y, z] = [cell.maybe('accel_x'), cell.maybe('accel_y'), cell.maybe('accel_z')] as const;
        // The column accel_y is positive to the right. A comparison with yaw rate × speed shows this.
        return Number.isNaN(x + y + z) ? [] : [{ ms: cell.moment('t_utc'), x, y: -y, z }];
      });
      return {
        family: 'nds_drives',
        id,
        vehicle: { Brand: 'Unknown', Model: 'NDS' },
        positions,
        acceleration: curvesOf(samples, 1, 1500),
      };
    }),
};
