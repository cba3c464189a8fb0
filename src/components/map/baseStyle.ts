import type { StyleSpecification } from 'maplibre-gl';
import { config } from '../../config.ts';
import type { Locale } from '../../i18n/locale.ts';
import { type MapColours, ownStyle } from './ownStyle.ts';

/** Resolves to true if the server has its own street map. The server is asked once. A failure counts as false. */
let tilesRequest: Promise<boolean> | undefined;
const hasTiles = (): Promise<boolean> => {
  tilesRequest ??= fetch(new URL('/map/sources.json', config.host || window.location.origin))
    .then(async response => response.ok && ((await response.json()) as { tiles?: boolean }).tiles === true)
    .catch(() => false);
  return tilesRequest;
};

/**
 * Returns the style of the base map: the style at `mapStyleUrl`, the server's street map, or the built-in outline of
 * the world.
 */
export const baseStyle = async (colours: MapColours, language: Locale): Promise<StyleSpecification | string> => {
  if (config.mapStyleUrl) return config.mapStyleUrl;
  if (!(await hasTiles())) return ownStyle(colours, language);
  const { tilesStyle } = await import('./tilesStyle.ts');
  return tilesStyle(colours.dark, language);
};
