import type { Random } from './random.ts';
import type { Path } from './roads/path.ts';
import type { DriverStyle } from './styles.ts';

/** A drive at 1 Hz: distance along the path and speed. */
export type Drive = { path: Path; distanceM: Float64Array; speedMs: Float64Array };

export type Traffic = {
  /** Share of the free-flow speed that traffic allows: 1 at night, 0.62 at peak hours. */
  flow: number;
  /** Probability that a light is red. */
  redShare: number;
};

export const trafficAt = (localHour: number, weekend: boolean): Traffic => {
  if (localHour < 6 || localHour >= 22) return { flow: 1, redShare: 0.22 };
  const peak = !weekend && ((localHour >= 8 && localHour < 11) || (localHour >= 17 && localHour < 20));
  if (peak) return { flow: 0.62, redShare: 0.55 };
  return { flow: weekend ? 0.92 : 0.82, redShare: 0.4 };
};

/** Comfortable accelerations, m/s². Drivers with a hard style exceed them now and then, not at every light. */
const comfort = { accelerationMs2: 2.2, brakingMs2: 2.4, lateralMs2: 2.9 } as const;

/** Highest speed at each point: limit, traffic, bends. Zero where the car stops. */
const ceilingOf = (path: Path, style: DriverStyle, traffic: Traffic, random: Random): Float64Array => {
  const points = path.xM.length;
  const ceiling = new Float64Array(points);
  // Traffic and attention vary over some hundreds of metres.
  let drift = 0;
  let wander = 0;
  let lateralMs2 = style.lateralMs2;
  let straight = true;
  for (let at = 0; at < points; at++) {
    drift = 0.985 * drift + random.normal(0, 0.02);
    wander += 0.06 * (drift - wander);
    const flow = Math.min(1, traffic.flow * (1 + 2.2 * wander));
    const freeMs = (path.limitKmh[at]! / 3.6) * style.limitFactor * Math.max(0.25, flow) * (1 + 0.5 * wander);
    const bend = Math.abs(path.curvature[at]!);
    if (bend > 1e-4 && straight)
      lateralMs2 = random.chance(style.fastBends) ? style.lateralMs2 : Math.min(style.lateralMs2, comfort.lateralMs2);
    straight = bend <= 1e-4;
    const bendMs = bend > 1e-4 ? Math.sqrt(lateralMs2 / bend) : Number.POSITIVE_INFINITY;
    ceiling[at] = Math.max(2, Math.min(freeMs, bendMs));
  }
  ceiling[0] = 0;
  ceiling[points - 1] = 0;
  return ceiling;
};

/** Deceleration for an unforeseen event, m/s². Calm drivers need it now and then, too. */
export const surprisedMs2 = 3.6;

/** Limits speeds to the car's abilities: braking in time, and acceleration by the driver's style. */
const limitAcceleration = (path: Path, speeds: Float64Array, style: DriverStyle, random: Random): void => {
  const lengthM = (at: number) => path.alongM[at + 1]! - path.alongM[at]!;
  let brakingMs2 = style.brakingMs2 * 0.5;
  for (let at = speeds.length - 2; at >= 0; at--) {
    if (speeds[at + 1] === 0)
      brakingMs2 = random.chance(style.lateBraking)
        ? random.between(Math.min(style.brakingMs2, surprisedMs2), Math.max(style.brakingMs2, surprisedMs2))
        : Math.min(comfort.brakingMs2, style.brakingMs2 * random.between(0.4, 0.75));
    speeds[at] = Math.min(speeds[at]!, Math.sqrt(speeds[at + 1]! ** 2 + 2 * brakingMs2 * lengthM(at)));
  }
  const start = (): number =>
    random.chance(style.eagerStarts)
      ? style.accelerationMs2
      : Math.min(comfort.accelerationMs2, style.accelerationMs2 * random.between(0.55, 1));
  let startMs2 = start();
  for (let at = 1; at < speeds.length; at++) {
    const before = speeds[at - 1]!;
    if (before === 0) startMs2 = start();
    // An engine pulls less the faster the car goes.
    const pullMs2 = startMs2 * Math.max(0.2, 1 - before / 45);
    speeds[at] = Math.min(speeds[at]!, Math.sqrt(before ** 2 + 2 * pullMs2 * lengthM(at - 1)));
  }
};

/** Samples distance and speed at every whole second, with the waits at stops. */
const sampleSeconds = (path: Path, speeds: Float64Array, waitsS: ReadonlyMap<number, number>): Drive => {
  const distances: number[] = [];
  const samples: number[] = [];
  let clockS = 0;
  let nextS = 0;
  const stand = (at: number, seconds: number) => {
    clockS += seconds;
    for (; nextS < clockS; nextS++) {
      distances.push(path.alongM[at]!);
      samples.push(0);
    }
  };
  stand(0, waitsS.get(0) ?? 0);
  for (let at = 0; at < speeds.length - 1; at++) {
    const from = speeds[at]!;
    const to = speeds[at + 1]!;
    const lengthM = path.alongM[at + 1]! - path.alongM[at]!;
    const durationS = lengthM > 0 ? (2 * lengthM) / Math.max(0.2, from + to) : 0;
    const gain = durationS > 0 ? (to - from) / durationS : 0;
    for (; nextS < clockS + durationS; nextS++) {
      const sinceS = nextS - clockS;
      distances.push(Math.min(path.alongM[at + 1]!, path.alongM[at]! + from * sinceS + 0.5 * gain * sinceS ** 2));
      samples.push(Math.max(0, from + gain * sinceS));
    }
    clockS += durationS;
    if (to === 0) stand(at + 1, waitsS.get(at + 1) ?? 0);
  }
  return { path, distanceM: Float64Array.from(distances), speedMs: Float64Array.from(samples) };
};

export const planDrive = (path: Path, style: DriverStyle, traffic: Traffic, random: Random): Drive => {
  const speeds = ceilingOf(path, style, traffic, random);
  const last = speeds.length - 1;
  // The engine runs before the car moves off, and for a moment before it is switched off.
  const waitsS = new Map([
    [0, random.integer(4, 25)],
    [last, random.integer(4, 15)],
  ]);
  for (const crossing of path.crossings) {
    if (!random.chance(traffic.redShare)) continue;
    speeds[crossing] = 0;
    waitsS.set(crossing, random.integer(4, 65));
  }
  limitAcceleration(path, speeds, style, random);
  return sampleSeconds(path, speeds, waitsS);
};
