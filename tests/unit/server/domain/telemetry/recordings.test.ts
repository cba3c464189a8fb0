import { describe, expect, it } from 'vitest';
import { filterCfc } from '../../../../../server/domain/telemetry/cfc.ts';
import { encodeTrack } from '../../../../../server/domain/telemetry/codec.ts';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { sortTrack, trackOfPositions } from '../../../../../server/domain/telemetry/positions.ts';
import { cutTrips, type Trip } from '../../../../../server/domain/telemetry/trips.ts';
import { clip3Ms, hic } from '../../../../../workshop/truth/hic.ts';
import { columnOf, haveRecordings, readCsv, readJson, trackOf, whenRecorded } from './recordings.ts';

type Rows = ReturnType<typeof readCsv>;
interface Reference {
  official: Record<string, { HIC: number; chest_3ms_clip_g: number }>;
  computed_here: Record<string, Record<string, number>>;
}
const offBy = (actual: number, expected: number): number => Math.abs(actual / expected - 1);

describe.skipIf(!haveRecordings)(`crash tests${whenRecorded}`, () => {
  const camry = () => readCsv('crash_nhtsa_10146.csv.gz');
  const taurus = () => readCsv('crash_nhtsa_07292_v2.csv.gz');
  const reference = () => readJson<Record<string, Reference>>('crash_nhtsa_reference.json');
  const resultant = (rows: Rows, place: string, rateHz: number, cfc: number): number[] => {
    const [x, y, z] = ['x', 'y', 'z'].map(axis => filterCfc(columnOf(rows, `${place}_${axis}`), rateHz, cfc));
    return Array.from(x!, (value, i) => Math.hypot(value, y![i]!, z![i]!));
  };
  /** J211 has y to the right. Drivedesk has y to the left. */
  const body = (rows: Rows, rateHz: number, x: string[], y: string[]) => ({
    startMs: 0,
    rateHz,
    longitudinalG: columnOf(rows, ...x),
    lateralG: y.length > 0 ? columnOf(rows, ...y).map(value => -value) : new Float64Array(rows.length),
    verticalG: new Float64Array(rows.length).fill(1),
    rangeG: null,
    frame: 'vehicle' as const,
  });

  it.each([
    ['driver', 'driver'],
    ['pass', 'front_passenger'],
  ])('have the official HIC and 3 ms clip of the Camry (%s)', (channel, occupant) => {
    const rows = camry();
    const official = reference()['10146']!.official[occupant]!;
    expect(offBy(hic(resultant(rows, `${channel}_head`, 10_000, 1000), 10_000, 15).value, official.HIC)).toBeLessThan(
      0.01,
    );
    const clip = clip3Ms(resultant(rows, `${channel}_chest`, 10_000, 180), 10_000);
    expect(offBy(clip, official.chest_3ms_clip_g)).toBeLessThan(0.01);
  });

  it('have the official HIC36 of the Taurus', () => {
    const official = reference()['07292v2']!.official['driver(THOR)']!;
    expect(offBy(hic(resultant(taurus(), 'driver_head', 12_500, 1000), 12_500, 36).value, official.HIC)).toBeLessThan(
      0.01,
    );
  });

  it('have the peak, delta-v and direction of a full frontal impact', () => {
    const expected = reference()['10146']!.computed_here['body (mean of 4 rear-seat crossmember X, 2 Z)']!;
    const sides = ['rear_seat_left_x', 'rear_seat_right_x', 'rear_seat_left_x_red', 'rear_seat_right_x_red'];
    const facts = summariseImpact(body(camry(), 10_000, sides, []));
    expect(offBy(facts.PeakG!, -expected.peak_x_CFC60_g!)).toBeLessThan(0.03);
    expect(offBy(facts.DeltaVLongitudinalKmh!, expected.max_delta_v_x_0_250ms_kmh!)).toBeLessThan(0.03);
    expect(facts).toMatchObject({ DirectionDeg: 0, Severity: 'major', PeakMethod: 'CFC 60' });
  });

  it.each([
    ['sill mean x,y', ['sill_left_x', 'sill_right_x'], ['sill_left_y', 'sill_right_y']],
    ['cg', ['cg_x'], ['cg_y']],
  ])('have the delta-v of an impact from front left (%s)', (name, x, y) => {
    const expected = reference()['07292v2']!.computed_here[name]!;
    const facts = summariseImpact(body(taurus(), 12_500, x, y));
    expect(offBy(facts.DeltaVLongitudinalKmh!, expected.max_delta_v_x_0_250ms_kmh!)).toBeLessThan(0.03);
    expect(offBy(facts.DeltaVLateralKmh!, -expected.max_delta_v_y_0_250ms_kmh!)).toBeLessThan(0.03);
    expect(offBy(facts.DeltaVKmh!, expected.max_resultant_delta_v_xy_0_250ms_kmh!)).toBeLessThan(0.03);
    expect(facts.DirectionDeg!).toBeGreaterThan(315);
    expect(facts.DirectionDeg!).toBeLessThan(345);
    expect(facts.Severity).toBe('major');
  });

  it.each([25, 50, 100, 200])('are major from the right direction for a device of %s Hz', rateHz => {
    const sides = ['rear_seat_left_x', 'rear_seat_right_x'];
    const full = body(camry(), 10_000, sides, []);
    const offset = body(taurus(), 12_500, ['sill_left_x', 'sill_right_x'], ['sill_left_y', 'sill_right_y']);
    for (const [curve, around] of [
      [full, 0],
      [offset, 330],
    ] as const) {
      // Averaged over each interval, as the filter of an accelerometer does.
      const step = Math.round(curve.rateHz / rateHz);
      const slow = (axis: Float64Array): Float64Array =>
        Float64Array.from({ length: Math.floor(axis.length / step) }, (_, i) => {
          const stretch = axis.subarray(i * step, (i + 1) * step);
          return stretch.reduce((sum, value) => sum + value, 0) / step;
        });
      const [longitudinalG, lateralG, verticalG] = [curve.longitudinalG, curve.lateralG, curve.verticalG].map(slow);
      const facts = summariseImpact({
        ...curve,
        rateHz,
        longitudinalG: longitudinalG!,
        lateralG: lateralG!,
        verticalG: verticalG!,
      });
      expect(facts.Severity).toBe('major');
      expect(Math.abs(((facts.DirectionDeg! - around + 540) % 360) - 180)).toBeLessThan(20);
    }
  });
});

