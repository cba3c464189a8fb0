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
export const splineThrough = (points: readonly Point[]): Float64Array[] => {
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
