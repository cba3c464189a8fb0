import { type Map as GlMap, LngLatBounds, Map as MapView, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { config } from '../../config.ts';
import type { Locale } from '../../i18n/locale.ts';
import { degreeLengths } from '../../schema/kinds/wgs84.ts';
import { gridLines, gridStep } from './grid.ts';
import { gridSource, type MapColours, ownStyle } from './ownStyle.ts';
import { boundsOf, type LngLat, metresFrom } from './track.ts';
import { fillWorld } from './world.ts';

// The build renames the library's worker file, so the library cannot find the file by itself.
setWorkerUrl(workerUrl);

/** Direction and scale of the map's present view, reported when the view changes. */
export interface MapCamera {
  readonly bearing: number;
  readonly metresPerPixel: number;
}

let tilesRequest: Promise<boolean> | undefined;
/** Returns whether the server has its own street map. Sends one request per page load. A failed request counts as no. */
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
const baseStyle = async (colours: MapColours, language: Locale): Promise<StyleSpecification | string> => {
  if (config.mapStyleUrl) return config.mapStyleUrl;
  if (!(await hasTiles())) return ownStyle(colours, language);
  const { tilesStyle } = await import('./tilesStyle.ts');
  return tilesStyle(colours.dark, language);
};

interface Options {
  readonly container: HTMLElement;
  readonly points: readonly LngLat[];
  /** Point where two lines of the grid cross. Absent: the first of `points`. */
  readonly origin?: LngLat | null;
  readonly colours: MapColours;
  readonly language: Locale;
  /** Label of the button that shows the sources of the map. */
  readonly sources: string;
  /** Name of the map for screen readers. */
  readonly label: string;
  readonly onMove: (camera: MapCamera) => void;
}

const closestZoom = 17;
/** View of a map without points: the whole of Russia. */
const countryView = { center: [60, 58] as [number, number], zoom: 2 };
const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const tilePx = 512;
const metresPerPixel = (map: GlMap): number =>
  (360 * degreeLengths(map.getCenter().lat).eastM) / (tilePx * 2 ** map.getZoom());

const drawGrid = (map: GlMap, origin: LngLat) => {
  const grid = map.getSource(gridSource);
  if (!grid || !('setData' in grid) || typeof grid.setData !== 'function') return;
  const bounds = map.getBounds();
  const southWest: LngLat = [bounds.getWest(), bounds.getSouth()];
  const northEast: LngLat = [bounds.getEast(), bounds.getNorth()];
  const width = metresFrom(southWest, [northEast[0], southWest[1]]).east;
  grid.setData(gridLines(origin, [southWest, northEast], gridStep(width)));
};

/** Creates a map that shows the given points. The points stay in view until the user moves the map. */
export const createMap = async (options: Options) => {
  const { container, points, origin: givenOrigin, colours, language, sources, label, onMove } = options;
  const bounds = boundsOf(points);
  const origin = givenOrigin ?? points[0] ?? [0, 0];
  const map = new MapView({
    container,
    style: await baseStyle(colours, language),
    ...(bounds ? { center: [...origin] as [number, number], zoom: closestZoom - 1 } : countryView),
    attributionControl: { compact: true },
    locale: { 'Map.Title': label, 'AttributionControl.ToggleAttribution': sources },
    maxZoom: 20,
    dragRotate: false,
    fadeDuration: prefersReducedMotion() ? 0 : 200,
  });
  map.touchZoomRotate.disableRotation();

  const showBox = (corners: ReturnType<typeof boundsOf>) => {
    if (!corners) return;
    const box = new LngLatBounds([...corners[0]], [...corners[1]]);
    // The space above the points is larger on touch screens, because large buttons cover the upper edge of the map
    // there.
    const top = matchMedia('(pointer: coarse)').matches ? 68 : 48;
    const padding = { top, right: 48, bottom: 48, left: 48 };
    map.fitBounds(box, {
      padding,
      maxZoom: closestZoom,
      animate: !prefersReducedMotion() && map.loaded(),
      duration: 300,
    });
  };
  const fitPoints = () => showBox(bounds);
  /**
   * Zooms around the origin (the crossing of two grid lines) while it is visible. Otherwise zooms around the centre of
   * the view.
   */
  const zoomBy = (steps: number) => {
    const zoomCentre: [number, number] = [...origin];
    const around = bounds && map.getBounds().contains(zoomCentre) ? { around: zoomCentre } : {};
    map.easeTo({ zoom: map.getZoom() + steps, ...around, animate: !prefersReducedMotion() });
  };
  // A failure to load the outline of the world is only logged, because the map is useful without it.
  const showWorld = () => fillWorld(map).catch((error: unknown) => console.warn(error));
  if (!config.mapStyleUrl) map.on('zoomend', () => void showWorld());
  /**
   * Resolves when the map has drawn everything. The `idle` event shows it, because a worker must first cut the added
   * data into map tiles.
   */
  const drawAll = async (): Promise<void> => {
    await map.once('load');
    if (!config.mapStyleUrl) await showWorld();
    map.triggerRepaint();
    await map.once('idle');
  };
  map.on('load', () => drawGrid(map, origin));
  map.on('moveend', () => drawGrid(map, origin));
  // Until the user moves the map, a change of the map's size brings the points into view again.
  let isMovedByUser = false;
  map.on('movestart', ({ originalEvent }) => {
    isMovedByUser ||= originalEvent !== undefined;
  });
  map.on('resize', () => (isMovedByUser ? drawGrid(map, origin) : fitPoints()));
  const reportCamera = () => onMove({ bearing: map.getBearing(), metresPerPixel: metresPerPixel(map) });
  map.on('move', reportCamera);
  map.on('idle', reportCamera);
  reportCamera();
  fitPoints();
  return { map, whenDrawn: drawAll(), showBox, fitPoints, zoomBy };
};
