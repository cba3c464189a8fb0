import { expect, it } from 'vitest';
import borders from '../../../../../src/components/map/regionBorders.json';
import { regionLines } from '../../../../../src/components/map/world.ts';

it('the borders of Russia’s regions lie in Russia, and the Urals’ between their towns', () => {
  const [feature] = regionLines(borders).features;
  if (feature?.geometry.type !== 'MultiLineString') throw new Error('no lines');
  const lines = feature.geometry.coordinates;
  expect(lines.length).toBeGreaterThan(80);
  for (const [east = 0, north = 0] of lines.flat()) {
    expect(east).toBeGreaterThan(19);
    expect(east).toBeLessThan(180);
    expect(north).toBeGreaterThan(41);
    expect(north).toBeLessThan(78);
  }
  // The line separates Yekaterinburg (60.6, 56.8) and Chelyabinsk (61.4, 55.2), which are in two regions.
  const between = lines.some(line =>
    line.some(([east = 0, north = 0]) => east > 60.3 && east < 61.7 && north > 55.3 && north < 56.7),
  );
  expect(between).toBe(true);
});
