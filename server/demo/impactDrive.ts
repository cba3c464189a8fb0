import type { Drive } from './drive.ts';
import { deltaVAlongMs, type Impact, type ImpactKind } from './impacts.ts';
import type { Random } from './random.ts';

/** A drive with an impact in it, and the second at which it happened. */
export type ImpactDrive = { drive: Drive; impactSecond: number };

const leadS = 125;
const tailS = 300;

/** Speeds, km/h, at which each kind hits a moving car; null: a standing one. */
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

const isFitting = (drive: Drive, impact: Impact, brakingS: number, second: number): boolean => {
  const speedKmh = drive.speedMs[second]! * 3.6;
  const range = speedRangesKmh[impact.kind];
  // A car cannot lose more speed than braking has left it.
  const neededKmh = (brakingS * brakingMs2 - deltaVAlongMs(impact)) * 3.6 + 3;
  if (range) return speedKmh >= Math.max(range[0], neededKmh) && speedKmh <= Math.max(range[1], neededKmh + 10);
  // Struck from behind after some seconds at a light: those who come later have not seen it.
  return drive.speedMs[second] === 0 && drive.speedMs[second - 3] === 0 && drive.distanceM[second]! > 200;
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

/** The drive up to the impact, its effect, and five minutes after; null where the drive has no suitable moment. */
export const withImpact = (source: Drive, impact: Impact, random: Random): ImpactDrive | null => {
  // Most drivers brake before they hit something; nobody sees what comes from the side or from behind.
  const brakingS = impact.kind === 'front' && random.chance(0.7) ? random.integer(1, 2) : 0;
  const impactSecond = chooseSecond(source, impact, brakingS, random);
  if (impactSecond === null) return null;
  const goesOn = impact.kind === 'pothole' || (impact.kind === 'kerb' && random.chance(0.5));
  const length = goesOn ? source.speedMs.length : impactSecond + tailS + 1;
  const drive: Drive = {
    path: source.path,
    distanceM: extended(source.distanceM, length),
    speedMs: extended(source.speedMs, length),
  };
  if (impact.kind === 'slam' || goesOn) return { drive, impactSecond };

  for (let k = 1; k <= brakingS; k++) {
    const at = impactSecond - brakingS + k;
    drive.speedMs[at] = Math.max(2, source.speedMs[impactSecond]! - brakingMs2 * k);
  }
  const afterMs = Math.max(0, drive.speedMs[impactSecond]! + deltaVAlongMs(impact));
  const stoppingMs2 = random.between(2.8, 4.2);
  for (let at = impactSecond + 1; at < length; at++)
    drive.speedMs[at] = Math.max(0, afterMs - stoppingMs2 * (at - impactSecond - 1));
  recount(drive, Math.max(1, impactSecond - brakingS));
  return { drive, impactSecond };
};
