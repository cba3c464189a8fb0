import { distanceM } from '../../server/domain/geo.ts';
import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import { summariseImpact } from '../../server/domain/telemetry/impact.ts';
import { findManoeuvres } from '../../server/domain/telemetry/manoeuvres.ts';
import { type Axes, findMountings, toVehicleAxes } from '../../server/domain/telemetry/orientation.ts';
import { createTrack, type Track } from '../../server/domain/telemetry/positions.ts';
import { reduceIndexes } from '../../server/domain/telemetry/reduce.ts';
import { cutTrips } from '../../server/domain/telemetry/trips.ts';

/**
 * Measures samples per second of impact summary, trips, manoeuvres and orientation. The same run measures a bare loop
 * over the same arrays: per sample three filters and a threshold, or one great circle. Run: `npm run bench -- signal`.
 */
const runs = 7;
let sink = 0;

/**
 * Returns samples per second of processor time, so that other programs on the machine do not count. The result is the
 * median of the runs, after two warm-ups.
 */
const measure = (samples: number, work: () => number): number => {
  for (let i = 0; i < 2; i++) sink += work();
  const times = Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    sink += work();
    const { user, system } = process.cpuUsage(start);
    return Math.max(1, user + system);
  }).sort((a, b) => a - b);
  return (samples / times[runs >> 1]!) * 1e6;
};

/**
 * Baseline: the minimum work of any engine on three axes. It has a low pass of two poles for each axis, and a threshold
 * with hysteresis.
 */
const bareFilter = ({ longitudinalG, lateralG, verticalG }: CurveSamples): number => {
  const length = longitudinalG.length;
  const slow = [longitudinalG, lateralG, verticalG].map(axis => {
    const out = new Float64Array(length);
    let [one, other] = [0, 0];
    for (let i = 0; i < length; i++) {
      const y = 0.067 * axis[i]! + one;
      one = 0.135 * axis[i]! + 1.143 * y + other;
      other = 0.067 * axis[i]! - 0.413 * y;
      out[i] = y;
    }
    return out;
  }) as [Float64Array, Float64Array, Float64Array];
  let events = 0;
  let on = false;
  for (let i = 0; i < length; i++) {
    const size = Math.sqrt(slow[0][i]! ** 2 + slow[1][i]! ** 2 + (slow[2][i]! - 1) ** 2);
    if (!on && size > 0.35) {
      on = true;
      events++;
    } else if (on && size < 0.25) on = false;
  }
  return events;
};

const makeCurve = (samples: number, rateHz: number): CurveSamples => {
  const wave = (size: number, phase: number): Float64Array =>
    Float64Array.from({ length: samples }, (_, i) => {
      const envelope = Math.exp(-(((i - samples / 2) / (rateHz / 20)) ** 2));
      return size * envelope + 0.05 * Math.sin(i * 0.7 + phase);
    });
  const verticalG = wave(2, 2).map(value => value + 1);
  const axes = { longitudinalG: wave(-20, 0), lateralG: wave(8, 1), verticalG };
  return { ...axes, startMs: 0, rateHz, rangeG: 200, frame: 'vehicle' };
};

const makeTrack = (fixes: number, speeds: boolean): Track => {
  const track = createTrack(fixes);
  for (let i = 0; i < fixes; i++) {
    track.timeMs[i] = Date.UTC(2026, 0, 15) + i * 1000;
    // The simulated drive is a quarter of an hour of driving, then six minutes of standing.
    const kmh = i % 1260 < 900 ? 60 : 0;
    track.latitude[i] = (track.latitude[i - 1] ?? 55) + kmh / 400_000;
    track.longitude[i] = 37;
    if (speeds) track.speedKmh[i] = kmh;
  }
  return track;
};

/** Baseline: the minimum work for distances. It computes great circles between neighbouring fixes. */
const bareDistance = ({ timeMs, latitude, longitude, speedKmh }: Track): number => {
  let sum = 0;
  for (let i = 1; i < timeMs.length; i++) {
    sum += distanceM(latitude[i - 1]!, longitude[i - 1]!, latitude[i]!, longitude[i]!);
    if (speedKmh[i]! > 5) sum += 1;
  }
  return sum;
};

