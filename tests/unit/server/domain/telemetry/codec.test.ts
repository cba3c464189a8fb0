import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BlockError,
  curveResolutionG,
  decodeCurve,
  decodeTrack,
  encodeCurve,
  encodeTrack,
  trackResolution,
} from '../../../../../server/domain/telemetry/codec.ts';
import { createTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { drive } from './motions.ts';

const maybe = (max: number, min = 0) =>
  fc.oneof({ weight: 4, arbitrary: fc.double({ min, max, noNaN: true }) }, fc.constant(Number.NaN));
const fix = fc.record({
  timeMs: fc.integer({ min: -2_000_000_000_000, max: 250_000_000_000_000 }),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  speedKmh: maybe(1000),
  courseDeg: maybe(360),
  hdop: maybe(100),
  altitudeM: maybe(20_000, -1000),
  satellites: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constant(Number.NaN)),
  ignition: fc.constantFrom(-1, 0, 1),
});
const anyTrack = fc.array(fix, { maxLength: 60 }).map(fixes => {
  const track = createTrack(fixes.length);
  for (const [i, one] of fixes.entries())
    for (const name of Object.keys(track) as (keyof Track)[]) track[name][i] = one[name];
  return track;
});
const axis = (length: number) =>
  fc
    .array(fc.double({ min: -2000, max: 2000, noNaN: true }), { minLength: length, maxLength: length })
    .map(values => Float64Array.from(values));
const anyCurve = fc.integer({ min: 0, max: 80 }).chain(length =>
  fc.record({
    startMs: fc.integer({ min: 0, max: 250_000_000_000_000 }),
    rateHz: fc.double({ min: 0.1, max: 100_000, noNaN: true }),
    longitudinalG: axis(length),
    lateralG: axis(length),
    verticalG: axis(length),
    rangeG: fc.option(fc.double({ min: 1, max: 2000, noNaN: true })),
    frame: fc.constantFrom('vehicle' as const, 'device' as const),
  }),
);

/** Tolerance: half a step, plus the rounding of a 32-bit float. */
const expectWithin = (actual: ArrayLike<number>, expected: ArrayLike<number>, resolution: number): void => {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    if (Number.isNaN(expected[i])) expect(actual[i]).toBeNaN();
    else
      expect(Math.abs(actual[i]! - expected[i]!)).toBeLessThanOrEqual(
        resolution * 0.5001 + Math.abs(expected[i]!) * 1.2e-7 * (resolution > 1e-3 ? 1 : 0) + 1e-10,
      );
  }
};

describe('a block of fixes', () => {
  it('comes back within its resolution, whatever was in it', () => {
    fc.assert(
      fc.property(anyTrack, track => {
        const back = decodeTrack(encodeTrack(track));
        expect(back.timeMs).toEqual(track.timeMs);
        expect(back.ignition).toEqual(track.ignition);
        expectWithin(back.latitude, track.latitude, trackResolution.degrees);
        expectWithin(back.longitude, track.longitude, trackResolution.degrees);
        for (const name of ['speedKmh', 'courseDeg', 'hdop', 'altitudeM', 'satellites'] as const)
          expectWithin(back[name], track[name], trackResolution[name]);
      }),
    );
  });

  it('does not change any more when it is stored again', () => {
    fc.assert(
      fc.property(anyTrack, track => {
        const once = decodeTrack(encodeTrack(track));
        expect(decodeTrack(encodeTrack(once))).toEqual(once);
      }),
    );
  });

  it('takes less than four bytes per fix of a drive with noise', () => {
    const track = drive([{ seconds: 3600, kmh: 60 }], { speeds: true, noiseM: 2 });
    expect(encodeTrack(track).length / track.timeMs.length).toBeLessThan(4);
  });

  it('refuses what it could not give back', () => {
    const track = createTrack(1);
    track.latitude[0] = Number.NaN;
    expect(() => encodeTrack(track)).toThrow(BlockError);
  });
});

describe('a block of acceleration', () => {
  it('comes back within 0.1 mg, up to 2000 g', () => {
    fc.assert(
      fc.property(anyCurve, curve => {
        const back = decodeCurve(encodeCurve(curve));
        expect(back).toMatchObject({
          startMs: curve.startMs,
          rateHz: curve.rateHz,
          rangeG: curve.rangeG,
          frame: curve.frame,
        });
        for (const name of ['longitudinalG', 'lateralG', 'verticalG'] as const)
          expectWithin(back[name], curve[name], curveResolutionG);
      }),
    );
  });

  it('stores a coarse sensor in its own steps, exactly', () => {
    const coarse = Float64Array.from({ length: 1000 }, (_, i) => Math.round(200 * Math.sin(i / 20)) * 0.0156);
    const curve = {
      startMs: 0,
      rateHz: 100,
      longitudinalG: coarse,
      lateralG: coarse.map(value => -value),
      verticalG: coarse.map(() => 1),
      rangeG: 16,
      frame: 'vehicle' as const,
    };
    const block = encodeCurve(curve);
    expectWithin(decodeCurve(block).longitudinalG, coarse, 1e-9);
    const finer = encodeCurve({ ...curve, longitudinalG: coarse.map((value, i) => (i === 500 ? 0.0001 : value)) });
    expect(block.length).toBeLessThan(finer.length * 0.9);
  });
});

describe('a broken block', () => {
  const whole = encodeTrack(drive([{ seconds: 100, kmh: 60 }], { speeds: true, noiseM: 2 }));
  const decode = (block: Uint8Array) => () => decodeTrack(block);

  it('is refused wherever it is cut off', () => {
    for (let length = 0; length < whole.length; length++) expect(decode(whole.subarray(0, length))).toThrow(BlockError);
  });

  // A few bits of the compressed form have no meaning, so changing them changes nothing.
  it('never gives back something else, whichever byte was changed', () => {
    const track = decodeTrack(whole);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const block = whole.slice();
        block[at]! ^= change;
        try {
          expect(decodeTrack(block)).toEqual(track);
        } catch (error) {
          expect(error).toBeInstanceOf(BlockError);
        }
      }),
    );
  });

  it.each([
    ['bytes too many', [0, 0, 0, 0, 0, 0, 0, 7]],
    ['samples in', [255, 255, 255, 15, 0]],
    ['ends too early', [1, 0]],
    ['more than 53 bits', [255, 255, 255, 255, 255, 255, 255, 255, 255, 1]],
  ])('is refused for %s, although it inflates', (message, bytes) => {
    const block = new Uint8Array([1, 1, ...deflateSync(Uint8Array.from(bytes))]);
    expect(decode(block)).toThrow(BlockError);
    expect(decode(block)).toThrow(message);
  });

  it('is refused when it never was one, and when it is of the other kind', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), noise => {
        expect(decode(noise)).toThrow(BlockError);
      }),
    );
    expect(() => decodeCurve(whole)).toThrow(/kind 1/);
  });
});
