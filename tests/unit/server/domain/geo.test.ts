import { describe, expect, it } from 'vitest';
import { bearingDeg, boundingBox, createRuler, haversineM, pathLengthM } from '../../../../server/domain/geo.ts';

describe('geometry on the sphere', () => {
  it('knows how far Moscow is from Saint Petersburg', () => {
    expect(Math.abs(haversineM(55.7558, 37.6173, 59.9311, 30.3609) / 1000 - 634)).toBeLessThan(3);
  });

  it('measures no distance between a point and itself, and half the Earth to its antipode', () => {
    expect(haversineM(55, 37, 55, 37)).toBe(0);
    expect(haversineM(0, 0, 0, 180) / 1000).toBeCloseTo(20_015, 0);
  });

  it.each([
    [56, 37, 0],
    [55, 38, 90],
    [54, 37, 180],
    [55, 36, 270],
  ])('sees (%d, %d) from (55, 37) at about %d°', (latitude, longitude, expected) => {
    expect(Math.abs(bearingDeg(55, 37, latitude, longitude) - expected)).toBeLessThan(0.5);
  });

  it('adds up a path and boxes it', () => {
    const latitude = [55, 55.1, 55.1];
    const longitude = [37, 37, 37.2];
    const parts = haversineM(55, 37, 55.1, 37) + haversineM(55.1, 37, 55.1, 37.2);
    expect(pathLengthM(latitude, longitude)).toBeCloseTo(parts, 6);
    expect(boundingBox(latitude, longitude)).toEqual({ south: 55, west: 37, north: 55.1, east: 37.2 });
    expect(boundingBox([], [])).toBeNull();
  });

  it.each([0, 55, 69])('has a ruler within two parts in ten thousand of the great circle at latitude %d', latitude => {
    const rulerM = createRuler();
    for (let i = 1; i < 200; i++) {
      const from = latitude + i * 0.0005;
      const exact = haversineM(from, 37, from + 0.0005, 37 + i * 0.00004);
      expect(Math.abs(rulerM(from, 37, from + 0.0005, 37 + i * 0.00004) / exact - 1)).toBeLessThan(2e-4);
    }
  });
});
