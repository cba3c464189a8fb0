import { describe, expect, it } from 'vitest';
import { createTrack, pickFixes } from '../../../../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { mergeClose, speedsKmh } from '../../../../../server/domain/telemetry/speeds.ts';
import { cutTrips } from '../../../../../server/domain/telemetry/trips.ts';
import { drive } from './motions.ts';

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

  it.each([
    { minutes: 6, ignition: 1, trips: 1 },
    { minutes: 59, ignition: 1, trips: 1 },
    { minutes: 61, ignition: 1, trips: 2 },
    { minutes: 6, ignition: -1, trips: 2 },
  ])(
    'drives through a silence of $minutes minutes with ignition $ignition in $trips trip(s)',
    ({ minutes, ignition, trips }) => {
      for (const speeds of [true, false]) {
        const track = drive([{ seconds: (10 + minutes + 10) * minute, kmh: 60 }], { speeds });
        track.ignition.fill(ignition);
        const [from, to] = [10 * minute, (10 + minutes) * minute];
        const indexes = Uint32Array.from(track.timeMs, (_, i) => i).filter(i => i < from || i >= to);
        const found = cutTrips(pickFixes(track, indexes));
        expect(found).toHaveLength(trips);
        if (trips > 1) continue;
        expect(found[0]!.distanceKm).toBeCloseTo(20 + minutes, 0);
        expect(found[0]!.estimatedKm).toBeCloseTo(minutes, 0);
      }
    },
  );

  it('does not drive through a silence in which the car stayed, or went further than a car can', () => {
    const moved = (north: number) => {
      const track = drive([{ seconds: 20 * minute, kmh: 60 }], { speeds: true });
      track.ignition.fill(1);
      for (let i = 600; i < 1200; i++) {
        track.timeMs[i]! += 10 * minute * 1000;
        track.latitude[i]! += north;
      }
      return cutTrips(track);
    };
    expect(moved(0)).toHaveLength(2);
    expect(moved(0.05)).toHaveLength(1);
    expect(moved(2)).toHaveLength(2);
  });

  it('derives no speed across a silence, nor where the first fix behind it has one of its own', () => {
    const track = drive([{ seconds: 60, kmh: 60 }]);
    for (let i = 30; i < 60; i++) track.timeMs[i]! += 60 * minute * 1000;
    const all = Uint32Array.from({ length: 60 }, (_, i) => i);
    const around = () => [...speedsKmh(track, all).subarray(28, 33)].map(Math.round);
    expect(around()).toEqual([60, 60, 60, 60, 60]);
    track.speedKmh[30] = 60;
    expect(around()).toEqual([60, 60, 60, 60, 60]);
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
    // A jump without a return: nothing can tell which side is right.
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

/** Returns positions that drift by σ 10 m, correlated over a minute, the same in every run. */
const drifting = (legs: Parameters<typeof drive>[0]) => {
  const track = drive(legs);
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const keep = Math.exp(-1 / 60);
  const step = 10 * Math.sqrt(1 - keep * keep);
  let northM = 0;
  let eastM = 0;
  for (let i = 0; i < track.timeMs.length; i++) {
    northM = keep * northM + step * normal();
    eastM = keep * eastM + step * normal();
    track.latitude[i]! += northM / 111_327;
    track.longitude[i]! += eastM / 63_994;
  }
  return track;
};

describe('a receiver that drifts', () => {
  it('makes no trip of a night of standing without an ignition wire', () => {
    expect(cutTrips(drifting([{ seconds: 8 * 60 * minute, kmh: 0 }]))).toEqual([]);
  });

  it('does not drive on where the car was parked', () => {
    const trips = cutTrips(
      drifting([
        { seconds: 10 * minute, kmh: 60 },
        { seconds: 60 * minute, kmh: 0 },
        { seconds: 10 * minute, kmh: 60 },
      ]),
    );
    expect(trips).toHaveLength(2);
    for (const trip of trips) {
      expect(Math.abs(trip.distanceKm - 10)).toBeLessThan(0.2);
      expect(Math.abs(trip.durationS - 600)).toBeLessThan(60);
    }
  });

  it('lets a trip begin where the car leaves a circle of 100 m', () => {
    const way = (kmh: number) => cutTrips(drive([{ seconds: 30, kmh }], { speeds: true }));
    expect(way(10)).toEqual([]);
    expect(way(20)).toHaveLength(1);
    // Driving to and fro in a yard gives 160 m, and is no trip.
    const yard = drive([{ seconds: 40, kmh: 15 }], { speeds: true });
    for (let i = 20; i < 40; i++) yard.latitude[i] = yard.latitude[39 - i]!;
    expect(cutTrips(yard)).toEqual([]);
  });

  /** Returns a drive in which every second fix comes this time after the previous one, with this offset in metres. */
  const inPairs = (apartMs: number, ahead: number, aside: number) => {
    const pairs = drive([{ seconds: 10 * minute, kmh: 60 }]);
    for (let i = 1; i < pairs.timeMs.length; i += 2) {
      pairs.timeMs[i] = pairs.timeMs[i - 1]! + apartMs;
      pairs.latitude[i] = pairs.latitude[i - 1]! + (apartMs / 60 + ahead) / 111_327;
      pairs.longitude[i]! += aside / 63_994;
    }
    return pairs;
  };

  it('adds nothing to the way by fixes 0.3 s apart, whatever the noise between them', () => {
    expect(cutTrips(inPairs(300, 0, 12))[0]!.distanceKm).toBeCloseTo(10, 1);
  });

  it('keeps fixes from half a second on apart, and merges nearer ones into the first', () => {
    const kept = (...timesMs: number[]) => {
      const track = createTrack(timesMs.length);
      track.timeMs.set(timesMs);
      return [...mergeClose(track, Uint32Array.from(timesMs.keys()), defaultSettings)];
    };
    expect(kept(0, 500, 1000, 1500)).toEqual([0, 1, 2, 3]);
    expect(kept(0, 499, 998, 1000)).toEqual([0, 2]);
  });

  it('caps a top speed by what steps say most of the time: half of them being short and noisy does not lift it', () => {
    const jumpy = inPairs(600, 8, 0);
    for (let i = 300; i < 600; i++) jumpy.longitude[i]! += 0.0008;
    expect(cutTrips(jumpy)[0]!.maximumSpeedKmh).toBeLessThan(65);
  });
});
