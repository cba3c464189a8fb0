import type { Map as GlMap } from 'maplibre-gl';
import { degreeLengths } from '../../schema/kinds/wgs84.ts';
import type { SceneCircle } from './scene.ts';
import type { LngLat } from './track.ts';

const cornerCount = 48;
const sourceId = 'circle';

export const circleAround = ({ at: [longitude, latitude], radiusM }: SceneCircle): LngLat[] => {
  const { eastM, northM } = degreeLengths(latitude);
  return Array.from({ length: cornerCount + 1 }, (_, i) => {
    const angle = (i / cornerCount) * 2 * Math.PI;
    return [longitude + (Math.sin(angle) * radiusM) / eastM, latitude + (Math.cos(angle) * radiusM) / northM] as const;
  });
};

/** Draws the circle on the map and removes the previous circle. Null: removes it only. */
export const showCircle = (map: GlMap, circle: SceneCircle | null, colour: string): void => {
  const data: GeoJSON.Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: circle ? [circleAround(circle).map(point => [...point])] : [] },
  };
  const existingSource = map.getSource(sourceId);
  if (existingSource && 'setData' in existingSource && typeof existingSource.setData === 'function') {
    existingSource.setData(data);
    return;
  }
  map.addSource(sourceId, { type: 'geojson', data });
  map.addLayer({
    id: 'circle-area',
    type: 'fill',
    source: sourceId,
    paint: { 'fill-color': colour, 'fill-opacity': 0.12 },
  });
  map.addLayer({ id: 'circle-line', type: 'line', source: sourceId, paint: { 'line-color': colour, 'line-width': 2 } });
};
