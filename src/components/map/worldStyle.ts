import type { StyleSpecification } from 'maplibre-gl';
import { feature } from 'topojson-client';
import { unwrap } from './unwrap.ts';

export const gridSource = 'grid';
const noFeatures: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Colours of the bundled map, from the theme. */
export interface MapColours {
  readonly land: string;
  readonly water: string;
  readonly coast: string;
  readonly grid: string;
}

const loadLand = async (): Promise<GeoJSON.FeatureCollection> => {
  const { default: world } = await import('world-atlas/land-50m.json');
  const land = world.objects.land;
  if (!land) return noFeatures;
  const features = feature(world, land);
  return unwrap(features.type === 'FeatureCollection' ? features : { type: 'FeatureCollection', features: [features] });
};

/** A map without a tile server: outline of the world, and a grid in metres that follows the zoom. */
export const worldStyle = async (colours: MapColours): Promise<StyleSpecification> => ({
  version: 8,
  sources: {
    land: { type: 'geojson', data: await loadLand(), tolerance: 0.2 },
    [gridSource]: { type: 'geojson', data: noFeatures },
  },
  layers: [
    { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
    { id: 'grid', type: 'line', source: gridSource, paint: { 'line-color': colours.grid, 'line-width': 1 } },
    { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': colours.coast, 'line-width': 1 } },
  ],
});
