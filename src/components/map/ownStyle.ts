import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { config } from '../../config.ts';
import type { Locale } from '../../i18n/locale.ts';
import { cities } from './cities.ts';
import { outlineUpToZoom, worldParts } from './world.ts';

export const gridSource = 'grid';
const noFeatures: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

export interface MapColours {
  readonly land: string;
  readonly water: string;
  readonly coast: string;
  readonly grid: string;
  readonly street: string;
  readonly streetEdge: string;
  readonly text: string;
  readonly dark: boolean;
}

/** The page's own font. Without a URL for glyphs the library draws them from this font. */
const font = ['Inter Variable', 'sans-serif'];

const cityPoints = (language: Locale): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: cities.map(({ name, longitude, latitude, populationThousands }) => ({
    type: 'Feature',
    properties: { name: name[language], size: populationThousands },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
});

const worldLayers = ({ land, water, coast }: MapColours): LayerSpecification[] => [
  {
    id: 'background',
    type: 'background',
    paint: { 'background-color': ['step', ['zoom'], water, outlineUpToZoom, land] },
  },
  { id: 'land', type: 'fill', source: 'land', maxzoom: outlineUpToZoom, paint: { 'fill-color': land } },
  { id: 'lakes', type: 'fill', source: 'lakes', maxzoom: outlineUpToZoom, paint: { 'fill-color': water } },
  {
    id: 'rivers',
    type: 'line',
    source: 'rivers',
    ...{ minzoom: 3, maxzoom: outlineUpToZoom },
    paint: { 'line-color': water, 'line-width': 1.5 },
  },
  {
    id: 'regions',
    type: 'line',
    source: 'regions',
    ...{ minzoom: 3, maxzoom: outlineUpToZoom },
    paint: { 'line-color': coast, 'line-width': 0.8, 'line-opacity': 0.5, 'line-dasharray': [3, 2] },
  },
  {
    id: 'countries',
    type: 'line',
    source: 'countries',
    maxzoom: outlineUpToZoom,
    paint: { 'line-color': coast, 'line-width': 1, 'line-opacity': 0.6 },
  },
];

const streetWidth = (extraWidth: number) =>
  [
    'interpolate',
    ['exponential', 1.6],
    ['zoom'],
    10,
    ['match', ['get', 'class'], 'motorway', 2 + extraWidth, 'trunk', 1.5 + extraWidth, 0.8 + extraWidth],
    17,
    ['match', ['get', 'class'], 'motorway', 26 + extraWidth, 'trunk', 20 + extraWidth, 14 + extraWidth],
  ] as const;

const streetLayers = ({ street, streetEdge, text, land }: MapColours): LayerSpecification[] => [
  {
    id: 'street-edges',
    type: 'line',
    source: 'streets',
    minzoom: 9,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': streetEdge, 'line-width': [...streetWidth(2)] as never },
  },
  {
    id: 'streets',
    type: 'line',
    source: 'streets',
    minzoom: 9,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': street, 'line-width': [...streetWidth(0)] as never },
  },
  {
    id: 'street-names',
    type: 'symbol',
    source: 'streets',
    minzoom: 12,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': 12,
    },
    paint: { 'text-color': text, 'text-halo-color': land, 'text-halo-width': 1.5 },
  },
];

const cityLayer = ({ text, land }: MapColours): LayerSpecification => ({
  id: 'cities',
  type: 'symbol',
  source: 'cities',
  maxzoom: 12,
  layout: {
    'text-field': ['get', 'name'],
    'text-font': font,
    'text-size': ['interpolate', ['linear'], ['get', 'size'], 100, 11, 5000, 15],
    'symbol-sort-key': ['-', ['get', 'size']],
    'text-padding': 6,
  },
  paint: { 'text-color': text, 'text-halo-color': land, 'text-halo-width': 1.5 },
});

/**
 * Returns the style of a map without a tile server. It shows the world's outline, main cities, the server's streets,
 * and a grid in metres that follows the zoom.
 * The data of the outline has a megabyte and is useful only at low zoom, so `fillWorld` loads the data only then.
 */
export const ownStyle = (colours: MapColours, language: Locale): StyleSpecification => ({
  version: 8,
  sources: {
    ...Object.fromEntries(
      worldParts.map(part => [
        part,
        { type: 'geojson' as const, data: noFeatures, tolerance: 0.2, attribution: 'Natural Earth' },
      ]),
    ),
    streets: { type: 'geojson', data: new URL('/map/streets.json', config.host || window.location.origin).href },
    cities: { type: 'geojson', data: cityPoints(language) },
    [gridSource]: { type: 'geojson', data: noFeatures },
  },
  layers: [
    ...worldLayers(colours),
    { id: 'grid', type: 'line', source: gridSource, paint: { 'line-color': colours.grid, 'line-width': 1 } },
    ...streetLayers(colours),
    cityLayer(colours),
  ],
});
