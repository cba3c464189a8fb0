import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marksOf } from '../../../../../server/domain/telemetry/marks.ts';
import {
  createTrack,
  firstIndexFrom,
  mergeTracks,
  sliceTrack,
  sortTrack,
  type Track,
  trackOfPositions,
} from '../../../../../server/domain/telemetry/positions.ts';
import { pickValues, reduceIndexes } from '../../../../../server/domain/telemetry/reduce.ts';
import { findRepeatedFixes } from '../../../../../server/domain/telemetry/repeats.ts';
import { createIgnoredCounter } from '../../../../../server/modules/ingest/ignoredValues.ts';
import { preparePositions } from '../../../../../server/modules/ingest/positions.ts';
import { drive } from './motions.ts';
import { recordedMs } from './recordings.ts';

const nowMs = Date.parse('2026-01-15T12:00:00Z');
const fix = (DateTime: string) => ({ DateTime, Latitude: 55.75, Longitude: 37.62 });

describe('a time of a fix that nothing could store', () => {
  it.each(['99999-01-01', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z'])(
    'as %s is named, and the others are taken',
    far => {
      const { accepted, refused } = preparePositions(
        [fix('2026-01-15T11:59:00Z'), fix(far)],
        nowMs,
        createIgnoredCounter(),
      );
      expect({ accepted, refused }).toEqual({
        accepted: 1,
        refused: [{ Row: 1, Field: 'DateTime', Reason: 'format' }],
      });
    },
  );
});

const hourMs = 3_600_000;
const earlier = (track: Track, byMs: number): Track => ({ ...track, timeMs: track.timeMs.map(ms => ms - byMs) });
const all = (track: Track): Uint8Array => new Uint8Array(track.timeMs.length);

describe('a drive sent again', () => {
  const track = drive([{ seconds: 1200, kmh: 50 }], { noiseM: 1 });
  const first = sliceTrack(track, recordedMs, recordedMs + 600_000);

  it('fixes sent again under a later time are told from a second drive along the same road', () => {
    const again = mergeTracks([track, earlier(first, -3 * hourMs)]);
    expect(findRepeatedFixes(again, all(again))).toHaveLength(600);
    const nextDay = earlier(drive([{ seconds: 1199, kmh: 50 }], { noiseM: 2 }), -24 * hourMs);
    const both = mergeTracks([track, nextDay]);
    expect(findRepeatedFixes(both, all(both))).toEqual([]);
  });

  it('is found whole, with the stop at its beginning, also where the car had stood within a metre before', () => {
    const latitudes = [55.000001, ...new Array(30).fill(55.000004)];
    for (let n = 1; n <= 60; n++) latitudes.push(Number((55.000004 + n * 1e-4).toFixed(6)));
    const fixesFrom = (from: number, delayS: number) =>
      latitudes.slice(from).map((latitude, n) => at(from + n + delayS, latitude));
    const again = trackOfPositions([...fixesFrom(0, 0), ...fixesFrom(10, 3 * 3600)]);
    const repeated = latitudes.slice(10).map((_, n) => latitudes.length + n);
    expect(findRepeatedFixes(again, all(again))).toEqual(repeated);
  });

  it('is none under times of years before: there the clock is at fault', () => {
    const years = mergeTracks([track, earlier(first, 2 * 365 * 24 * hourMs)]);
    expect(findRepeatedFixes(years, all(years))).toEqual([]);
  });

  it('a receiver of few digits repeats nothing: each pass of a road goes through the same places', () => {
    const rough = (perDegree: number, seconds: number): Track => {
      const passed = drive([{ seconds, kmh: 25 }], { noiseM: 1 });
      const round = (degrees: number): number => Math.round((Math.round(degrees * perDegree) / perDegree) * 1e6) / 1e6;
      return { ...passed, latitude: passed.latitude.map(round), longitude: passed.longitude.map(round) };
    };
    for (const perDegree of [10_000, 6_000]) {
      const both = mergeTracks([rough(perDegree, 1200), earlier(rough(perDegree, 1199), -24 * hourMs)]);
      expect(findRepeatedFixes(both, all(both))).toEqual([]);
    }
  });

  it('standing still repeats no drive', () => {
    const parked = drive([{ seconds: 3600, kmh: 0 }]);
    expect(findRepeatedFixes(parked, all(parked))).toEqual([]);
  });
});

const at = (second: number, latitude: number) => ({
  DateTime: new Date(Date.UTC(2026, 0, 15, 9, 0, second)).toISOString(),
  Latitude: latitude,
  Longitude: 37,
});

describe('a track of positions', () => {
  it('keeps what was sent and says what was not', () => {
    const track = trackOfPositions([{ ...at(0, 55), Speed: 0, Ignition: false }, at(1, 55)]);
    expect(Array.from(track.speedKmh)).toEqual([0, Number.NaN]);
    expect(Array.from(track.ignition)).toEqual([0, -1]);
    expect(track.courseDeg[0]).toBeNaN();
  });

  it('comes into the order of time, one fix per moment, the first one sent', () => {
    const track = sortTrack(trackOfPositions([at(2, 52), at(0, 50), at(2, 59), at(1, 51)]));
    expect(Array.from(track.latitude)).toEqual([50, 51, 52]);
  });

  it('is not copied when it is in order already', () => {
    const track = trackOfPositions([at(0, 50), at(1, 51)]);
    expect(sortTrack(track)).toBe(track);
  });

  it('merges with what came late, and repeated fixes change nothing', () => {
    const first = trackOfPositions([at(0, 50), at(3, 53)]);
    const late = trackOfPositions([at(1, 51), at(3, 99)]);
    const merged = mergeTracks([first, late]);
    expect(Array.from(merged.latitude)).toEqual([50, 51, 53]);
    expect(mergeTracks([merged, first, late])).toEqual(merged);
  });

  it('is sliced from a moment on and up to, but without, another', () => {
    const track = trackOfPositions([at(0, 50), at(1, 51), at(2, 52)]);
    const start = track.timeMs[0]!;
    expect(Array.from(sliceTrack(track, start + 1, start + 2000).latitude)).toEqual([51]);
    expect(sliceTrack(track, start + 5000, start).timeMs).toHaveLength(0);
    expect(firstIndexFrom(track.timeMs, start + 2001)).toBe(3);
  });
});

const wave = (length: number, phase: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => Math.sin(i / 50 + phase) + Math.sin(i * 1.7 + phase) / 5);

describe('reducing curves for the screen', () => {
  it('keeps the ends and both extremes of every series within the points asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 300, maxLength: 300 }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.integer({ min: 20, max: 290 }),
        (series, points) => {
          const indexes = reduceIndexes(series, points);
          expect(indexes.length).toBeLessThanOrEqual(points);
          expect([indexes[0], indexes.at(-1)]).toEqual([0, 299]);
          for (const values of series) {
            const kept = pickValues(values, indexes);
            expect([Math.min(...kept), Math.max(...kept)]).toEqual([Math.min(...values), Math.max(...values)]);
          }
        },
      ),
    );
  });

  it('gives indexes that rise, so that all series share the times', () => {
    const indexes = reduceIndexes([wave(10_000, 0), wave(10_000, 1), wave(10_000, 2)], 600);
    expect(indexes.length).toBeGreaterThan(400);
    for (let i = 1; i < indexes.length; i++) expect(indexes[i]!).toBeGreaterThan(indexes[i - 1]!);
  });

  it('shows a single spike among a hundred thousand samples', () => {
    const flat = new Float64Array(100_000);
    flat[54_321] = 40;
    expect(reduceIndexes([flat, wave(100_000, 0)], 400)).toContain(54_321);
  });

  it('leaves short series whole, and none empty-handed', () => {
    expect(Array.from(reduceIndexes([[3, 1, 2]], 10))).toEqual([0, 1, 2]);
    expect(reduceIndexes([], 10)).toHaveLength(0);
    expect(reduceIndexes([[]], 10)).toHaveLength(0);
  });

  it('passes over what is missing and keeps extremes even when asked for fewer points than they are', () => {
    expect(Array.from(reduceIndexes([[0, Number.NaN, 9, -9, 1, 0]], 2))).toEqual([0, 2, 3, 5]);
  });

  it('refuses series of different lengths', () => {
    expect(() => reduceIndexes([[1, 2], [1]], 1)).toThrow(RangeError);
  });
});

