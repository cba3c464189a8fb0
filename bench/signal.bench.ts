import { performance } from 'node:perf_hooks';
import { distanceM } from '../server/domain/geo.ts';
import type { CurveSamples } from '../server/domain/telemetry/curves.ts';
import { summariseImpact } from '../server/domain/telemetry/impact.ts';
import { createTrack, type Track } from '../server/domain/telemetry/positions.ts';
import { cutTrips } from '../server/domain/telemetry/trips.ts';

/**
 * Samples per second of the impact summary and of trip cutting, compared in the same run with a bare loop over the same
 * arrays (per sample a read and one square root or one great circle). Run: `npx tsx bench/signal.bench.ts`.
 */
const runs = 15;
let sink = 0;

/** Samples per second: median over the runs, after as many warm-up runs. */
const measure = (samples: number, work: () => number): number => {
  for (let i = 0; i < runs; i++) sink += work();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    sink += work();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return (samples / times[runs >> 1]!) * 1000;
};

const makeCurve = (samples: number, rateHz: number): CurveSamples => {
  const wave = (size: number, phase: number): Float64Array =>
    Float64Array.from({ length: samples }, (_, i) => {
      const blow = Math.exp(-(((i - samples / 2) / (rateHz / 20)) ** 2));
      return size * blow + 0.05 * Math.sin(i * 0.7 + phase);
    });
  const verticalG = wave(2, 2).map(value => value + 1);
  const axes = { longitudinalG: wave(-20, 0), lateralG: wave(8, 1), verticalG };
  return { ...axes, startMs: 0, rateHz, rangeG: 200, frame: 'vehicle' };
};

const makeTrack = (fixes: number, speeds: boolean): Track => {
  const track = createTrack(fixes);
  for (let i = 0; i < fixes; i++) {
    track.timeMs[i] = Date.UTC(2026, 0, 15) + i * 1000;
    // A quarter of an hour of driving, then six minutes of standing.
    const kmh = i % 1260 < 900 ? 60 : 0;
    track.latitude[i] = (track.latitude[i - 1] ?? 55) + kmh / 400_000;
    track.longitude[i] = 37;
    if (speeds) track.speedKmh[i] = kmh;
  }
  return track;
};

const bareCurve = ({ longitudinalG: x, lateralG: y }: CurveSamples): number => {
  let largest = 0;
  for (let i = 0; i < x.length; i++) largest = Math.max(largest, Math.sqrt(x[i]! * x[i]! + y[i]! * y[i]!));
  return largest;
};

/** Minimal distance loop: great circles between neighbours. */
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
    repeat(() => bareCurve(curve)),
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
if (Number.isNaN(sink)) console.log(sink);
