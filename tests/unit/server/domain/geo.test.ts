import { describe, expect, it } from 'vitest';
import { bearingDeg, createRuler, distanceM, pathLengthM } from '../../../../server/domain/geo.ts';

describe('geometry on WGS 84', () => {
  it('knows how far Moscow is from Saint Petersburg', () => {
    expect(Math.abs(distanceM(55.7558, 37.6173, 59.9311, 30.3609) / 1000 - 634)).toBeLessThan(3);
  });

  it('measures no distance between a point and itself, and half the Earth to its antipode', () => {
    expect(distanceM(55, 37, 55, 37)).toBe(0);
    expect(distanceM(0, 0, 0, 180) / 1000).toBeCloseTo(20_004, 0);
  });

  it('measures the published lines of WGS 84, which a sphere has up to 0.35 % short', () => {
    // Wellington to Salamanca. The expected distance is from GeographicLib.
    expect(distanceM(-41.32, 174.81, 40.96, -5.5)).toBeCloseTo(19_959_679.267, 2);
    for (const [north, east] of [
      [0.001, 0],
      [0, 0.001],
      [0.003, 0.004],
    ] as const)
      expect(createRuler()(55, 37, 55 + north, 37 + east) / distanceM(55, 37, 55 + north, 37 + east)).toBeCloseTo(1, 4);
  });

  it.each([
    [56, 37, 0],
    [55, 38, 90],
    [54, 37, 180],
    [55, 36, 270],
  ])('sees (%d, %d) from (55, 37) at about %d°', (latitude, longitude, expected) => {
    expect(Math.abs(bearingDeg(55, 37, latitude, longitude) - expected)).toBeLessThan(0.5);
  });

  it('adds up a path', () => {
    const latitude = [55, 55.1, 55.1];
    const longitude = [37, 37, 37.2];
    const parts = distanceM(55, 37, 55.1, 37) + distanceM(55.1, 37, 55.1, 37.2);
    expect(pathLengthM(latitude, longitude)).toBeCloseTo(parts, 6);
  });

  it.each([0, 55, 69])('has a ruler within two parts in ten thousand of the great circle at latitude %d', latitude => {
    const rulerM = createRuler();
    for (let i = 1; i < 200; i++) {
      const from = latitude + i * 0.0005;
      const exact = distanceM(from, 37, from + 0.0005, 37 + i * 0.00004);
      expect(Math.abs(rulerM(from, 37, from + 0.0005, 37 + i * 0.00004) / exact - 1)).toBeLessThan(2e-4);
    }
  });
});
