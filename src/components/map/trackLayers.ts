import type { Map as GlMap } from 'maplibre-gl';
import { bandLines } from './speedBands.ts';
import { type LngLat, splitAtImpact, type Track } from './track.ts';

export interface TrackColours {
  readonly before: string;
  readonly after: string;
  readonly casing: string;
  readonly arrow: string;
  readonly speeds: readonly string[];
}

const sourceId = 'track';
const arrowIcon = 'track-arrow';

const lineFeature = (colour: string, points: readonly LngLat[]): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { colour },
  geometry: { type: 'LineString', coordinates: points.map(point => [...point]) },
});

const colouredLines = (track: Track, colours: TrackColours, colourBySpeed: boolean) => {
  if (colourBySpeed) return bandLines(track).map(({ band, points }) => ({ colour: colours.speeds[band]!, points }));
  const { before, after } = splitAtImpact(track);
  return [
    { colour: colours.before, points: before },
    { colour: colours.after, points: after },
  ];
};

const featuresOf = (track: Track, colours: TrackColours, colourBySpeed: boolean): GeoJSON.FeatureCollection => {
  const lines = colouredLines(track, colours, colourBySpeed).filter(({ points }) => points.length > 1);
  return { type: 'FeatureCollection', features: lines.map(({ colour, points }) => lineFeature(colour, points)) };
};

/**
 * Returns the picture of an arrow that shows the direction of travel. It is drawn here, because the bundled map has no
 * sprite.
 */
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

export const addTrack = (map: GlMap, track: Track, colours: TrackColours, colourBySpeed = false): void => {
  if (map.getSource(sourceId)) return;
  map.addSource(sourceId, { type: 'geojson', data: featuresOf(track, colours, colourBySpeed) });
  const lineLayout = { 'line-cap': 'round', 'line-join': 'round' } as const;
  map.addLayer({
    id: 'track-casing',
    type: 'line',
    source: sourceId,
    layout: lineLayout,
    paint: { 'line-color': colours.casing, 'line-width': 8 },
  });
  map.addLayer({
    id: 'track-line',
    type: 'line',
    source: sourceId,
    layout: lineLayout,
    paint: {
      'line-color': ['get', 'colour'],
      'line-width': 5,
    },
  });
  const arrow = arrowImage(colours.arrow, colours.casing);
  if (!arrow) return;
  if (!map.hasImage(arrowIcon)) map.addImage(arrowIcon, arrow, { pixelRatio: 2 });
  map.addLayer({
    id: 'track-arrows',
    type: 'symbol',
    source: sourceId,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 90,
      'icon-image': arrowIcon,
      'icon-allow-overlap': true,
      'icon-rotation-alignment': 'map',
    },
  });
};
