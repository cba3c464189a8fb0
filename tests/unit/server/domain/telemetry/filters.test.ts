import { describe, expect, it } from 'vitest';
import { allowsCfc, filterCfc } from '../../../../../server/domain/telemetry/cfc.ts';
import { clip3Ms, hic } from '../../../../../workshop/truth/hic.ts';

const sine = (hz: number, rateHz: number): Float64Array =>
  Float64Array.from({ length: rateHz }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rateHz));
const amplitude = (values: Float64Array): number =>
  Math.max(...values.subarray(values.length / 4, (values.length * 3) / 4));

describe('channel frequency class filters', () => {
  it('pass what is slow, halve the power at 1.65 times the class, and stop what is fast', () => {
    expect(amplitude(filterCfc(sine(10, 10_000), 10_000, 60))).toBeCloseTo(1, 2);
    expect(amplitude(filterCfc(sine(100, 10_000), 10_000, 60))).toBeCloseTo(Math.SQRT1_2, 1);
    expect(amplitude(filterCfc(sine(1000, 10_000), 10_000, 60))).toBeLessThan(0.001);
  });

  it('leave a constant alone up to its ends', () => {
    for (const value of filterCfc(new Float64Array(500).fill(3), 1000, 60)) expect(value).toBeCloseTo(3, 9);
  });

  it('do not shift a pulse in time', () => {
    const pulse = Float64Array.from({ length: 2001 }, (_, i) => Math.exp(-(((i - 1000) / 100) ** 2)));
    const filtered = filterCfc(pulse, 10_000, 60);
    expect(filtered.indexOf(Math.max(...filtered))).toBe(1000);
  });

  it('want ten samples per unit of the class', () => {
    expect(allowsCfc(60, 600)).toBe(true);
    expect(allowsCfc(60, 599)).toBe(false);
  });

  it('take no samples and one sample', () => {
    expect(filterCfc([], 1000, 60)).toHaveLength(0);
    expect(filterCfc([5], 1000, 60)[0]).toBeCloseTo(5, 9);
  });
});

describe('criteria of the dummy', () => {
  it('give the textbook value of a constant level: window times level to 2.5', () => {
    const level = new Float64Array(1001).fill(60);
    expect(hic(level, 10_000, 15).value).toBeCloseTo(0.015 * 60 ** 2.5, 3);
    expect(hic(level, 10_000, 36).value).toBeCloseTo(0.036 * 60 ** 2.5, 3);
  });

  it('are nothing at rest', () => {
    expect(hic(new Float64Array(100), 10_000, 15).value).toBe(0);
    expect(clip3Ms([], 10_000)).toBe(0);
  });

  it('count only a level that is held for 3 ms', () => {
    const values = new Float64Array(1000).fill(10);
    values.fill(50, 100, 131);
    values.fill(90, 500, 525);
    expect(clip3Ms(values, 10_000)).toBe(50);
  });
});
