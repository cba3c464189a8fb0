import type { Drive } from './drive.ts';
import { deltaVAlongMs, type Impact, type ImpactKind } from './impacts.ts';
import type { Random } from './random.ts';

/** A drive with an impact in it. */
export type ImpactDrive = {
  drive: Drive;
  /** Second of the last fix before the impact, and the time from it to the impact. */
  impactSecond: number;
  afterFixS: number;
  /**
   * Acceleration of the car without the blow, m/s² along, by time since the impact. The fixes' speeds contain it too.
   */
  steadyMs2: (sinceS: number) => number;
};

const leadS = 125;
const tailS = 300;

/** Speed range, km/h, at which each kind hits a moving car. Null: a standing car. */
const speedRangesKmh: Record<ImpactKind, readonly [number, number] | null> = {
  front: [18, 65],
  rear: null,
  left: [12, 50],
  right: [12, 50],
  kerb: [8, 32],
  slam: null,
  pothole: [28, 75],
};

const brakingMs2 = 3.6;

/** Deceleration of a hit car until its driver finds the brake, m/s². */
const rollingMs2 = 0.5;

const isFitting = (drive: Drive, impact: Impact, brakingS: number, second: number): boolean => {
  // Struck from behind after some seconds at a light: a following driver did not see it.
  if (!speedRangesKmh[impact.kind])
    return drive.speedMs[second] === 0 && drive.speedMs[second - 3] === 0 && drive.distanceM[second]! > 200;
  const range = speedRangesKmh[impact.kind]!;
  const speedKmh = drive.speedMs[second - brakingS]! * 3.6;
  // A car cannot lose more speed than braking has left it.
  const neededKmh = ((brakingS + 0.5) * brakingMs2 - deltaVAlongMs(impact)) * 3.6 + 3;
  return speedKmh >= Math.max(range[0], neededKmh) && speedKmh <= Math.max(range[1], neededKmh + 10);
};

const chooseSecond = (drive: Drive, impact: Impact, brakingS: number, random: Random): number | null => {
  const last = drive.speedMs.length - 1;
  if (impact.kind === 'slam') return last + random.integer(15, 50);
  const fitting: number[] = [];
  for (let second = leadS; second < last - 60; second++)
    if (isFitting(drive, impact, brakingS, second)) fitting.push(second);
  return fitting.length > 0 ? random.pick(fitting) : null;
};

const extended = (values: Float64Array, length: number): Float64Array => {
  const result = new Float64Array(length).fill(values[values.length - 1] ?? 0);
  result.set(values.subarray(0, Math.min(length, values.length)));
  return result;
};

/** Recomputes distances from speeds, starting at `second`. */
const recount = (drive: Drive, second: number): void => {
  const endM = drive.path.alongM[drive.path.alongM.length - 1]!;
  for (let at = second; at < drive.speedMs.length; at++) {
    const stepM = (drive.speedMs[at]! + drive.speedMs[at - 1]!) / 2;
    drive.distanceM[at] = Math.min(endM, drive.distanceM[at - 1]! + stepM);
  }
};

/** Speed and acceleration of a car that rolls from `speedMs` on, then brakes, m/s and m/s², by seconds since. */
const coming = (speedMs: number, reactsS: number, stoppingMs2: number) => {
  const rolledMs = Math.max(0, speedMs - rollingMs2 * reactsS);
  const standsS = rolledMs > 0 ? reactsS + rolledMs / stoppingMs2 : speedMs / rollingMs2;
  return {
    speedMs: (sinceS: number): number => {
      if (sinceS >= standsS) return 0;
      return sinceS < reactsS ? speedMs - rollingMs2 * sinceS : rolledMs - stoppingMs2 * (sinceS - reactsS);
    },
    gainMs2: (sinceS: number): number => {
      if (sinceS >= standsS) return 0;
      return sinceS < reactsS ? -rollingMs2 : -stoppingMs2;
    },
  };
};

/** The drive up to the impact, its effect, and five minutes after. Null if the drive has no suitable moment. */
export const withImpact = (source: Drive, impact: Impact, random: Random): ImpactDrive | null => {
  // Most drivers brake before they hit something. They do not see a car from the side or from behind.
  const brakingS = impact.kind === 'front' && random.chance(0.7) ? random.integer(1, 2) : 0;
  const impactSecond = chooseSecond(source, impact, brakingS, random);
  if (impactSecond === null) return null;
  const afterFixS = random.integer(15, 35) / 100;
  const goesOn = impact.kind === 'pothole' || (impact.kind === 'kerb' && random.chance(0.5));
  const length = goesOn ? source.speedMs.length : impactSecond + tailS + 1;
  const drive: Drive = {
    path: source.path,
    distanceM: extended(source.distanceM, length),
    speedMs: extended(source.speedMs, length),
  };
  const { speedMs } = drive;
  const gained = (second: number): number => (speedMs[second + 1] ?? 0) - (speedMs[second] ?? 0);
  const secondAt = (sinceS: number): number => Math.max(0, impactSecond + Math.floor(afterFixS + sinceS));
  if (impact.kind === 'slam' || goesOn)
    return { drive, impactSecond, afterFixS, steadyMs2: sinceS => gained(secondAt(sinceS)) };

  const approachMs = source.speedMs[impactSecond - brakingS]!;
  for (let k = 1; k <= brakingS; k++) speedMs[impactSecond - brakingS + k] = approachMs - brakingMs2 * k;
  const standing = speedRangesKmh[impact.kind] === null;
  const untilMs2 = brakingS > 0 ? -brakingMs2 : standing ? 0 : gained(impactSecond);
  const struckMs = Math.max(0, speedMs[impactSecond]! + untilMs2 * afterFixS + deltaVAlongMs(impact));
  const after = coming(struckMs, random.between(1.9, 2.6), random.between(2.8, 4.2));
  for (let at = impactSecond + 1; at < length; at++) speedMs[at] = after.speedMs(at - impactSecond - afterFixS);
  recount(drive, Math.max(1, impactSecond - brakingS));
  const steadyMs2 = (sinceS: number): number => {
    if (sinceS >= 0) return after.gainMs2(sinceS);
    return sinceS >= -afterFixS ? untilMs2 : gained(secondAt(sinceS));
  };
  return { drive, impactSecond, afterFixS, steadyMs2 };
};
