import { rounded } from '../../domain/rounded.ts';

import { moscowNet, type Net, petersburgNet, type RoadEdge, toLatitude, toLongitude } from './net.ts';

/** Step between used points of an edge: 60 m apart, which still follows the road's bends. */
const everyPoint = 3;

const lineOf = (net: Net, { points }: RoadEdge): GeoJSON.Position[] => {
  const last = points.length / 2 - 1;
  const line: GeoJSON.Position[] = [];
  for (let at = 0; at <= last; at++)
    if (at % everyPoint === 0 || at === last)
      line.push([rounded(toLongitude(net, points[2 * at]!), 5), rounded(toLatitude(net, points[2 * at + 1]!), 5)]);
  return line;
};

/** Joins the pieces of one street in their order to one line, so that its name is written along it. */
const joined = (net: Net): GeoJSON.Feature[] => {
  const features: GeoJSON.Feature<GeoJSON.LineString>[] = [];
  for (const edge of net.edges) {
    const line = lineOf(net, edge);
    const before = features.at(-1);
    const [end, start] = [before?.geometry.coordinates.at(-1), line[0]];
    const goesOn = before?.properties?.name === edge.street && end?.[0] === start?.[0] && end?.[1] === start?.[1];
    if (before && goesOn) before.geometry.coordinates.push(...line.slice(1));
    else
      features.push({
        type: 'Feature',
        properties: { name: edge.street, class: edge.roadClass },
        geometry: { type: 'LineString', coordinates: line },
      });
  }
  return features;
};

/** The demo's road net as streets with names, for the map. */
export const demoStreets = (): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: [moscowNet, petersburgNet].flatMap(joined),
});
