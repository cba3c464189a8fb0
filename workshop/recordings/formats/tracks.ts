import { cellsOf, groupRows, lineOf } from '../cells.ts';
import { positionOf } from '../fixes.ts';
import { type Format, idOfStem, inventedStartMs } from '../recording.ts';

/** Format of public traces that have a matched route. Positions are at 1 Hz. Their clock has no calendar time. */
export const osmTracks: Format = {
  family: 'osm_tracks',
  columns: ['track', 't_s', 'lat', 'lon'],
  recordings: ({ rows }) =>
    [...groupRows(rows, 'track')].map(([id, group]) => ({
      family: 'osm_tracks',
      id,
      vehicle: { Brand: 'Unknown', Model: 'OSM' },
      positions: group.map(({ row, line }) => {
        const cell = cellsOf(row, line);
        const ms = inventedStartMs(id) + cell.number('t_s') * 1000;
        return positionOf({ ms, latitude: cell.number('lat'), longitude: cell.number('lon') });
      }),
      acceleration: [],
    })),
};

/** Format of NMEA logs of longer journeys. */
export const geniviTrips: Format = {
  family: 'genivi_gps_trips',
  columns: ['trip', 't_utc', 'lat', 'lon', 'speed_kmh', 'course_deg'],
  recordings: ({ rows }) =>
    [...groupRows(rows, 'trip')].map(([id, group]) => ({
      family: 'genivi_gps_trips',
      id,
      vehicle: { Brand: 'Unknown', Model: 'GENIVI' },
      positions: group.map(({ row, line }) => {
        const cell = cellsOf(row, line);
        return positionOf({
          ms: cell.moment('t_utc'),
          latitude: cell.number('lat'),
          longitude: cell.number('lon'),
          speedKmh: cell.maybe('speed_kmh'),
          courseDeg: cell.maybe('course_deg'),
        });
      }),
      acceleration: [],
    })),
};

/** Format with one drive per file. The file name identifies the drive. */
export const barefoot: Format = {
  family: 'barefoot',
  columns: ['time', 'lat', 'lon'],
  recordings: ({ stem, rows }) => [
    {
      family: 'barefoot',
      id: idOfStem('barefoot', stem),
      vehicle: { Brand: 'Unknown', Model: 'Barefoot' },
      positions: rows.map((row, i) => {
        const cell = cellsOf(row, lineOf(i));
        return positionOf({ ms: cell.moment('time'), latitude: cell.number('lat'), longitude: cell.number('lon') });
      }),
      acceleration: [],
    },
  ],
};
