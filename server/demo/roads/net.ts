import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import type { CityKey } from '../identifiers.ts';
import { moscowNodes, moscowRoads } from './moscow.ts';
import { petersburgNodes, petersburgRoads } from './petersburg.ts';
import { splineThrough } from './spline.ts';

export type RoadClass = 'motorway' | 'trunk' | 'street';
export type RoadNode = { id: string; latitude: number; longitude: number; xM: number; yM: number };
export type RoadEdge = {
  from: number;
  to: number;
  street: string;
  roadClass: RoadClass;
  limitKmh: number;
  hasLights: boolean;
  lengthM: number;
  /** x, y pairs in metres, in the direction from → to. */
  points: Float64Array;
};
export type Net = {
  city: CityKey;
  nodes: readonly RoadNode[];
  edges: readonly RoadEdge[];
  /** Edges at each node. All roads go both ways. */
  edgesAt: readonly (readonly number[])[];
  originLatitude: number;
  originLongitude: number;
};

export const toMetres = (
  net: Pick<Net, 'originLatitude' | 'originLongitude'>,
  latitude: number,
  longitude: number,
): readonly [xM: number, yM: number] => {
  const { eastM, northM } = degreeLengths(net.originLatitude);
  return [(longitude - net.originLongitude) * eastM, (latitude - net.originLatitude) * northM];
};
export const toLatitude = (net: Net, yM: number): number =>
  net.originLatitude + yM / degreeLengths(net.originLatitude).northM;
export const toLongitude = (net: Net, xM: number): number =>
  net.originLongitude + xM / degreeLengths(net.originLatitude).eastM;

const polylineLengthM = (points: Float64Array): number => {
  let length = 0;
  for (let at = 2; at < points.length; at += 2)
    length += Math.hypot(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!);
  return length;
};

const parseNodes = (text: string, origin: { originLatitude: number; originLongitude: number }): RoadNode[] =>
  text
    .split(/[;\n]/)
    .map(line => line.trim())
    .filter(Boolean)
    .map(line => {
      const [id = '', latitudeText, longitudeText] = line.split(/\s+/);
      const latitude = Number(latitudeText);
      const longitude = Number(longitudeText);
      const [xM, yM] = toMetres(origin, latitude, longitude);
      return { id, latitude, longitude, xM, yM };
    });

const parseRoad = (line: string, nodes: readonly RoadNode[], indexOf: ReadonlyMap<string, number>): RoadEdge[] => {
  const [head = '', ...streets] = line.split('|').map(part => part.trim());
  const [roadClass, limit, mark] = head.split(' ') as [RoadClass, string, string | undefined];
  const chain: number[] = [];
  const names: string[] = [];
  for (const street of streets) {
    const [name = '', ids = ''] = street.split(':').map(part => part.trim());
    for (const id of ids.split(' ')) {
      const index = indexOf.get(id);
      if (index === undefined) throw new Error(`Road ${name}: node ${id} is not known`);
      if (chain[chain.length - 1] === index) continue;
      if (chain.length > 0) names.push(name);
      chain.push(index);
    }
  }
  const curves = splineThrough(chain.map(index => [nodes[index]!.xM, nodes[index]!.yM] as const));
  return curves.map((points, at) => ({
    from: chain[at]!,
    to: chain[at + 1]!,
    street: names[at]!,
    roadClass,
    limitKmh: Number(limit),
    hasLights: mark !== '^',
    lengthM: polylineLengthM(points),
    points,
  }));
};

const buildNet = (city: CityKey, origin: readonly [number, number], nodesText: string, roadsText: string): Net => {
  const place = { originLatitude: origin[0], originLongitude: origin[1] };
  const nodes = parseNodes(nodesText, place);
  const indexOf = new Map(nodes.map((node, index) => [node.id, index]));
  const edges = roadsText
    .split('\n')
    .filter(Boolean)
    .flatMap(line => parseRoad(line, nodes, indexOf));
  const edgesAt: number[][] = nodes.map(() => []);
  edges.forEach((edge, index) => {
    edgesAt[edge.from]!.push(index);
    edgesAt[edge.to]!.push(index);
  });
  return { city, nodes, edges, edgesAt, ...place };
};

export const moscowNet = buildNet('moscow', [55.751, 37.618], moscowNodes, moscowRoads);
export const petersburgNet = buildNet('petersburg', [59.934, 30.335], petersburgNodes, petersburgRoads);
export const netOf = (city: CityKey): Net => (city === 'moscow' ? moscowNet : petersburgNet);
