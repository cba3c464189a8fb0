import { describe, expect, it } from 'vitest';
import { tripContext } from '../../../../../server/domain/score/context.ts';
import { buhlmannStraub, type DriverDays } from '../../../../../server/domain/score/credibility.ts';
import { explainScore } from '../../../../../server/domain/score/explain.ts';
import { currentFormula } from '../../../../../server/domain/score/formula.ts';
import { isNight, utcOffsetMs } from '../../../../../server/domain/score/localClock.ts';
import { priorsOfDrivers } from '../../../../../server/domain/score/priors.ts';
import { noSums } from '../../../../../server/domain/score/sums.ts';
import { sumsOfTrip } from '../../../../../server/domain/score/tripSums.ts';
import type { Track } from '../../../../../server/domain/telemetry/positions.ts';
import { motion } from '../telemetry/motions.ts';

/** Returns ten drivers of two days. `within`: Σ e (n/e − the driver's rate)². */
const ten = (exposure: number, count: number, within: number): DriverDays[] =>
  Array.from({ length: 10 }, () => ({ days: 2, exposure, count, squares: count ** 2 / exposure + within }));

describe('Bühlmann–Straub', () => {
  it('gives what is worked out by hand', () => {
    // s² = 20 · 2 / 20 = 2; a = (160 − 19 · 2) / (40 − 80 / 40) = 3.2105; k = s² / a.
    const found = buhlmannStraub([...ten(2, 4, 2), ...ten(2, 12, 2)]);
    expect(found?.rate).toBeCloseTo(4, 6);
    expect(found?.k).toBeCloseTo(2 / (122 / 38), 6);
    expect(found?.dispersion).toBe(1);
  });

  it('lets who drives little count little in the mean', () => {
    // s² = 11, a = 0.4062, k = 27.08, dispersion = 11 / (1240 / 220); Z = 0.0688 and 0.4248.
    const found = buhlmannStraub([...ten(2, 4, 2), ...ten(20, 120, 20)]);
    expect(found?.k).toBeCloseTo(27.08, 1);
    expect(found?.rate).toBeCloseTo(5.44, 2);
    expect(found?.dispersion).toBeCloseTo(1.952, 3);
  });

  it('keeps k between 10 and 5,000 km, and gives none where drivers differ no more than by chance', () => {
    expect(buhlmannStraub([...ten(2, 4, 0), ...ten(2, 12, 0)])?.k).toBe(0.1);
    expect(buhlmannStraub([...ten(2, 20, 200), ...ten(2, 59.4, 200)])?.k).toBe(50);
    expect(buhlmannStraub([...ten(2, 20, 200), ...ten(2, 24, 200)])).toBeNull();
  });
});

it('measures the means of each source by its own drivers, and keeps those of the formula where there are too few', () => {
  const driver = (sensed: number, placed: number, braking: number) =>
    [0, 3].map(more => ({
      ...{ ...noSums, trips: 1, distanceM: 100_000, durationMs: 7_200_000, contextMs: 7_200_000 },
      ...{ nightMs: (720_000 * (braking + more)) / 4, watchedM: 100_000 },
      ...{ sensedM: sensed, placedM: placed, braking: braking + more },
    }));
  const group = (count: number, sensed: number, placed: number, from: number) =>
    Array.from({ length: count }, (_, n) => driver(sensed, placed, from + 4 * (n % 5)));
  const { all, bySource } = priorsOfDrivers(
    [...group(25, 100_000, 0, 20), ...group(25, 0, 0, 0), ...group(19, 0, 100_000, 0), ...group(25, 50_000, 0, 90)],
    currentFormula,
  );
  expect(bySource.acceleration.braking.rate).toBeCloseTo(29.5, 1);
  expect(bySource.receiverSpeed.braking.rate).toBeCloseTo(9.5, 1);
  expect(bySource.places.braking).toEqual(currentFormula.priors.braking);
  // Night driving is measured without any source, by all drivers together.
  expect(new Set(Object.values(bySource).map(({ night }) => night.rate))).toEqual(new Set([all.night.rate]));
  expect(all.night.rate).not.toBe(currentFormula.priors.night.rate);
});