/**
 * Returns the distance from the start of a route to its nearest point, metres. Only the first 1.5 km are searched,
 * because routes cross themselves.
 */
const metresBefore = (route: Rows, latitude: number, longitude: number): number => {
  const perDegree = 111_194.93;
  const cosine = Math.cos((latitude * Math.PI) / 180);
  const east = route.map(row => (Number(row.lon) - longitude) * perDegree * cosine);
  const north = route.map(row => (Number(row.lat) - latitude) * perDegree);
  let passed = 0;
  let nearest = Number.POSITIVE_INFINITY;
  let before = 0;
  for (let i = 1; i < route.length && passed < 1500; i++) {
    const dx = east[i]! - east[i - 1]!;
    const dy = north[i]! - north[i - 1]!;
    const length = Math.hypot(dx, dy);
    const along = length ? -(east[i - 1]! * dx + north[i - 1]! * dy) / length : 0;
    const share = Math.min(length, Math.max(0, along)) / (length || 1);
    const distance = Math.hypot(east[i - 1]! + share * dx, north[i - 1]! + share * dy);
    if (distance < nearest) {
      nearest = distance;
      before = passed + share * length;
    }
    passed += length;
  }
  return before;
};

describe.skipIf(!haveRecordings)(`drives with a known route${whenRecorded}`, () => {
  const grouped = (rows: Rows, by = 'track'): Map<string, Rows> => {
    const groups = new Map<string, Rows>();
    for (const row of rows) {
      const group = groups.get(row[by]!);
      if (group) group.push(row);
      else groups.set(row[by]!, [row]);
    }
    return groups;
  };
  const measure = () => {
    const routes = grouped(readCsv('osm_routes_dev.csv.gz'));
    const tracks = grouped(readCsv('osm_tracks_dev.csv.gz'));
    return readCsv('osm_tracks_summary_dev.csv').map(({ track, matched_route_km, v_max_raw_kmh }) => {
      const fixes = trackOf(tracks.get(track!)!);
      const route = routes.get(track!)!;
      const trips = cutTrips(fixes);
      const distanceKm = trips.reduce((sum, trip) => sum + trip.distanceKm, 0);
      const last = fixes.timeMs.length - 1;
      const beyondKm =
        (metresBefore(route, fixes.latitude[0]!, fixes.longitude[0]!) +
          metresBefore(route.toReversed(), fixes.latitude[last]!, fixes.longitude[last]!)) /
        1000;
      return {
        track: track!,
        fixes,
        ofWholeRoads: offBy(distanceKm, Number(matched_route_km)),
        ofDrivenPart: offBy(distanceKm, Number(matched_route_km) - beyondKm),
        maximumKmh: Math.max(...trips.map(trip => trip.maximumSpeedKmh)),
        rawMaximumKmh: Number(v_max_raw_kmh),
      };
    });
  };
  const sorted = (errors: number[]): number[] => errors.toSorted((a, b) => a - b);

  it('are measured within 1 % (median) and 3 % (worst) of the part of the route they cover', () => {
    const errors = sorted(measure().map(drive => drive.ofDrivenPart));
    expect(errors[errors.length >> 1]!).toBeLessThan(0.01);
    expect(errors.at(-1)!).toBeLessThan(0.03);
  });

  it('are measured within 1 % (median) of whole roads, and 3 % but for the one that ends 400 m short of a crossing', () => {
    const drives = measure();
    const errors = sorted(drives.map(drive => drive.ofWholeRoads));
    expect(errors[errors.length >> 1]!).toBeLessThan(0.01);
    expect(drives.filter(drive => drive.ofWholeRoads > 0.03).map(drive => drive.track)).toEqual(['65']);
  });

  it('show no top speed above the raw one', () => {
    for (const drive of measure()) expect(drive.maximumKmh).toBeLessThanOrEqual(drive.rawMaximumKmh + 1);
  });

  it('take less than two bytes per fix', () => {
    const drives = measure();
    const bytes = drives.reduce((sum, { fixes }) => sum + encodeTrack(fixes).length, 0);
    expect(bytes / drives.reduce((sum, { fixes }) => sum + fixes.timeMs.length, 0)).toBeLessThan(2);
  });

  it('have about the same distance and top speed whether the receiver sends its speed or not', () => {
    for (const [name, rows] of grouped(readCsv('genivi_gps_trips.csv.gz'), 'trip')) {
      const sent = sortTrack(
        trackOfPositions(
          rows.map(row => ({
            DateTime: row.t_utc!,
            Latitude: Number(row.lat),
            Longitude: Number(row.lon),
            Speed: Number(row.speed_kmh),
          })),
        ),
      );
      const derived = { ...sent, speedKmh: sent.speedKmh.map(() => Number.NaN) };
      const [withSpeed, without] = [cutTrips(sent), cutTrips(derived)];
      const top = (trips: Trip[]): number => Math.max(...trips.map(trip => trip.maximumSpeedKmh));
      const sum = (trips: Trip[]): number => trips.reduce((total, trip) => total + trip.distanceKm, 0);
      expect(offBy(top(without), top(withSpeed)), name).toBeLessThan(0.05);
      expect(offBy(sum(without), sum(withSpeed)), name).toBeLessThan(0.01);
    }
  });

  it('pass over the jump of 470 m in one second near Munich', () => {
    const rows = readCsv('barefoot_munich_gps.csv.gz');
    const start = Date.parse(rows[0]!.time!);
    const [trip] = cutTrips(
      trackOf(rows.map(row => ({ ...row, t_s: String((Date.parse(row.time!) - start) / 1000) }))),
    );
    expect(trip!.maximumSpeedKmh).toBeLessThan(120);
    expect(trip!.distanceKm).toBeGreaterThan(13);
  });
});
