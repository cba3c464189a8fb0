import { degreeLengths } from '../../../src/schema/kinds/wgs84.ts';
import type { CityKey } from '../identifiers.ts';
import { moscowNodes, moscowRoads } from './moscow.ts';
import { petersburgNodes, petersburgRoads } from './petersburg.ts';

type Point = readonly [xM: number, yM: number];

const stepM = 20;

/** One point of the centripetal Catmull-Rom piece between b and c (Barry and Goldman's pyramid). */
const pieceAt = (knots: readonly number[], points: readonly Point[], time: number): Point => {
  const mix = (left: Point, right: Point, from: number, to: number): Point => {
    const share = to === from ? 0 : (time - from) / (to - from);
    return [left[0] + (right[0] - left[0]) * share, left[1] + (right[1] - left[1]) * share];
  };
  const [t0, t1, t2, t3] = knots as [number, number, number, number];
  const [a, b, c, d] = points as [Point, Point, Point, Point];
  const ab = mix(a, b, t0, t1);
  const bc = mix(b, c, t1, t2);
  const cd = mix(c, d, t2, t3);
  return mix(mix(ab, bc, t0, t2), mix(bc, cd, t1, t3), t1, t2);
};

/**
 * Smooth line through the points, one piece per pair of neighbours, as x, y pairs some 20 m apart. A chain that ends
 * where it began is a ring.
 * Centripetal, because the plain form overshoots where a short piece follows a long one.
 */
const splineThrough = (points: readonly Point[]): Float64Array[] => {
  const last = points.length - 1;
  const ring = points[0]![0] === points[last]![0] && points[0]![1] === points[last]![1];
  const mirrored = (end: Point, inner: Point): Point => [2 * end[0] - inner[0], 2 * end[1] - inner[1]];
  const at = (index: number): Point => {
    if (index < 0) return ring ? points[last - 1]! : mirrored(points[0]!, points[1]!);
    if (index > last) return ring ? points[1]! : mirrored(points[last]!, points[last - 1]!);
    return points[index]!;
  };

  return points.slice(0, -1).map((_, index) => {
    const four = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const knots = [0];
    for (let k = 1; k < 4; k++) {
      const [before, here] = [four[k - 1]!, four[k]!];
      knots.push(knots[k - 1]! + Math.max(1e-6, Math.sqrt(Math.hypot(here[0] - before[0], here[1] - before[1]))));
    }
    const straightM = Math.hypot(four[2]![0] - four[1]![0], four[2]![1] - four[1]![1]);
    const pieces = Math.max(1, Math.round(straightM / stepM));
    const line = new Float64Array((pieces + 1) * 2);
    for (let piece = 0; piece <= pieces; piece++) {
      const point = pieceAt(knots, four, knots[1]! + ((knots[2]! - knots[1]!) * piece) / pieces);
      line.set(point, piece * 2);
    }
    return line;
  });
};

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
