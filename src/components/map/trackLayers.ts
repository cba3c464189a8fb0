import type { Map as GlMap } from 'maplibre-gl';
import { type LngLat, splitAtImpact, type Track } from './track.ts';

export interface TrackColours {
  readonly before: string;
  readonly after: string;
  readonly casing: string;
  readonly arrow: string;
}

const source = 'track';
const arrowIcon = 'track-arrow';

const lineFeature = (part: 'before' | 'after', points: readonly LngLat[]): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { part },
  geometry: { type: 'LineString', coordinates: points.map(point => [...point]) },
});

const featuresOf = (track: Track): GeoJSON.FeatureCollection => {
  const { before, after } = splitAtImpact(track);
  const features: GeoJSON.Feature[] = [];
  if (before.length > 1) features.push(lineFeature('before', before));
  if (after.length > 1) features.push(lineFeature('after', after));
  return { type: 'FeatureCollection', features };
};

/** A chevron along the line, drawn here because the bundled map has no sprite. */
const arrowImage = (colour: string, halo: string): ImageData | undefined => {
  const size = 48;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(18, 12);
  context.lineTo(30, 24);
  context.lineTo(18, 36);
  context.lineWidth = 14;
  context.strokeStyle = halo;
  context.stroke();
  context.lineWidth = 5;
  context.strokeStyle = colour;
  context.stroke();
  return context.getImageData(0, 0, size, size);
};

/** Adds the track to the map: different colours before and after the impact, with arrows. */
export const addTrack = (map: GlMap, track: Track, colours: TrackColours): void => {
  if (map.getSource(source)) return;
  map.addSource(source, { type: 'geojson', data: featuresOf(track) });
  const shape = { 'line-cap': 'round', 'line-join': 'round' } as const;
  map.addLayer({
    id: 'track-casing',
    type: 'line',
    source,
    layout: shape,
    paint: { 'line-color': colours.casing, 'line-width': 8 },
  });
  map.addLayer({
    id: 'track-line',
    type: 'line',
    source,
    layout: shape,
    paint: {
      'line-color': ['match', ['get', 'part'], 'before', colours.before, colours.after],
      'line-width': 5,
    },
  });
  const arrow = arrowImage(colours.arrow, colours.casing);
  if (!arrow) return;
  if (!map.hasImage(arrowIcon)) map.addImage(arrowIcon, arrow, { pixelRatio: 2 });
  map.addLayer({
    id: 'track-arrows',
    type: 'symbol',
    source,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 90,
      'icon-image': arrowIcon,
      'icon-allow-overlap': true,
      'icon-rotation-alignment': 'map',
    },
  });
};