describe('how far somebody drove', () => {
  const driven = (km: number) => ({ ...noSums, trips: 1, distanceM: km * 1000, watchedM: km * 1000, braking: 1 });

  it('is enough for a score from 200 km on', () => {
    const reasonAt = (km: number) => explainScore(driven(km), currentFormula, currentFormula.priors).reason;
    expect([reasonAt(199), reasonAt(200)]).toEqual(['notEnoughData', null]);
  });

  it('is not enough where only a little of it was measured', () => {
    const reasonOf = (measuredKm: number) =>
      explainScore({ ...driven(2000), watchedM: measuredKm * 1000 }, currentFormula, currentFormula.priors).reason;
    expect([0, 1, 199, 200].map(reasonOf)).toEqual(['notMeasured', 'notEnoughData', 'notEnoughData', null]);
  });

  it('counts as 10 km where one drive was shorter', () => {
    const rateAt = (km: number) => explainScore(driven(km), currentFormula, null).parts[0]?.rate;
    expect([rateAt(1), rateAt(10), rateAt(20)]).toEqual([10, 10, 5]);
  });
});

it('what nobody looked for is not measured, and neither raises nor lowers', () => {
  const counts = { acceleration: 0, braking: 3, cornering: 0, directionChange: 0, speeding: 0, bump: 0 };
  const unknown = {
    nightMs: null,
    idleMs: null,
    speedSquares: null,
    complication: null,
    urbanM: null,
    motorwayM: null,
  };
  const trip = {
    durationMs: 1e6,
    distanceM: 20_000,
    maximumSpeedKmh: 60,
    counts,
    watchedM: null,
    sensedM: null,
    placedM: null,
    ...unknown,
  };
  const of = (manoeuvreSource: 'positions' | 'acceleration' | null) =>
    explainScore(sumsOfTrip({ ...trip, manoeuvreSource }, 0), currentFormula, null);
  const measured = (manoeuvreSource: 'positions' | 'acceleration') =>
    of(manoeuvreSource).parts.flatMap(({ kind, costTenths }) => (costTenths === null ? [] : [kind]));
  expect(of(null)).toMatchObject({ scoreTenths: null, reason: 'notMeasured' });
  expect(
    explainScore(sumsOfTrip({ ...trip, manoeuvreSource: 'positions', watchedM: 0 }, 0), currentFormula, null),
  ).toMatchObject({
    scoreTenths: null,
    reason: 'notMeasured',
  });
  expect(measured('positions').sort()).toEqual(['acceleration', 'braking', 'cornering']);
  expect(measured('acceleration').sort()).toEqual(['acceleration', 'braking', 'cornering', 'directionChange']);
});

/** Returns ten minutes at constant speed from 55° 37°, changed by `change`. */
const driven = (kmh: number, change: (track: Track) => void = () => undefined) => {
  const { track } = motion([{ seconds: 601 }], { kmh, rateHz: 1 });
  change(track);
  return tripContext(track, {
    fromIndex: 0,
    toIndex: 600,
    startMs: track.timeMs[0]!,
    endMs: track.timeMs[600]!,
    durationS: 600,
    distanceKm: kmh / 6,
    estimatedKm: 0,
    averageSpeedKmh: kmh,
    maximumSpeedKmh: kmh,
  });
};
const beginning = (time: string) => (track: Track) => {
  for (let i = 0; i < track.timeMs.length; i++) track.timeMs[i] = Date.parse(time) + i * 1000;
};

