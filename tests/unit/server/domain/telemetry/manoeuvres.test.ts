import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VehicleSamples } from '../../../../../server/domain/telemetry/manoeuvre.ts';
import { findManoeuvres } from '../../../../../server/domain/telemetry/manoeuvres.ts';
import { mergeTracks, sortTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { motion, noiseOf, type Phase } from './motions.ts';
import { recordedMs } from './recordings.ts';

const eventful: readonly Phase[] = [
  { seconds: 20 },
  { seconds: 3, accelerationG: -0.4 },
  { seconds: 20 },
  { seconds: 3, accelerationG: 0.35 },
  { seconds: 20 },
  // 60 km/h at 15°/s: 0.45 g.
  { seconds: 5, yawDegS: 15 },
  { seconds: 20 },
  { seconds: 2, yawDegS: -14 },
  { seconds: 2, yawDegS: 14 },
  { seconds: 20 },
];

const found = (track: Track, acceleration: readonly VehicleSamples[]) =>
  findManoeuvres({ track, fromIndex: 0, toIndex: track.timeMs.length - 1, acceleration });

const cut = (samples: VehicleSamples, from: number, to: number): VehicleSamples => ({
  startMs: samples.startMs + (from / samples.rateHz) * 1000,
  rateHz: samples.rateHz,
  longitudinal: samples.longitudinal.slice(from, to),
  lateral: samples.lateral.slice(from, to),
  vertical: samples.vertical.slice(from, to),
});

describe('finding manoeuvres', () => {
  const { track, samples } = motion(eventful, { noiseG: 0.1 });

  it.each([true, false])('finds each kind it can tell once, in its order and place (acceleration sent: %s)', sent => {
    const manoeuvres = found(track, sent ? [samples] : []);
    // Without acceleration the score says that lane changes are not measured, so a trip must have none.
    const lanes = sent ? ['directionChange'] : [];
    expect(manoeuvres.map(({ kind }) => kind)).toEqual(['braking', 'acceleration', 'cornering', ...lanes]);
    expect(manoeuvres.every(({ source }) => source === (sent ? 'acceleration' : 'positions'))).toBe(true);
    const [braking, accelerating, cornering] = manoeuvres;
    expect(Math.abs(braking!.startMs - recordedMs - 20_000)).toBeLessThanOrEqual(1000);
    expect(Math.abs(braking!.endMs - recordedMs - 23_000)).toBeLessThanOrEqual(1000);
    expect(braking!.peakG).toBeCloseTo(0.4, 1);
    expect(braking!.speedKmh).toBeGreaterThan(45);
    expect(accelerating!.peakG).toBeCloseTo(0.35, 1);
    expect(cornering!.latitude).toBeCloseTo(track.latitude[66]!, 3);
  });

  it('finds nothing in a calm drive on a bad road, nor in one that stands', () => {
    const calm = motion([{ seconds: 120, accelerationG: 0.01 }], { noiseG: 0.3 });
    expect(found(calm.track, [calm.samples])).toEqual([]);
    const shaken = motion([{ seconds: 60, accelerationG: -0.4 }], { kmh: 0 });
    expect(found(shaken.track, [shaken.samples])).toEqual([]);
  });

  it('takes samples below 5 Hz for no evidence: a rough road has no manoeuvres, and a braking comes from the fixes', () => {
    const rough = motion([{ seconds: 600 }], { rateHz: 1, noiseG: 0.6 });
    expect(found(rough.track, [rough.samples])).toEqual([]);
    const slow = motion(eventful, { rateHz: 4, noiseG: 0.6 });
    expect(found(slow.track, [slow.samples])).toEqual(found(slow.track, []));
    expect(found(slow.track, [slow.samples])[0]).toMatchObject({ kind: 'braking', source: 'positions' });
    const fast = motion(eventful, { rateHz: 5 });
    expect(found(fast.track, [fast.samples])[0]).toMatchObject({ kind: 'braking', source: 'acceleration' });
  });

  it('takes nothing for a manoeuvre that no tyre holds', () => {
    for (const [accelerationG, kinds] of [
      [-0.9, ['braking']],
      [-1.5, []],
    ] as const) {
      const hard = motion([{ seconds: 20 }, { seconds: 1, accelerationG }, { seconds: 20 }], { kmh: 100 });
      expect(found(hard.track, [hard.samples]).map(({ kind }) => kind)).toEqual(kinds);
    }
  });

  it('feels a launch by the speed that comes after it: a receiver tells a second late', () => {
    const launch = (seconds: number) => {
      const { track: prompt, samples: felt } = motion(
        [{ seconds: 10 }, { seconds, accelerationG: 0.5 }, { seconds: 20 - seconds }],
        { kmh: 0 },
      );
      const late = prompt.speedKmh.map((_, i) => prompt.speedKmh[Math.max(0, i - 1)]!);
      return found({ ...prompt, speedKmh: late }, [felt]);
    };
    expect(launch(1.2)).toEqual([expect.objectContaining({ kind: 'acceleration', source: 'acceleration' })]);
    // Up to 9 km/h, the car is only moved by a car's length.
    expect(launch(0.5)).toEqual([]);
  });

  it.each([
    ['quickly are a change of direction', 60, 14, 2, 0, ['directionChange']],
    ['slower than lanes are changed stay bends', 25, 32, 2, 0, ['cornering', 'cornering']],
    ['with a straight between them stay bends', 60, 14, 2, 4, ['cornering', 'cornering']],
    ['that are longer than half a lane change stay bends', 60, 14, 5, 0, ['cornering', 'cornering']],
  ] as const)('two opposite bends %s', (_name, kmh, yawDegS, seconds, straight, kinds) => {
    const bends: Phase[] = [
      { seconds: 20 },
      { seconds, yawDegS },
      ...(straight ? [{ seconds: straight }] : []),
      { seconds, yawDegS: -yawDegS },
      { seconds: 20 },
    ];
    const drive = motion(bends, { kmh });
    expect(found(drive.track, [drive.samples]).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('two opposite bends that do not bring the car back to its heading stay bends', () => {
    const drive = motion(
      [{ seconds: 20 }, { seconds: 1, yawDegS: 14 }, { seconds: 3, yawDegS: -16 }, { seconds: 20 }],
      {},
    );
    expect(found(drive.track, [drive.samples]).map(({ kind }) => kind)).toEqual(['cornering', 'cornering']);
  });

  it('feels a hole in the road only where samples are close enough', () => {
    for (const [rateHz, kinds] of [
      [50, ['bump']],
      [10, []],
    ] as const) {
      const road = motion([{ seconds: 60 }], { rateHz });
      road.samples.vertical.fill(2, 20 * rateHz, 20 * rateHz + 3);
      road.samples.vertical.fill(0, 20 * rateHz + 3, 20 * rateHz + 6);
      expect(found(road.track, [road.samples]).map(({ kind }) => kind)).toEqual(kinds);
    }
  });

  it('takes the shaking of a rough road for no holes, but a hole in it for one', () => {
    const rateHz = 25;
    const road = motion([{ seconds: 600 }], { rateHz });
    const { vertical } = road.samples;
    const uniform = noiseOf();
    // The sum of twelve uniform numbers is nearly normal, with a standard deviation of 2.
    const shaking = () => Array.from({ length: 12 }, uniform).reduce((sum, value) => sum + value) / 2;
    for (let i = 0; i < vertical.length; i++) vertical[i]! += shaking() * 0.15;
    expect(vertical.filter(value => Math.abs(value - 1) > 0.5).length).toBeGreaterThan(5);
    expect(found(road.track, [road.samples])).toEqual([]);
    vertical.fill(2.2, 300 * rateHz, 300 * rateHz + 2);
    expect(found(road.track, [road.samples]).map(({ kind }) => kind)).toEqual(['bump']);
  });

  it('finds the same however samples and fixes are divided, repeated and ordered', () => {
    const whole = found(track, [samples]);
    const length = samples.longitudinal.length;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: length - 1 }), { maxLength: 5 }),
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: track.timeMs.length - 2 }),
        (cuts, repeats, fixes) => {
          const bounds = [...new Set([0, ...cuts, length])].sort((a, b) => a - b);
          const pieces = bounds.slice(1).map((to, n) => cut(samples, bounds[n]!, to));
          const sent = [...pieces, ...repeats.map(n => pieces[n % pieces.length]!)].reverse();
          const part = (from: number, to: number): Track =>
            Object.fromEntries(Object.entries(track).map(([name, column]) => [name, column.slice(from, to)])) as never;
          const again = sortTrack(mergeTracks([part(fixes, track.timeMs.length), part(0, fixes + 1)]));
          expect(found(again, sent)).toEqual(whole);
        },
      ),
      { numRuns: 30 },
    );
  });
});
