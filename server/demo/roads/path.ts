import type { Leg } from './route.ts';

/** A route as a fine polyline: one point every few metres with the road's attributes. */
export type Path = {
  xM: Float64Array;
  yM: Float64Array;
  /** Distance from the start at each point. */
  alongM: Float64Array;
  /** 1/m, positive to the left. */
  curvature: Float32Array;
  limitKmh: Float32Array;
  /** Points where a traffic light or a crossing may stop the car. */
  crossings: readonly number[];
  streets: readonly { fromM: number; name: string }[];
};

const stepM = 5;
const lightsEveryM = 650;
const laneOffsetM = { street: 4, trunk: 7, motorway: 11 } as const;

const smooth = (values: Float64Array, radius: number): Float64Array => {
  const result = new Float64Array(values.length);
  const last = values.length - 1;
  for (let at = 0; at <= last; at++) {
    // The window shrinks at both ends so that start and goal stay where they are.
    const reach = Math.min(radius, at, last - at);
    let sum = 0;
    for (let near = at - reach; near <= at + reach; near++) sum += values[near]!;
    result[at] = sum / (2 * reach + 1);
  }
  return result;
};

/** Adds points of a leg every few metres, offset to the right-hand lane. */
const addLeg = (leg: Leg, xs: number[], ys: number[]): void => {
  const { points } = leg.edge;
  const forward = leg.toM > leg.fromM;
  const count = Math.max(1, Math.round(Math.abs(leg.toM - leg.fromM) / stepM));
  const segments = points.length / 2 - 1;
  const lengths = new Float64Array(segments + 1);
  for (let k = 1; k <= segments; k++)
    lengths[k] =
      lengths[k - 1]! + Math.hypot(points[2 * k]! - points[2 * k - 2]!, points[2 * k + 1]! - points[2 * k - 1]!);
  const offsetM = laneOffsetM[leg.edge.roadClass] * (forward ? 1 : -1);
  let segment = forward ? 0 : segments - 1;
  for (let at = 0; at < count; at++) {
    const alongM = leg.fromM + ((leg.toM - leg.fromM) * at) / count;
    while (segment < segments - 1 && lengths[segment + 1]! < alongM) segment++;
    while (segment > 0 && lengths[segment]! > alongM) segment--;
    const pieceM = lengths[segment + 1]! - lengths[segment]! || 1;
    const share = (alongM - lengths[segment]!) / pieceM;
    const dx = points[2 * segment + 2]! - points[2 * segment]!;
    const dy = points[2 * segment + 3]! - points[2 * segment + 1]!;
    xs.push(points[2 * segment]! + dx * share + (dy / pieceM) * offsetM);
    ys.push(points[2 * segment + 1]! + dy * share - (dx / pieceM) * offsetM);
  }
};

const curvatureOf = (xM: Float64Array, yM: Float64Array): Float32Array => {
  const curvature = new Float32Array(xM.length);
  const reach = 2;
  for (let at = reach; at < xM.length - reach; at++) {
    const ax = xM[at]! - xM[at - reach]!;
    const ay = yM[at]! - yM[at - reach]!;
    const bx = xM[at + reach]! - xM[at]!;
    const by = yM[at + reach]! - yM[at]!;
    const turn = Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
    curvature[at] = turn / Math.max(1, (Math.hypot(ax, ay) + Math.hypot(bx, by)) / 2);
  }
  return curvature;
};

export const pathOf = (legs: readonly Leg[]): Path => {
  const xs: number[] = [];
  const ys: number[] = [];
  const limits: number[] = [];
  const crossings: number[] = [];
  const starts: { at: number; name: string }[] = [];
  for (const leg of legs) {
    const begin = xs.length;
    if (starts[starts.length - 1]?.name !== leg.edge.street) starts.push({ at: begin, name: leg.edge.street });
    if (begin > 0 && leg.edge.hasLights) crossings.push(begin);
    addLeg(leg, xs, ys);
    for (let at = begin; at < xs.length; at++) limits.push(leg.edge.limitKmh);
    if (!leg.edge.hasLights) continue;
    const between = Math.floor(Math.abs(leg.toM - leg.fromM) / lightsEveryM);
    for (let k = 1; k <= between; k++) crossings.push(begin + Math.round(((xs.length - begin) * k) / (between + 1)));
  }
  // Two passes round a corner to a radius of some twenty metres, and blend one lane into the next.
  const xM = smooth(smooth(Float64Array.from(xs), 5), 4);
  const yM = smooth(smooth(Float64Array.from(ys), 5), 4);
  const alongM = new Float64Array(xM.length);
  for (let at = 1; at < xM.length; at++)
    alongM[at] = alongM[at - 1]! + Math.hypot(xM[at]! - xM[at - 1]!, yM[at]! - yM[at - 1]!);
  return {
    xM,
    yM,
    alongM,
    curvature: curvatureOf(xM, yM),
    limitKmh: Float32Array.from(limits),
    crossings: crossings.filter(at => at > 20 && at < xM.length - 20),
    streets: starts.map(start => ({ fromM: alongM[start.at]!, name: start.name })),
  };
};

export const streetAt = (path: Path, alongM: number): string => {
  let name = path.streets[0]?.name ?? '';
  for (const street of path.streets) if (street.fromM <= alongM) name = street.name;
  return name;
};
