import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pickValues, reduceIndexes } from '../../../../../server/domain/telemetry/reduce.ts';

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
