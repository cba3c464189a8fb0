import { describe, expect, it } from 'vitest';
import { pickFixes, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { cutTrips } from '../../../../../server/domain/telemetry/trips.ts';
import { motion, noiseOf, type Phase } from './motions.ts';

const metresPerDegree = 111_327.5;

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

interface Noise {
  readonly placesM?: number;
  readonly speedScale?: number;
  readonly placesOnly?: boolean;
}

const withNoise = (track: Track, { placesM = 0, speedScale = 1, placesOnly = false }: Noise): Track => {
  const uniform = noiseOf(5);
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, value) => sum + value, 0) / 2;
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
const trueKm = kmOf(withNoise(exact, {}));

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
    expect(Math.abs(kmOf(withNoise(exact, noise)) / trueKm - 1) * 100).toBeLessThan(percent);
  });

  it.each([0.94, 0.97, 1.03])('does not follow a speed that the places contradict, %s of the true one', speedScale => {
    expect(Math.abs(kmOf(withNoise(exact, { speedScale })) / trueKm - 1)).toBeLessThan(0.001);
  });

  it('is the same wherever the track is cut at a standstill', () => {
    const standing = 400;
    const drive = (startMs: number): Track => {
      const noisy = withNoise(exact, { placesM: 5 });
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
