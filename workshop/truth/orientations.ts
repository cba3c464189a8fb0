import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import { type Axes, findMountings, rotationBetweenDeg } from '../../server/domain/telemetry/orientation.ts';
import type { Track } from '../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../server/domain/telemetry/settings.ts';
import type { Vector } from '../../server/domain/telemetry/vectors.ts';
import type { Drive } from './drives.ts';
import { atMost, type Figure, figureOf, quantile, worst } from './figure.ts';
import { type Random, randomOf, seedOf } from './random.ts';

/** Rotation matrix as three rows. */
type Rotation = readonly [Vector, Vector, Vector];

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

const rotateVector = ([a, b, c]: Rotation, [x, y, z]: Vector): Vector => [
  a[0] * x + a[1] * y + a[2] * z,
  b[0] * x + b[1] * y + b[2] * z,
  c[0] * x + c[1] * y + c[2] * z,
];

export const turnedAxes = (rotation: Rotation, { forward, left, up }: Axes): Axes => ({
  forward: rotateVector(rotation, forward),
  left: rotateVector(rotation, left),
  up: rotateVector(rotation, up),
});

/** Returns a curve as a device in the given orientation would have sent it. */
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

/**
 * Number of trials per recording. In every other trial the device is moved in the middle, if the recording is long
 * enough.
 */
const runsPerDrive = 20;
/** Minimum duration of a recording in which the orientation of a device can be found, seconds. */
const minRunS = 50;

const cutCurves = (curves: readonly CurveSamples[], fromMs: number, toMs: number): CurveSamples[] =>
  curves.flatMap(curve => {
    const { startMs, rateHz, longitudinalG } = curve;
    const from = Math.max(0, Math.ceil(((fromMs - startMs) / 1000) * rateHz));
    const to = Math.min(longitudinalG.length, Math.ceil(((toMs - startMs) / 1000) * rateHz));
    if (to <= from) return [];
    return {
      ...curve,
      startMs: startMs + (from / rateHz) * 1000,
      longitudinalG: curve.longitudinalG.slice(from, to),
      lateralG: curve.lateralG.slice(from, to),
      verticalG: curve.verticalG.slice(from, to),
    };
  });

/**
 * Adds faults of a sensor to `curves`, in place. These are single spikes, an axis that freezes for some seconds, and a
 * lost part.
 */
const addFaults = (curves: readonly CurveSamples[], random: Random): void => {
  for (const { rateHz, longitudinalG, lateralG, verticalG } of curves) {
    const axes = [longitudinalG, lateralG, verticalG] as const;
    const length = longitudinalG.length;
    for (let n = Math.ceil(length / 500); n > 0; n--)
      axes[random.below(3)]![random.below(length)] = random.between(-16, 16);
    const stuck = axes[random.below(3)]!;
    const from = random.below(length);
    stuck.fill(stuck[from]!, from, from + Math.round(random.between(2, 10) * rateHz));
  }
};

/**
 * Returns the vehicle axes that the recording states, made perpendicular, because the stated axes are not level. Up is
 * the mean acceleration of the whole recording. Forward is the stated forward axis without its part along up.
 */
export const statedAxes = (curves: readonly CurveSamples[]): Axes => {
  const mean = (axis: 'longitudinalG' | 'lateralG' | 'verticalG'): number => {
    let sum = 0;
    let count = 0;
    for (const curve of curves) {
      for (const value of curve[axis]) sum += value;
      count += curve[axis].length;
    }
    return sum / count;
  };
  const [x, y, z] = [mean('longitudinalG'), mean('lateralG'), mean('verticalG')];
  const size = Math.hypot(x, y, z);
  const up = [x / size, y / size, z / size] as const;
  const level = Math.hypot(1 - up[0] * up[0], up[0] * up[1], up[0] * up[2]);
  const forward = [(1 - up[0] * up[0]) / level, (-up[0] * up[1]) / level, (-up[0] * up[2]) / level] as const;
  const left = [
    up[1] * forward[2] - up[2] * forward[1],
    up[2] * forward[0] - up[0] * forward[2],
    up[0] * forward[1] - up[1] * forward[0],
  ] as const;
  return { forward, left, up };
};

