import { describe, expect, it } from 'vitest';
import { findManoeuvres } from '../../../../../server/domain/telemetry/manoeuvres.ts';
import { pickFixes, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { cutTrips } from '../../../../../server/domain/telemetry/trips.ts';
import { analyseDrives } from '../../../../../server/modules/ingest/drives.ts';
import { motion, noiseOf, type Phase } from './motions.ts';

const metresPerDegree = 111_327.5;

/** Returns noise with a normal distribution, by twelve uniform numbers. */
const normalNoiseOf = (seed: number) => {
  const noise = noiseOf(seed);
  return (): number => Array.from({ length: 12 }, noise).reduce((sum, value) => sum + value, 0) / 2;
};

interface Noise {
  readonly placesM?: number;
  readonly courseDeg?: number;
  readonly courseOffsetDeg?: number;
  readonly courseStepDeg?: number;
  readonly speedKmh?: number;
  /** Share of the places that lie 10 m off, as by a reflected signal. */
  readonly outlierShare?: number;
}

/** Returns the track as a receiver with noise reports it. The course is off by up to `courseDeg`. */
const withNoise = (track: Track, noise: Noise, { placesOnly = false } = {}): Track => {
  const [normal, uniform] = [normalNoiseOf(7), noiseOf(11)];
  const {
    placesM = 0,
    courseDeg = 0,
    courseOffsetDeg = 0,
    courseStepDeg = 0.1,
    speedKmh = 0,
    outlierShare = 0,
  } = noise;
  const offDeg = track.timeMs.map(
    () => (normal() * placesM + (Math.abs(uniform()) < outlierShare ? 10 : 0)) / metresPerDegree,
  );
  return {
    ...track,
    latitude: track.latitude.map((value, i) => value + offDeg[i]!),
    longitude: track.longitude.map(value => value + (normal() * placesM) / metresPerDegree / Math.cos(Math.PI / 3.27)),
    speedKmh: track.speedKmh.map(value => (placesOnly ? Number.NaN : Math.max(0, value + normal() * speedKmh))),
    courseDeg: track.courseDeg.map(value =>
      placesOnly
        ? Number.NaN
        : (Math.round((value + uniform() * courseDeg + courseOffsetDeg) / courseStepDeg) * courseStepDeg + 720) % 360,
    ),
  };
};

const kindsIn = (track: Track): string[] =>
  findManoeuvres({ track, fromIndex: 0, toIndex: track.timeMs.length - 1, acceleration: [] }).map(({ kind }) => kind);

const watchedShareOf = (track: Track): number =>
  analyseDrives({
    track,
    trips: [{ fromIndex: 0, toIndex: track.timeMs.length - 1 }],
    curves: [],
    knownOrientations: [],
  }).watched[0]!.watchedShare;

const calm = motion(
  Array.from({ length: 30 }, (): Phase[] => [
    { seconds: 20, accelerationG: 0.05, yawDegS: 2 },
    { seconds: 20, accelerationG: -0.05, yawDegS: -2 },
  ]).flat(),
).track;

const harsh = motion(
  Array.from({ length: 4 }, (): Phase[] => [
    { seconds: 40 },
    { seconds: 4, accelerationG: -0.4 },
    { seconds: 40 },
    { seconds: 5, accelerationG: 0.32 },
    { seconds: 40 },
    { seconds: 6, yawDegS: 12 },
    { seconds: 40 },
  ]).flat(),
  { kmh: 80 },
).track;
const harshKinds = Array.from({ length: 4 }, () => ['braking', 'acceleration', 'cornering']).flat();

describe('fixes with noise', () => {
  it.each([
    ['places of 1 m', { placesM: 1 }, true, true],
    ['places of 2 m', { placesM: 2 }, true, true],
    ['places of 3 m', { placesM: 3 }, true, true],
    ['places of 5 m', { placesM: 5 }, true, false],
    ['places of 10 m', { placesM: 10 }, true, false],
    ['places of which one of fifty lies 10 m off', { placesM: 0.3, outlierShare: 0.02 }, true, true],
    ['speeds of 3 km/h', { placesM: 1, speedKmh: 3 }, false, true],
    ['courses off by up to 40°', { placesM: 2, courseDeg: 40 }, false, true],
    ['courses off by up to 10°', { placesM: 2, courseDeg: 10 }, false, true],
    ['courses in eight directions', { placesM: 1, courseStepDeg: 45 }, false, true],
    ['courses in sixteen directions', { placesM: 1, courseStepDeg: 22.5 }, false, true],
  ] as const)('show no manoeuvre of a calm driver: %s', (_name, noise, placesOnly, isWatched) => {
    const track = withNoise(calm, noise, { placesOnly });
    expect(kindsIn(track)).toEqual([]);
    expect(watchedShareOf(track) > 0.9).toBe(isWatched);
    if (!isWatched) expect(watchedShareOf(track)).toBeLessThan(0.1);
  });

  it.each([
    ['places alone', {}, true],
    ['places of 1 m alone', { placesM: 1 }, true],
    ['places of 1 m, courses off by up to 40°', { placesM: 1, courseDeg: 40 }, false],
    ['courses off by 90°', { courseOffsetDeg: 90 }, false],
    ['courses that stay the same', { courseStepDeg: 360 }, false],
  ] as const)('show the manoeuvres of a harsh driver: %s', (_name, noise, placesOnly) => {
    expect(kindsIn(withNoise(harsh, noise, { placesOnly }))).toEqual(harshKinds);
  });
});

/** Ten rounds of 60 km/h, a bend, braking to 24 km/h, a slow part, and a start. */
const { track: exact } = motion(
  Array.from({ length: 10 }, (): Phase[] => [
    { seconds: 60 },
    { seconds: 10, yawDegS: 9 },
    { seconds: 10, accelerationG: -0.1 },
    { seconds: 30 },
    { seconds: 10, accelerationG: 0.1 },
  ]).flat(),
);

interface PlaceNoise {
  readonly placesM?: number;
  readonly speedScale?: number;
  readonly placesOnly?: boolean;
}

const withPlaceNoise = (track: Track, { placesM = 0, speedScale = 1, placesOnly = false }: PlaceNoise): Track => {
  const normal = normalNoiseOf(5);
  return {
    ...track,
    latitude: track.latitude.map(value => value + (normal() * placesM) / metresPerDegree),
    longitude: track.longitude.map(value => value + (normal() * placesM) / metresPerDegree / Math.cos(Math.PI / 3.27)),
    speedKmh: track.speedKmh.map(value =>
      placesOnly ? Number.NaN : Math.max(0, (value + normal() * 0.5) * speedScale),
    ),
  };
};

const kmOf = (track: Track): number => cutTrips(track).reduce((sum, { distanceKm }) => sum + distanceKm, 0);
const trueKm = kmOf(withPlaceNoise(exact, {}));

describe('the distance of places with noise', () => {
  it.each([
    ['2 m', { placesM: 2 }, 1],
    ['5 m', { placesM: 5 }, 1],
    ['8 m', { placesM: 8 }, 1.5],
    ['2 m without speed', { placesM: 2, placesOnly: true }, 1],
    ['5 m without speed', { placesM: 5, placesOnly: true }, 1.5],
    ['5 m with a speed that is 6 % too low', { placesM: 5, speedScale: 0.94 }, 1.5],
    ['5 m with a speed that is 6 % too high', { placesM: 5, speedScale: 1.06 }, 2.5],
  ] as const)('is the distance that was driven: %s', (_name, noise, percent) => {
    expect(Math.abs(kmOf(withPlaceNoise(exact, noise)) / trueKm - 1) * 100).toBeLessThan(percent);
  });

  it.each([0.94, 0.97, 1.03])('does not follow a speed that the places contradict, %s of the true one', speedScale => {
    expect(Math.abs(kmOf(withPlaceNoise(exact, { speedScale })) / trueKm - 1)).toBeLessThan(0.001);
  });

  it('is the same wherever the track is cut at a standstill', () => {
    const standing = 400;
    const drive = (startMs: number): Track => {
      const noisy = withPlaceNoise(exact, { placesM: 5 });
      return { ...noisy, timeMs: noisy.timeMs.map(timeMs => timeMs + startMs) };
    };
    const [first, second] = [drive(0), drive((exact.timeMs.length + standing) * 1000)];
    const joined = Object.fromEntries(
      Object.entries(first).map(([name, column]) => {
        const all = Array.from(column).concat(Array.from(second[name as keyof Track]));
        return [name, name === 'ignition' ? Int8Array.from(all) : Float64Array.from(all)];
      }),
    ) as unknown as Track;
    const fixes = first.timeMs.length;
    const part = (from: number, to: number) =>
      pickFixes(
        joined,
        Uint32Array.from({ length: to - from }, (_, i) => from + i),
      );
    expect(kmOf(joined)).toBeCloseTo(kmOf(part(0, fixes)) + kmOf(part(fixes, 2 * fixes)), 9);
  });
});
