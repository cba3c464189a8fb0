import type { StyleSpecification } from 'maplibre-gl';
import { config } from '../../config.ts';
import type { Locale } from '../../i18n/locale.ts';
import { type MapColours, ownStyle } from './ownStyle.ts';

/** Whether the server has a street map of its own. Asked once; without an answer there is none. */
let asked: Promise<boolean> | undefined;
const hasTiles = (): Promise<boolean> => {
  asked ??= fetch(new URL('/map/sources.json', config.host || window.location.origin))
    .then(async reply => reply.ok && ((await reply.json()) as { tiles?: boolean }).tiles === true)
    .catch(() => false);
  return asked;
};

/** What the map is drawn on: the installation's own style, its street map, or what comes with the cabinet. */
export const baseStyle = async (colours: MapColours, language: Locale): Promise<StyleSpecification | string> => {
  if (config.mapStyleUrl) return config.mapStyleUrl;
  if (!(await hasTiles())) return ownStyle(colours, language);
  const { tilesStyle } = await import('./tilesStyle.ts');
  return tilesStyle(colours.dark, language);
};
