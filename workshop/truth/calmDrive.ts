import type { Curve, Position } from '../../src/contract/shapes/telemetry.ts';
import type { DeviceRecording } from './deliveries.ts';
import { type Random, randomOf, seedOf } from './random.ts';

const gravityMs2 = 9.80665;
const metresPerDegree = 111_194.93;
const startMs = Date.parse('2025-06-03T08:00:00Z');
/** Speeds that the driver holds one after another, km/h. */
const heldKmh = [50, 90, 30, 60, 0, 70];
const holdS = 60;
/** Strongest acceleration of the calm driver, g. */
const calmG = 0.08;

/** Motion at full seconds: km/h, degrees, and acceleration in g. */
interface Motion {
  readonly speedKmh: Float64Array;
  readonly courseDeg: Float64Array;
  readonly alongG: Float64Array;
  readonly leftG: Float64Array;
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
}

const driveCalmly = (seconds: number): Motion => {
  const columns = Array.from({ length: 6 }, () => new Float64Array(seconds));
  const [speedKmh, courseDeg, alongG, leftG, latitude, longitude] = columns as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let [speedMs, heading, north, east] = [0, 0, 0, 0];
  for (let i = 0; i < seconds; i++) {
    const wantedMs = heldKmh[Math.floor(i / holdS) % heldKmh.length]! / 3.6;
    const change = Math.max(-calmG * gravityMs2, Math.min(calmG * gravityMs2, wantedMs - speedMs));
    const rightG = speedMs > 3 ? calmG * Math.sin((2 * Math.PI * i) / 40) : 0;
    speedKmh[i] = speedMs * 3.6;
    courseDeg[i] = ((heading * 180) / Math.PI + 3600) % 360;
    alongG[i] = change / gravityMs2;
    leftG[i] = -rightG;
    latitude[i] = 55 + north / metresPerDegree;
    longitude[i] = 37 + east / metresPerDegree / Math.cos((55 * Math.PI) / 180);
    const meanMs = speedMs + change / 2;
    heading += speedMs > 3 ? (rightG * gravityMs2) / meanMs : 0;
    north += meanMs * Math.cos(heading);
    east += meanMs * Math.sin(heading);
    speedMs += change;
  }
  return { speedKmh, courseDeg, alongG, leftG, latitude, longitude };
};

/** Errors of the measurement. All are standard deviations, except the largest error of the course. */
interface Noise {
  readonly placesM?: number;
  readonly speedKmh?: number;
  readonly courseDeg?: number;
  /** Shaking of a rough road in each axis, g. */
  readonly roadG?: number;
  /** Rate of acceleration, Hz. Absent: the device has no accelerometer. */
  readonly rateHz?: number;
  readonly placesOnly?: boolean;
}

/** Kinds of noise by name. */
export const noises: Readonly<Record<string, Noise>> = {
  'places and speed without noise': {},
  'places of 5 m, receiver speed of 0.5 km/h': { placesM: 5, speedKmh: 0.5 },
  'course off by up to 40°': { placesM: 2, speedKmh: 0.5, courseDeg: 40 },
  'places only, without noise': { placesOnly: true },
  'places only, noise of 2 m': { placesOnly: true, placesM: 2 },
  'places only, noise of 5 m': { placesOnly: true, placesM: 5 },
  'acceleration at 25 Hz, smooth road': { placesM: 2, speedKmh: 0.5, rateHz: 25, roadG: 0.02 },
  'acceleration at 25 Hz, rough road': { placesM: 2, speedKmh: 0.5, rateHz: 25, roadG: 0.15 },
  'acceleration at 1 Hz, rough road': { placesM: 2, speedKmh: 0.5, rateHz: 1, roadG: 0.15 },
};

const curvesOf = ({ alongG, leftG }: Motion, rateHz: number, roadG: number, random: Random): Curve[] => {
  const count = alongG.length * rateHz;
  const axis = (valueAt: (second: number) => number): number[] =>
    Array.from({ length: count }, (_, i) =>
      Number((valueAt(Math.floor(i / rateHz)) + random.normal() * roadG).toFixed(4)),
    );
  return [
    {
      Start: new Date(startMs).toISOString(),
      RateHz: rateHz,
      RangeG: 8,
      Frame: 'vehicle',
      Longitudinal: axis(second => alongG[second]!),
      Lateral: axis(second => leftG[second]!),
      Vertical: axis(() => 1),
    },
  ];
};

/**
 * Returns a generated drive without a harsh manoeuvre: no acceleration is above 0.12 g. Every manoeuvre found in it is
 * false.
 */
export const recordCalmDrive = (minutes: number, name: string, noise: Noise): DeviceRecording => {
  const random = randomOf(seedOf('calm drive', name));
  const motion = driveCalmly(minutes * 60);
  const { placesM = 0, speedKmh: speedNoiseKmh = 0, courseDeg = 0, roadG = 0, rateHz, placesOnly } = noise;
  const cosine = Math.cos((55 * Math.PI) / 180);
  const positions = Array.from(
    motion.speedKmh,
    (kmh, i): Position => ({
      DateTime: new Date(startMs + i * 1000).toISOString(),
      Latitude: Number((motion.latitude[i]! + (random.normal() * placesM) / metresPerDegree).toFixed(7)),
      Longitude: Number((motion.longitude[i]! + (random.normal() * placesM) / metresPerDegree / cosine).toFixed(7)),
      ...(!placesOnly && {
        Speed: Number(Math.max(0, kmh + random.normal() * speedNoiseKmh).toFixed(1)),
        Course: Number(((motion.courseDeg[i]! + random.between(-courseDeg, courseDeg) + 360) % 360).toFixed(1)),
      }),
      Ignition: true,
    }),
  );
  return { positions, curves: rateHz === undefined ? [] : curvesOf(motion, rateHz, roadG, random) };
};