export interface OrientationTrial {
  readonly recording: string;
  readonly remounted: boolean;
  /** Error of the found orientation, degrees. Null: none was found, and the engine reports it as unknown. */
  readonly errorDeg: number | null;
  /** True: the engine noticed that the device was moved. Null: the device was not moved. */
  readonly noticed: boolean | null;
}

const angle = (curves: readonly CurveSamples[], track: Track, truth: Axes) => {
  const last = findMountings(curves, track).at(-1)?.orientation ?? null;
  return last && rotationBetweenDeg(last, truth);
};

const seamlessHz = defaultSettings.manoeuvreFromHz;

/**
 * Returns the figures of all trials. Recordings below 5 Hz are separate, because one sample a second is mostly noise.
 */
export const orientationFigures = (drives: readonly Drive[]): Figure[] =>
  [true, false].flatMap(fast => {
    const trials = drives
      .filter(({ curves }) => curves.length > 0 && curves.every(({ rateHz }) => rateHz >= seamlessHz === fast))
      .flatMap(orientationTrials);
    const knownErrorsDeg = trials.flatMap(({ errorDeg }) => errorDeg ?? []);
    const remountedTrials = trials.filter(({ noticed }) => noticed !== null);
    const subject = `orientation, ${fast ? `from ${seamlessHz} Hz` : `below ${seamlessHz} Hz (no target)`}`;
    const share = (one: readonly boolean[]): number => one.filter(Boolean).length / one.length;
    return [
      figureOf({
        subject,
        figure: 'error, 95th percentile',
        unit: '°',
        cases: knownErrorsDeg,
        statistic: drawn => quantile(drawn, 0.95),
        ...(fast && { target: atMost(5, '°') }),
        note: `${new Set(trials.map(({ recording }) => recording)).size} recordings, worst ${worst(knownErrorsDeg).toFixed(1)}°`,
      }),
      figureOf({
        subject,
        figure: 'unknown',
        unit: 'share',
        cases: trials.map(({ errorDeg }) => errorDeg === null),
        statistic: share,
        ...(fast && { target: atMost(0.2) }),
      }),
      figureOf({
        subject,
        figure: 'turned by 180°',
        unit: 'share',
        cases: knownErrorsDeg.map(errorDeg => errorDeg > 90),
        statistic: share,
        target: atMost(0),
      }),
      figureOf({
        subject,
        figure: 'move noticed within 10 s',
        unit: 'share',
        cases: remountedTrials.map(({ noticed }) => noticed === true),
        statistic: share,
      }),
    ];
  });

/**
 * Returns trials in which the drive is rotated at random and has faults. In every other trial of a long drive the
 * device is moved half-way.
 */
export const orientationTrials = ({ name, track, curves }: Drive): OrientationTrial[] => {
  const fromMs = track.timeMs[0]!;
  const toMs = track.timeMs[track.timeMs.length - 1]!;
  if ((toMs - fromMs) / 1000 < minRunS) return [];
  const stated = statedAxes(curves);
  return Array.from({ length: runsPerDrive }, (_, run): OrientationTrial => {
    const random = randomOf(seedOf(name, 'orientation', run));
    const long = (toMs - fromMs) / 1000 >= 4 * minRunS;
    const remounted = long && run % 2 === 1;
    const movedMs = fromMs + (toMs - fromMs) * random.between(0.35, 0.65);
    const [first, second] = [randomRotation(random), randomRotation(random)];
    const sent = remounted
      ? [
          ...cutCurves(curves, fromMs, movedMs).map(curve => turnedCurve(first, curve)),
          ...cutCurves(curves, movedMs, toMs + 1).map(curve => turnedCurve(second, curve)),
        ]
      : curves.map(curve => turnedCurve(first, curve));
    addFaults(sent, random);
    const mountings = findMountings(sent, track, defaultSettings);
    const noticed = mountings.some(mounting => Math.abs(mounting.fromMs - movedMs) < 10_000);
    return {
      recording: name,
      remounted,
      errorDeg: angle(sent, track, turnedAxes(remounted ? second : first, stated)),
      noticed: remounted ? noticed : null,
    };
  });
};
