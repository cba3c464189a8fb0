import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import type { Axes } from '../../server/domain/telemetry/orientation.ts';
import type { Vector } from '../../server/domain/telemetry/vectors.ts';
import type { Random } from './random.ts';

/** Rotation matrix as three rows. */
export type Rotation = readonly [Vector, Vector, Vector];

/** Returns a rotation, uniform over all rotations (Shoemake 1992). */
export const randomRotation = ({ uniform }: Random): Rotation => {
  const [u, v, w] = [uniform(), uniform() * 2 * Math.PI, uniform() * 2 * Math.PI];
  const [a, b] = [Math.sqrt(1 - u), Math.sqrt(u)];
  const [x, y, z, q] = [a * Math.sin(v), a * Math.cos(v), b * Math.sin(w), b * Math.cos(w)];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * q), 2 * (x * z + y * q)],
    [2 * (x * y + z * q), 1 - 2 * (x * x + z * z), 2 * (y * z - x * q)],
    [2 * (x * z - y * q), 2 * (y * z + x * q), 1 - 2 * (x * x + y * y)],
  ];
};

export const turned = ([a, b, c]: Rotation, [x, y, z]: Vector): Vector => [
  a[0] * x + a[1] * y + a[2] * z,
  b[0] * x + b[1] * y + b[2] * z,
  c[0] * x + c[1] * y + c[2] * z,
];

export const turnedAxes = (rotation: Rotation, { forward, left, up }: Axes): Axes => ({
  forward: turned(rotation, forward),
  left: turned(rotation, left),
  up: turned(rotation, up),
});

/** Returns a curve as a device in this orientation would have sent it. */
export const turnedCurve = (rotation: Rotation, curve: CurveSamples): CurveSamples => {
  const length = curve.longitudinalG.length;
  const [longitudinalG, lateralG, verticalG] = rotation.map(([x, y, z]) =>
    Float64Array.from(
      { length },
      (_, i) => x * curve.longitudinalG[i]! + y * curve.lateralG[i]! + z * curve.verticalG[i]!,
    ),
  ) as [Float64Array, Float64Array, Float64Array];
  return { ...curve, longitudinalG, lateralG, verticalG, frame: 'device' };
};
