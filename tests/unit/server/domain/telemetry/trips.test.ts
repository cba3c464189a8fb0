import { describe, expect, it } from 'vitest';
import { cutTrips } from '../../../../../server/domain/telemetry/trips.ts';
import { drive } from './drives.ts';

const minute = 60;

describe('cutting trips', () => {
  it.each([true, false])('finds one drive with its distance, time and speeds (speeds sent: %s)', speeds => {
    const track = drive(
      [
        { seconds: 2 * minute, kmh: 0 },
        { seconds: 10 * minute, kmh: 60 },
        { seconds: 2 * minute, kmh: 0 },
      ],
      { speeds },
    );
    const trips = cutTrips(track);
    expect(trips).toHaveLength(1);
    expect(trips[0]!.distanceKm).toBeCloseTo(10, 1);
    expect(Math.abs(trips[0]!.durationS - 600)).toBeLessThan(5);
    expect(trips[0]!.averageSpeedKmh).toBeCloseTo(60, 0);
    expect(trips[0]!.maximumSpeedKmh).toBeCloseTo(60, 0);
    expect(track.timeMs[trips[0]!.fromIndex]).toBe(trips[0]!.startMs);
    expect(track.timeMs[trips[0]!.toIndex]).toBe(trips[0]!.endMs);
  });

  it('bridges a wait of four minutes and ends at one of six', () => {
    const withWait = (minutes: number) =>
      cutTrips(
        drive([
          { seconds: 5 * minute, kmh: 50 },
          { seconds: minutes * minute, kmh: 0 },
          { seconds: 5 * minute, kmh: 50 },
        ]),
      );
    expect(withWait(4)).toHaveLength(1);
    expect(withWait(6)).toHaveLength(2);
  });

  it('ends at a silence of six minutes, and nobody drove through it', () => {
    const track = drive([{ seconds: 10 * minute, kmh: 60 }]);
    for (let i = 300; i < 600; i++) track.timeMs[i]! += 6 * minute * 1000;
    const trips = cutTrips(track);
    expect(trips).toHaveLength(2);
    expect(trips[0]!.distanceKm + trips[1]!.distanceKm).toBeCloseTo(10, 1);
  });

  it('does not make a trip of an hour of standing with scattered fixes', () => {
    expect(cutTrips(drive([{ seconds: 60 * minute, kmh: 0 }], { noiseM: 2.5 }))).toEqual([]);
  });

  it('adds little for scattered fixes at a red light', () => {
    const legs = [
      { seconds: 5 * minute, kmh: 60 },
      { seconds: 4 * minute, kmh: 0 },
      { seconds: 5 * minute, kmh: 60 },
    ];
    const clean = cutTrips(drive(legs))[0]!.distanceKm;
    expect(Math.abs(cutTrips(drive(legs, { noiseM: 2 }))[0]!.distanceKm / clean - 1)).toBeLessThan(0.02);
  });

  it('counts places that drift with the ignition off for nothing, a speed the receiver reports for a drive', () => {
    const drift = drive([{ seconds: 10 * minute, kmh: 8 }]);
    drift.ignition.fill(0);
    expect(cutTrips(drift)).toEqual([]);
    const towed = drive([{ seconds: 10 * minute, kmh: 8 }], { speeds: true });
    towed.ignition.fill(0);
    expect(cutTrips(towed)).toHaveLength(1);
  });

  it('takes neither distance nor top speed from jumps', () => {
    const track = drive([{ seconds: 10 * minute, kmh: 60 }]);
    track.latitude[100]! += 1;
    track.longitude[200]! += 0.0008;
    // A jump that is never taken back: the gate cannot say which side is right.
    for (let i = 400; i < 600; i++) track.latitude[i]! += 1;
    const [trip] = cutTrips(track);
    expect(trip!.distanceKm).toBeCloseTo(10, 0);
    expect(trip!.maximumSpeedKmh).toBeLessThan(100);
  });

  it('takes no top speed from jumps within reach, even two of them in three seconds', () => {
    const track = drive([{ seconds: 10 * minute, kmh: 60 }]);
    for (let i = 300; i < 600; i++) track.longitude[i]! += 0.001;
    for (let i = 302; i < 600; i++) track.longitude[i]! += 0.0008;
    expect(cutTrips(track)[0]!.maximumSpeedKmh).toBeLessThan(65);
  });

  it('does not show a reported speed no car could have reached within a second', () => {
    const track = drive([{ seconds: 10 * minute, kmh: 60 }], { speeds: true });
    track.speedKmh[300] = 240;
    expect(cutTrips(track)[0]!.maximumSpeedKmh).toBeCloseTo(96, 0);
  });

  it('works with one fix in twenty seconds', () => {
    const dense = drive([{ seconds: 20 * minute, kmh: 60 }]);
    const sparse = Object.fromEntries(
      Object.entries(dense).map(([name, column]) => [name, column.filter((_: number, i: number) => i % 20 === 0)]),
    ) as typeof dense;
    const [trip] = cutTrips(sparse);
    expect(trip!.distanceKm).toBeGreaterThan(19);
    expect(trip!.maximumSpeedKmh).toBeCloseTo(60, 0);
  });

  it('finds nothing in nothing, and nothing in one fix', () => {
    expect(cutTrips(drive([]))).toEqual([]);
    expect(cutTrips(drive([{ seconds: 1, kmh: 90 }], { speeds: true }))).toEqual([]);
  });
});
