import 'maplibre-gl/dist/maplibre-gl.css';
import Box from '@mui/material/Box';
import type { Map as GlMap } from 'maplibre-gl';
import { useCallback, useEffect, useState } from 'react';
import { createMap } from './createMap.ts';
import { cornersOf, type HeatScene, heatOpacity } from './heat.ts';
import { MapFrame } from './MapFrame.tsx';
import { useGlMap } from './useGlMap.ts';
import { useMapColours } from './useMapColours.ts';
import { useMapLabels } from './useMapLabels.ts';

const sourceId = 'heat';

const featuresOf = ({ cells, cellM }: HeatScene): GeoJSON.FeatureCollection => {
  const opacity = heatOpacity(cells);
  return {
    type: 'FeatureCollection',
    features: cells.map(cell => ({
      type: 'Feature',
      properties: { opacity: opacity(cell[2]) },
      geometry: { type: 'Polygon', coordinates: [cornersOf(cell, cellM).map(corner => [...corner])] },
    })),
  };
};

const showHeat = (map: GlMap, scene: HeatScene, colour: string) => {
  const existingSource = map.getSource(sourceId);
  if (existingSource && 'setData' in existingSource && typeof existingSource.setData === 'function') {
    existingSource.setData(featuresOf(scene));
    return;
  }
  map.addSource(sourceId, { type: 'geojson', data: featuresOf(scene) });
  const paint = { 'fill-color': colour, 'fill-opacity': ['get', 'opacity'], 'fill-antialias': false } as const;
  map.addLayer({
    id: sourceId,
    type: 'fill',
    source: sourceId,
    paint: { ...paint, 'fill-opacity': ['get', 'opacity'] },
  });
};

interface Props extends HeatScene {
  readonly onZoom: (zoom: number) => void;
  readonly onShown: (shown: boolean) => void;
  readonly onFailed: () => void;
}

/** A heat map drawn with WebGL. The caller may load other cells (squares of the ground) when the user zooms. */
export const GlHeatMap = ({ onZoom, onShown, onFailed, ...scene }: Props) => {
  const { cells, label } = scene;
  const colours = useMapColours(null);
  const { language, sources } = useMapLabels();
  // The map opens on the cells of its first render. Cells that load later do not move the map.
  const [firstCells] = useState(cells);
  const create = useCallback(
    (container: HTMLElement, onMove: Parameters<typeof createMap>[0]['onMove']) => {
      const points = firstCells.map(([latitude, longitude]) => [longitude, latitude] as const);
      return createMap({ container, points, colours, label, language, sources, onMove });
    },
    [firstCells, colours, label, language, sources],
  );
  const { container, view, camera } = useGlMap(create, onShown, onFailed);
  useEffect(() => {
    if (!view) return;
    const draw = () => showHeat(view.map, scene, colours.before);
    if (view.map.loaded()) draw();
    else view.map.once('load', draw);
  });
  useEffect(() => view?.map.on('zoomend', () => onZoom(Math.round(view.map.getZoom()))).unsubscribe, [view, onZoom]);
  return (
    <MapFrame camera={camera} onZoom={view?.zoomBy} onFit={view?.fitPoints}>
      <Box ref={container} sx={{ width: 1, height: 1 }} />
    </MapFrame>
  );
};
