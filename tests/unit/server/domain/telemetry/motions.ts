import type { VehicleSamples } from '../../../../../server/domain/telemetry/manoeuvre.ts';
import { createTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { recordedMs } from './recordings.ts';

const gravityMs2 = 9.80665;
/** At 55° north on WGS 84. */
const metresPerDegree = 111_327.5;

/** A phase of a drive: longitudinal acceleration, g, and yaw rate, degrees per second, positive to the left. */
export interface Phase {
  readonly seconds: number;
  readonly accelerationG?: number;
  readonly yawDegS?: number;
}

/** Returns a generator of numbers, uniform from -1 to 1, the same in each run. */
export const noiseOf = (seed = 1) => {
  let random = seed;
  return (): number => {
    random = (random * 48_271) % 2_147_483_647;
    return (random / 2_147_483_647) * 2 - 1;
  };
};

/** Returns a drive from 55° 37° as fixes at 1 Hz with speed and course, and its acceleration in vehicle axes. */
export const motion = (
  phases: readonly Phase[],
  { kmh = 60, rateHz = 50, noiseG = 0 }: { kmh?: number; rateHz?: number; noiseG?: number } = {},
): { track: Track; samples: VehicleSamples } => {
  const seconds = phases.reduce((sum, phase) => sum + phase.seconds, 0);
  const length = seconds * rateHz;
  const track = createTrack(seconds);
  const samples: VehicleSamples = {
    startMs: recordedMs,
    rateHz,
    longitudinal: new Float32Array(length),
    lateral: new Float32Array(length),
    vertical: new Float32Array(length),
  };
  const noise = noiseOf();
  let speedMs = kmh / 3.6;
  let courseDeg = 0;
  let northM = 0;
  let eastM = 0;
  let i = 0;
  for (const { seconds: lasts, accelerationG = 0, yawDegS = 0 } of phases)
    for (let n = 0; n < lasts * rateHz; n++, i++) {
      if (i % rateHz === 0) {
        const k = i / rateHz;
        track.timeMs[k] = recordedMs + k * 1000;
        track.latitude[k] = 55 + northM / metresPerDegree;
        track.longitude[k] = 37 + eastM / metresPerDegree / Math.cos((55 * Math.PI) / 180);
        track.speedKmh[k] = speedMs * 3.6;
        track.courseDeg[k] = courseDeg;
      }
      samples.longitudinal[i] = accelerationG + noise() * noiseG;
      samples.lateral[i] = (speedMs * yawDegS * Math.PI) / 180 / gravityMs2 + noise() * noiseG;
      samples.vertical[i] = 1 + noise() * noiseG;
      speedMs = Math.max(0, speedMs + (accelerationG * gravityMs2) / rateHz);
      courseDeg = (courseDeg - yawDegS / rateHz + 360) % 360;
      northM += (Math.cos((courseDeg * Math.PI) / 180) * speedMs) / rateHz;
      eastM += (Math.sin((courseDeg * Math.PI) / 180) * speedMs) / rateHz;
    }
  return { track, samples };
};

/** A part of a drive at constant speed. 0 means standing. */
interface Leg {
  seconds: number;
  kmh: number;
}

/** Returns fixes of a drive due north from 55° 37°, one per second. Speeds are left out unless `speeds` is true. */
export const drive = (legs: readonly Leg[], options: { speeds?: boolean; noiseM?: number } = {}): Track => {
  const speeds = legs.flatMap(({ seconds, kmh }) => Array.from({ length: seconds }, () => kmh));
  const track = createTrack(speeds.length);
  let northM = 0;
  let random = 1;
  const noise = (): number => {
    random = (random * 48_271) % 2_147_483_647;
    return ((random / 2_147_483_647) * 2 - 1) * (options.noiseM ?? 0);
  };
  speeds.forEach((kmh, i) => {
    northM += kmh / 3.6;
    track.timeMs[i] = recordedMs + i * 1000;
    track.latitude[i] = 55 + (northM + noise()) / metresPerDegree;
    track.longitude[i] = 37 + noise() / metresPerDegree;
    if (options.speeds) track.speedKmh[i] = kmh;
  });
  return track;
};