describe('the night', () => {
  const isNightAt = (time: string, latitude: number, longitude: number) =>
    isNight(Date.parse(`2026-12-21T${time}Z`), latitude, longitude);

  it('is 23 to 5 by the clock, whether or not the sun shines', () => {
    const inMoscow = (time: string) => isNightAt(time, 55.75, 37.62);
    expect(['19:59:59', '20:00:00', '01:59:59', '02:00:00'].map(inMoscow)).toEqual([false, true, true, false]);
    // Winter darkness at a commuter's hours, 8:00 and 18:00.
    expect(['05:00:00', '15:00:00'].map(inMoscow)).toEqual([false, false]);
    expect(isNight(Date.parse('2026-06-21T21:00:00Z'), 68.97, 33.08)).toBe(true);
  });

  it('follows the legal time of each Russian zone', () => {
    const hoursAhead = (latitude: number, longitude: number) =>
      utcOffsetMs(Date.parse('2026-12-21T12:00:00Z'), latitude, longitude) / 3_600_000;
    const cities = [
      [54.71, 20.51, 2],
      [55.75, 37.62, 3],
      [48.7, 44.5, 3],
      [53.2, 50.15, 4],
      [51.53, 46.03, 4],
      [46.35, 48.04, 4],
      [56.84, 60.6, 5],
      [54.73, 55.97, 5],
      [54.99, 73.37, 6],
      [55.03, 82.92, 7],
      [53.35, 83.76, 7],
      [56.49, 84.95, 7],
      [56.01, 92.87, 7],
      [52.29, 104.28, 8],
      [51.83, 107.58, 8],
      [52.03, 113.5, 9],
      [62.03, 129.73, 9],
      [43.12, 131.89, 10],
      [48.48, 135.08, 10],
      [59.56, 150.8, 11],
      [46.96, 142.73, 11],
      [53.02, 158.65, 12],
      [64.73, 177.5, 12],
    ] as const;
    for (const [latitude, longitude, hours] of cities)
      expect([latitude, longitude, hoursAhead(latitude, longitude)]).toEqual([latitude, longitude, hours]);
  });

  it('follows a change to summer time in the hour of the change', () => {
    const offset = (time: string) => utcOffsetMs(Date.parse(time), 52.52, 13.4) / 3_600_000;
    expect([offset('2026-03-29T00:59:59Z'), offset('2026-03-29T01:00:00Z')]).toEqual([1, 2]);
  });

  it('is added up for a trip at the place of the car', () => {
    expect(driven(60, beginning('2026-12-21T20:30:00Z')).nightMs).toBe(600_000);
    expect(driven(60, beginning('2026-12-21T19:55:00Z')).nightMs).toBe(300_000);
    expect(driven(60, beginning('2026-12-21T15:00:00Z'))).toMatchObject({ nightMs: 0, utcOffsetMs: 3 * 3_600_000 });
  });
});

describe('how hard the traffic was', () => {
  const empty = driven(60).complication!;

  it('is told by stops, each counted once, whose time is standing', () => {
    const stopped = driven(60, track => track.speedKmh.fill(0, 100, 160).fill(0, 300, 330));
    expect(stopped.idleMs).toBe(90_000);
    // Two stops in 10 km of the maximum of three per km, and two minutes as slow as in town.
    expect(stopped.complication).toBeGreaterThan(empty);
    const longer = driven(60, track => track.speedKmh.fill(0, 100, 120).fill(0, 300, 310));
    const once = driven(60, track => track.speedKmh.fill(0, 100, 130));
    expect(longer.idleMs).toBe(once.idleMs);
    expect(longer.complication).toBeGreaterThan(once.complication!);
  });

  it('is told by turns', () => {
    const turning = driven(60, track => {
      for (let i = 0; i < track.courseDeg.length; i++) track.courseDeg[i] = (Math.floor(i / 20) * 90) % 360;
    });
    // Thirty turns in 10 km of the maximum of six per km: half of a quarter of the scale.
    expect(turning.complication! - empty).toBeCloseTo(12, -1);
  });

  it('is unknown, like idling and kind of road, while speeds cover less than half of the time', () => {
    const unknown = { idleMs: null, speedSquares: null, complication: null, urbanM: null, motorwayM: null };
    const night = { nightMs: 0, utcOffsetMs: 3 * 3_600_000 };
    const seconds = driven(60, beginning('2026-12-21T12:00:00Z'));
    expect(seconds.complication).toBe(empty);
    const withSpeedsTo = (share: number) =>
      driven(60, track => {
        beginning('2026-12-21T12:00:00Z')(track);
        track.speedKmh.fill(Number.NaN, Math.floor(track.speedKmh.length * share));
      });
    expect(withSpeedsTo(0)).toEqual({ ...night, ...unknown });
    expect(withSpeedsTo(0.45)).toEqual({ ...night, ...unknown });
    expect(withSpeedsTo(0.55)).toMatchObject({ ...night, complication: empty, idleMs: 0 });
  });
});

it('a fast minute with a slow moment in it is no motorway', () => {
  const all = driven(110).motorwayM!;
  const slowed = driven(110, track => track.speedKmh.fill(50, 90, 92)).motorwayM!;
  expect(all - slowed).toBeGreaterThan(1500);
  expect(all - slowed).toBeLessThan(2000);
});
