import { type Map as GlMap, LngLatBounds, Map as MapView, Marker, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { config } from '../../config.ts';
import { degreeLengths } from '../../kinds/wgs84.ts';
import { gridLines, gridStep } from './grid.ts';
import { type MarkKind, markElement } from './marks.ts';
import { boundsOf, type LngLat, metresFrom, type Pose, pointsOf, type Track } from './track.ts';
import { addTrack } from './trackLayers.ts';
import type { AllMapColours } from './useMapColours.ts';
import type { MapLabels } from './useMapLabels.ts';
import { gridSource, worldStyle } from './worldStyle.ts';

// The library looks for its worker next to its own file, which the build renames.
setWorkerUrl(workerUrl);

export interface TrackMapView {
  readonly map: GlMap;
  readonly fitTrack: () => void;
  readonly placeCar: (pose: Pose | undefined) => void;
}

/** View of the map. */
export interface Look {
  readonly bearing: number;
  readonly metresPerPixel: number;
}

interface Options {
  readonly container: HTMLElement;
  readonly track: Track;
  readonly impact: LngLat | null;
  readonly colours: AllMapColours;
  readonly labels: MapLabels;
  readonly onMove: (look: Look) => void;
}

const closestZoom = 17;
const stillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

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

export const createTrackMap = async ({ container, track, impact, colours, labels, onMove }: Options) => {
  const points = impact ? [...pointsOf(track), impact] : pointsOf(track);
  const bounds = boundsOf(points);
  const origin = impact ?? points[0] ?? [0, 0];
  const map = new MapView({
    container,
    style: config.mapStyleUrl || (await worldStyle(colours)),
    center: [...origin],
    zoom: closestZoom - 1,
    attributionControl: config.mapStyleUrl ? { compact: true } : false,
    locale: { 'Map.Title': labels.map },
    maxZoom: 20,
    dragRotate: false,
    fadeDuration: stillness() ? 0 : 200,
  });
  map.touchZoomRotate.disableRotation();

  const fitTrack = () => {
    if (!bounds) return;
    const box = new LngLatBounds([...bounds[0]], [...bounds[1]]);
    map.fitBounds(box, { padding: 48, maxZoom: closestZoom, animate: !stillness() && map.loaded(), duration: 300 });
  };
  const mark = (kind: MarkKind, at: LngLat, fill: string, label: string) =>
    new Marker({ element: markElement(kind, { fill, stroke: colours.casing }, label) }).setLngLat([...at]).addTo(map);

  const first = points[0];
  const last = pointsOf(track).at(-1);
  if (track.times.length > 1 && first && last) {
    mark('start', first, colours.before, labels.start);
    mark('end', last, colours.after, labels.end);
  }
  if (impact) mark('impact', impact, colours.impact, labels.impact);
  const car = new Marker({
    element: markElement('car', { fill: colours.car, stroke: colours.casing }, labels.car),
    rotationAlignment: 'map',
  });

  map.on('load', () => addTrack(map, track, colours));
  map.on('load', () => drawGrid(map, origin));
  map.on('moveend', () => drawGrid(map, origin));
  // Until the user moves the map, the track stays centred when the size changes.
  let moved = false;
  map.on('movestart', ({ originalEvent }) => {
    moved ||= originalEvent !== undefined;
  });
  map.on('resize', () => (moved ? drawGrid(map, origin) : fitTrack()));
  const tellLook = () => onMove({ bearing: map.getBearing(), metresPerPixel: metresPerPixel(map) });
  map.on('move', tellLook);
  tellLook();
  fitTrack();

  const placeCar = (pose: Pose | undefined) => {
    if (pose)
      car
        .setLngLat([...pose.at])
        .setRotation(pose.heading)
        .addTo(map);
    else car.remove();
  };
  return { map, fitTrack, placeCar } satisfies TrackMapView;
};
