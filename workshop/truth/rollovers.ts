import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import type { Vector } from '../../server/domain/telemetry/vectors.ts';
import type { Random } from './random.ts';

/** A rollover made from a random seed, with the figures from which it was made. */
export interface MadeRollover {
  readonly curve: CurveSamples;
  /** Time at which the car begins to turn, ms since 1970. */
  readonly atMs: number;
  /** Number of quarter turns. 1: the car ends on its side, 2: on its roof, 4: on its wheels. */
  readonly quarters: number;
  readonly axis: 'roll' | 'pitch';
}

type Matrix = readonly [Vector, Vector, Vector];
const apply = (m: Matrix, [x, y, z]: Vector): Vector => [
  m[0][0] * x + m[0][1] * y + m[0][2] * z,
  m[1][0] * x + m[1][1] * y + m[1][2] * z,
  m[2][0] * x + m[2][1] * y + m[2][2] * z,
];

/** Rotation of a device in the car: a random axis and angle. */
const randomMounting = (random: Random): Matrix => {
  const raw = [random.normal(), random.normal(), random.normal(), random.normal()];
  const size = Math.hypot(...raw);
  const [w, x, y, z] = raw.map(value => value / size) as [number, number, number, number];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
};

const halfSine = (sinceS: number, lengthS: number): number =>
  sinceS < 0 || sinceS > lengthS ? 0 : Math.sin((Math.PI * sinceS) / lengthS);
const unturned: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * Makes a rollover as a device would record it. The car slides or brakes, trips, and turns about its long axis, or
 * end over end. The rate of turn rises and falls as a half sine with a peak of 150 to 600 degrees a second. The ground
 * hits the car once each quarter turn, and carries the rest of its weight in between. A device off the axis of the
 * turn feels the centrifugal force too. The recording may end with the turn, or up to 4 s later.
 */
export const makeRollover = (random: Random): MadeRollover => {
  const rateHz = [25, 50, 100, 200][random.below(4)]!;
  const rangeG = [8, 16][random.below(2)]!;
  const axis = random.uniform() < 0.85 ? 'roll' : 'pitch';
  const quarters = 1 + (random.uniform() < 0.7 ? random.below(4) : random.below(12));
  const side = random.uniform() < 0.5 ? -1 : 1;
  const angleRad = side * quarters * (Math.PI / 2);
  const peakRadPerS = (random.between(150, 600) * Math.PI) / 180;
  // The mean of a half sine is 2/π of its peak.
  const turnS = Math.abs(angleRad) / (peakRadPerS * (2 / Math.PI));
  const beforeS = random.between(0.6, 5);
  const seconds = beforeS + turnS + random.between(0, 4);
  const slideG = random.between(0, 0.8);
  const slideFromS = beforeS - random.between(0.2, 1.5);
  const tripG = random.between(1, 4);
  const tripS = random.between(0.08, 0.3);
  /** Position of the device from the axis of the turn, m. */
  const device: Vector = [random.between(-1, 1), random.between(-0.6, 0.6), random.between(-0.3, 0.3)];
  const hits = Array.from({ length: quarters }, (_, n) => ({
    atS: beforeS + (turnS * (n + random.between(0.4, 0.9))) / quarters,
    peakG: random.between(2, 12),
    lengthS: random.between(0.03, 0.1),
    along: random.between(-0.4, 0.4),
  }));
  const weightG = Math.max(
    0.2,
    1 - hits.reduce((sum, { peakG, lengthS }) => sum + (peakG * lengthS * 2) / Math.PI, 0) / turnS,
  );
  const isDeviceFrame = random.uniform() < 0.5;
  const mounting = isDeviceFrame ? randomMounting(random) : unturned;
  const axes = [0, 1, 2].map(() => new Float64Array(Math.round(seconds * rateHz)));
  for (let i = 0; i < axes[0]!.length; i++) {
    const atS = i / rateHz;
    const share = Math.min(1, Math.max(0, (atS - beforeS) / turnS));
    const angle = (angleRad * (1 - Math.cos(Math.PI * share))) / 2;
    const isTurning = share > 0 && share < 1;
    const radPerS = isTurning ? side * peakRadPerS * Math.sin(Math.PI * share) : 0;
    const radPerS2 = isTurning ? ((side * peakRadPerS * Math.PI) / turnS) * Math.cos(Math.PI * share) : 0;
    const hitG = hits.reduce((sum, hit) => sum + hit.peakG * halfSine(atS - hit.atS, hit.lengthS), 0);
    const alongG = hits.reduce((sum, hit) => sum + hit.along * hit.peakG * halfSine(atS - hit.atS, hit.lengthS), 0);
    const sidewaysG =
      -side * ((atS > slideFromS && atS < beforeS ? slideG : 0) + tripG * halfSine(atS - beforeS + tripS / 2, tripS));
    const upG = (isTurning ? weightG : 1) + hitG;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    // The forces of the ground, in the axes of the turning car, and the centrifugal force.
    const centreG = (radPerS * radPerS) / 9.80665;
    const spinG = radPerS2 / 9.80665;
    const force: Vector =
      axis === 'roll'
        ? [
            alongG,
            sidewaysG * cosine + upG * sine - device[1] * centreG - device[2] * spinG,
            upG * cosine - sidewaysG * sine - device[2] * centreG + device[1] * spinG,
          ]
        : [
            alongG * cosine + upG * sine - device[0] * centreG + device[2] * spinG,
            sidewaysG,
            upG * cosine - alongG * sine - device[2] * centreG - device[0] * spinG,
          ];
    const noiseG = atS < beforeS + turnS ? 0.05 : 0.01;
    apply(mounting, force).forEach((value, n) => {
      axes[n]![i] = Math.max(-rangeG, Math.min(rangeG, value + random.normal() * noiseG));
    });
  }
  return {
    curve: {
      startMs: 0,
      rateHz,
      longitudinalG: axes[0]!,
      lateralG: axes[1]!,
      verticalG: axes[2]!,
      rangeG,
      frame: isDeviceFrame ? 'device' : 'vehicle',
    },
    atMs: beforeS * 1000,
    quarters,
    axis,
  };
};