const bareTrack = ({ timeMs, latitude, longitude, speedKmh }: Track): number => {
  let sum = 0;
  for (let i = 1; i < timeMs.length; i++) {
    const north = latitude[i]! - latitude[i - 1]!;
    const east = longitude[i]! - longitude[i - 1]!;
    sum += Math.sqrt(north * north + east * east) * (timeMs[i]! - timeMs[i - 1]!) + (speedKmh[i]! > 5 ? 1 : 0);
  }
  return sum;
};

const report = (name: string, bare: number, ours: number): void => {
  const millions = (rate: number): string => `${(rate / 1e6).toFixed(1)} M/s`.padStart(12);
  console.log(`${name.padEnd(44)}${millions(ours)}${millions(bare)}${(ours / bare).toFixed(2).padStart(8)}`);
};

console.log(`${''.padEnd(44)}${'ours'.padStart(12)}${'bare loop'.padStart(12)}${'share'.padStart(8)}`);
for (const [rateHz, samples] of [
  [100, 1000],
  [1000, 10_000],
  [10_000, 100_000],
] as const) {
  const curve = makeCurve(samples, rateHz);
  const repeats = 100_000 / samples;
  const repeat = (work: () => number) => () => {
    let sum = 0;
    for (let i = 0; i < repeats; i++) sum += work();
    return sum;
  };
  const bare = measure(
    100_000,
    repeat(() => bareFilter(curve)),
  );
  report(
    `summariseImpact, 10 s at ${rateHz} Hz`,
    bare,
    measure(
      100_000,
      repeat(() => summariseImpact(curve).PeakG!),
    ),
  );
  const device: CurveSamples = { ...curve, frame: 'device' };
  report(
    '  mounting unknown',
    bare,
    measure(
      100_000,
      repeat(() => summariseImpact(device).PeakG!),
    ),
  );
}
for (const speeds of [true, false]) {
  const track = makeTrack(86_400, speeds);
  const length = track.timeMs.length;
  const ours = measure(length, () => cutTrips(track).length);
  const name = `cutTrips, a day at 1 Hz, speed ${speeds ? 'sent' : 'derived'}`;
  report(
    name,
    measure(length, () => bareDistance(track)),
    ours,
  );
  report(
    '  beside reading and a root alone',
    measure(length, () => bareTrack(track)),
    ours,
  );
}
const samplesPerDrive = 500_000;
const randomWalk = (size: number, rest: number): Float64Array =>
  Float64Array.from({ length: samplesPerDrive }, (_, i) => rest + size * Math.sin(i / 400) + 0.05 * Math.sin(i * 0.7));
const feltCurve: CurveSamples = {
  startMs: Date.UTC(2026, 0, 15),
  rateHz: 100,
  longitudinalG: randomWalk(0.3, 0),
  lateralG: randomWalk(0.4, 0),
  verticalG: randomWalk(0.1, 1),
  rangeG: 16,
  frame: 'device',
};
const drivenTrack = makeTrack(samplesPerDrive / 100, true);
const level: Axes = { forward: [1, 0, 0], left: [0, 1, 0], up: [0, 0, 1] };
const vehicle = toVehicleAxes(feltCurve, level);
const bareDrive = measure(samplesPerDrive, () => bareFilter(feltCurve));
const engine: readonly (readonly [string, () => number])[] = [
  [
    'findManoeuvres, 5000 s at 100 Hz',
    () =>
      findManoeuvres({
        track: drivenTrack,
        fromIndex: 0,
        toIndex: drivenTrack.timeMs.length - 1,
        acceleration: [vehicle],
      }).length,
  ],
  ['findMountings, 5000 s at 100 Hz', () => findMountings([feltCurve], drivenTrack).length],
  ['toVehicleAxes', () => toVehicleAxes(feltCurve, level).longitudinal[7]!],
];
for (const [name, work] of engine) report(name, bareDrive, measure(samplesPerDrive, work));

const drawnAxes = [feltCurve.longitudinalG, feltCurve.lateralG, feltCurve.verticalG].map(axis =>
  axis.subarray(0, 100_000),
);
const reduceMs = 100_000_000 / measure(100_000, () => reduceIndexes(drawnAxes, 2000).length);
console.log(`reduceIndexes, 100 000 samples of three axes to 2000 points: ${reduceMs.toFixed(2)} ms`);
if (Number.isNaN(sink)) console.log(sink);
