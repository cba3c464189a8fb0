import { layers, namedFlavor } from '@protomaps/basemaps';
import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import { config } from '../../config.ts';
import type { Locale } from '../../i18n/locale.ts';

const source = 'tiles';
let known = false;

const teachProtocol = (): void => {
  if (!known) addProtocol('pmtiles', new Protocol().tile);
  known = true;
};

/**
 * Returns a layer of the map without icons, because icons would come from another site. A layer that has only icons is
 * removed.
 */
const withoutIcons = (layer: LayerSpecification): LayerSpecification[] => {
  if (layer.type !== 'symbol' || !layer.layout) return [layer];
  const { 'icon-image': icon, ...layout } = layer.layout;
  if (icon !== undefined && layout['text-field'] === undefined) return [];
  return [{ ...layer, layout }];
};

/**
 * Returns the style of the server's own street map. The map is a PMTiles file in the schema of Protomaps' basemap, read
 * in ranges.
 */
export const tilesStyle = (dark: boolean, language: Locale): StyleSpecification => {
  teachProtocol();
  const file = new URL('/map/tiles.pmtiles', config.host || window.location.origin).href;
  return {
    version: 8,
    sources: { [source]: { type: 'vector', url: `pmtiles://${file}`, attribution: '© OpenStreetMap' } },
    layers: layers(source, namedFlavor(dark ? 'dark' : 'light'), { lang: language }).flatMap(withoutIcons),
  };
};
