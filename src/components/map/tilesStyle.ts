import { layers, namedFlavor } from '@protomaps/basemaps';
import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import { config } from '../../config.ts';
import type { Locale } from '../../i18n/locale.ts';

const sourceId = 'tiles';
let isProtocolKnown = false;

const registerProtocol = (): void => {
  if (!isProtocolKnown) addProtocol('pmtiles', new Protocol().tile);
  isProtocolKnown = true;
};

/**
 * Returns the given layer of the map without its icons, because icons would come from another site. Returns an empty
 * list if the layer has only icons.
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
  registerProtocol();
  const file = new URL('/map/tiles.pmtiles', config.host || window.location.origin).href;
  return {
    version: 8,
    sources: { [sourceId]: { type: 'vector', url: `pmtiles://${file}`, attribution: '© OpenStreetMap' } },
    layers: layers(sourceId, namedFlavor(dark ? 'dark' : 'light'), { lang: language }).flatMap(withoutIcons),
  };
};
