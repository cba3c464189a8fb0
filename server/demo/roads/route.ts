import type { Random } from '../random.ts';
import type { Net, RoadEdge } from './net.ts';

/** A roadside position: metres along an edge. */
export type Spot = { edge: number; alongM: number };

/** Part of a road edge between two distances from its start, in metres. Driven backwards if `toM` < `fromM`. */
export type Leg = { edge: RoadEdge; fromM: number; toM: number };

export const randomSpot = (net: Net, random: Random): Spot => {
  for (;;) {
    const edge = random.integer(0, net.edges.length - 1);
    const road = net.edges[edge]!;
    // Not on a motorway.
    if (road.hasLights && road.lengthM > 150) return { edge, alongM: random.between(40, road.lengthM - 40) };
  }
};

type Step = { costS: number; edge: number; before: number };

/**
 * Quickest way by Dijkstra. The nets have a few hundred nodes, so the next node is found by a scan.
 * @param delays factor of each edge's time: traffic, and the driver's own habits.
 */
const stepsFrom = (net: Net, start: Spot, delays: Float64Array): Step[] => {
  const steps: Step[] = net.nodes.map(() => ({ costS: Number.POSITIVE_INFINITY, edge: -1, before: -1 }));
  const open = new Set<number>();
  const reach = (node: number, costS: number, edge: number, before: number) => {
    if (costS >= steps[node]!.costS) return;
    steps[node] = { costS, edge, before };
    open.add(node);
  };
  const timeS = (edge: number, lengthM: number) => (lengthM / net.edges[edge]!.limitKmh) * 3.6 * delays[edge]!;
  const first = net.edges[start.edge]!;
  reach(first.from, timeS(start.edge, start.alongM), start.edge, -1);
  reach(first.to, timeS(start.edge, first.lengthM - start.alongM), start.edge, -1);
  while (open.size > 0) {
    let node = -1;
    for (const candidate of open) if (node < 0 || steps[candidate]!.costS < steps[node]!.costS) node = candidate;
    open.delete(node);
    for (const index of net.edgesAt[node]!) {
      // No U-turn on the spot.
      if (index === steps[node]!.edge) continue;
      const edge = net.edges[index]!;
      // Junctions cost some ten seconds, so drivers keep to a road rather than zigzag.
      reach(
        edge.from === node ? edge.to : edge.from,
        steps[node]!.costS + timeS(index, edge.lengthM) + 10,
        index,
        node,
      );
    }
  }
  return steps;
};

const legThrough = (net: Net, index: number, towards: number): Leg => {
  const edge = net.edges[index]!;
  return edge.to === towards ? { edge, fromM: 0, toM: edge.lengthM } : { edge, fromM: edge.lengthM, toM: 0 };
};

export const delaysOf = (net: Net, random: Random): Float64Array =>
  Float64Array.from(net.edges, () => random.between(0.8, 1.5));

/** Legs from one spot to another. Null when both lie on one edge or no road connects them. */
export const findRoute = (net: Net, start: Spot, end: Spot, delays: Float64Array): readonly Leg[] | null => {
  if (start.edge === end.edge) return null;
  const steps = stepsFrom(net, start, delays);
  const target = net.edges[end.edge]!;
  const costTo = (node: number, restM: number) =>
    // A way over the target edge itself would have to turn round at its end.
    steps[node]!.edge === end.edge ? Number.POSITIVE_INFINITY : steps[node]!.costS + (restM / target.limitKmh) * 3.6;
  const overFrom = costTo(target.from, end.alongM);
  const overTo = costTo(target.to, target.lengthM - end.alongM);
  const entry = overFrom <= overTo ? target.from : target.to;
  if (!Number.isFinite(Math.min(overFrom, overTo))) return null;

  const legs: Leg[] = [{ edge: target, fromM: entry === target.from ? 0 : target.lengthM, toM: end.alongM }];
  let node = entry;
  while (steps[node]!.before >= 0) {
    legs.unshift(legThrough(net, steps[node]!.edge, node));
    node = steps[node]!.before;
  }
  const first = net.edges[start.edge]!;
  legs.unshift({ edge: first, fromM: start.alongM, toM: node === first.to ? first.lengthM : 0 });
  return legs;
};