/** Returns a winding track without equal positions. */
const way = (seconds: number, fromMs: number) => {
  const track = createTrack(seconds);
  for (let i = 0; i < seconds; i++) {
    track.timeMs[i] = fromMs + i * 1000;
    track.latitude[i] = 55 + i * 0.0001 + Math.sin(i / 40) * 0.002;
    track.longitude[i] = 37 + Math.cos(i / 23) * 0.003;
  }
  return track;
};

it('a drive has the same marks whenever it is dated and however it is cut, but for what the cuts go through', () => {
  const whole = marksOf(way(1200, 0));
  expect(whole.length).toBeGreaterThan(50);
  expect(whole.length).toBeLessThan(110);
  expect(marksOf(way(1200, 9e11))).toEqual(whole);
  const pieces = [0, 131, 402, 777].flatMap((from, n, all) =>
    marksOf(sliceTrack(way(1200, 0), from * 1000, (all[n + 1] ?? 1200) * 1000)),
  );
  expect(whole).toEqual(expect.arrayContaining(pieces));
  expect(pieces.length).toBeGreaterThan(whole.length - 10);
  expect(new Set(whole).size).toBe(whole.length);
  expect(whole.every(Number.isSafeInteger)).toBe(true);
});

it('what stands still has none, however long and wherever', () => {
  const track = createTrack(50);
  // One position in sixteen is expected to have a mark.
  const marks = Array.from({ length: 200 }, (_, place) => {
    track.latitude.fill(55.7 + place * 0.001);
    track.longitude.fill(37.6);
    return marksOf(track);
  });
  expect(marks.flat()).toEqual([]);
});

it('a parked receiver that comes back to the same few places has none, nor one that has few digits', () => {
  const parked = (seed: number) => {
    const track = createTrack(200);
    for (let i = 0; i < 200; i++) {
      track.latitude[i] = 55.7 + seed * 0.000013 + (i % 2) * 0.000001;
      track.longitude[i] = 37.6 + (i % 6) * 0.000001;
    }
    return marksOf(track);
  };
  expect(Array.from({ length: 100 }, (_, seed) => parked(seed)).flat()).toEqual([]);
  const rough = way(1200, 0);
  for (const places of [rough.latitude, rough.longitude])
    for (let i = 0; i < places.length; i++) places[i] = Math.round(places[i]! * 10_000) / 10_000;
  expect(marksOf(rough)).toEqual([]);
});
