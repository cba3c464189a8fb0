import { expect, it } from 'vitest';
import { marksOf } from '../../../../../server/domain/telemetry/marks.ts';
import { createTrack, sliceTrack } from '../../../../../server/domain/telemetry/positions.ts';

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
