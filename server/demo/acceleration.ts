import type { PoolClient } from 'pg';
import { minuteMs } from '../../src/schema/kinds/time.ts';
import { decodeTrack, encodeCurve } from '../domain/telemetry/codec.ts';
import type { CurveSamples } from '../domain/telemetry/curves.ts';
import type { Track } from '../domain/telemetry/positions.ts';
import { defaultSettings } from '../domain/telemetry/settings.ts';
import { speedsKmh, trustedIndexes } from '../domain/telemetry/speeds.ts';
import { createRandom, type Random } from './random.ts';

/**
 * Number of cars that send acceleration, and number of each car's latest drives that have it. Both are small, so that
 * the demo loads quickly.
 */
const carCount = 3;
const drivesPerCar = 2;
/** Number of cars to search for cars with recent drives. */
const candidateCars = 40;
const rateHz = 50;
const gravityMs2 = 9.80665;
/** Smallest difference between two values of the simulated sensor, g: 12 bits for ±4 g. */
const stepG = 0.002;

/** Acceleration of the car at whole seconds, g, computed from its speeds and from the curvature of its path. */
const accelerationOf = (track: Track) => {
  const speeds = speedsKmh(track, trustedIndexes(new Uint8Array(track.timeMs.length)), defaultSettings);
  const metresPerDegree = 111_195;
  const count = track.timeMs.length;
  const headings = Float64Array.from({ length: count }, (_, i) => {
    const [from, to] = [Math.max(0, i - 2), Math.min(count - 1, i + 2)];
    const north = (track.latitude[to]! - track.latitude[from]!) * metresPerDegree;
    const metresPerDegreeEast = metresPerDegree * Math.cos((track.latitude[i]! * Math.PI) / 180);
    return Math.atan2((track.longitude[to]! - track.longitude[from]!) * metresPerDegreeEast, north);
  });
  const alongG = new Float64Array(count);
  const acrossG = new Float64Array(count);
  for (let i = 1; i < count; i++) {
    const seconds = (track.timeMs[i]! - track.timeMs[i - 1]!) / 1000;
    const [before, here] = [(speeds[i - 1] || 0) / 3.6, (speeds[i] || 0) / 3.6];
    const turnRadians = Math.atan2(
      Math.sin(headings[i]! - headings[i - 1]!),
      Math.cos(headings[i]! - headings[i - 1]!),
    );
    alongG[i] = Math.max(-0.8, Math.min(0.5, (here - before) / seconds / gravityMs2));
    // Lateral acceleration is positive to the left. Below walking pace the direction of noisy fixes is random.
    acrossG[i] = here < 3 ? 0 : Math.max(-0.6, Math.min(0.6, (-turnRadians / seconds) * (here / gravityMs2)));
  }
  return { alongG, acrossG, speeds };
};

/** Acceleration of a drive in the vehicle's axes, a minute at a time as devices send it. */
const curvesByMinute = (track: Track, random: Random): CurveSamples[] => {
  const { alongG, acrossG, speeds } = accelerationOf(track);
  const curves: CurveSamples[] = [];
  const roundToStep = (value: number): number => Math.round(value / stepG) * stepG;
  const endMs = track.timeMs[track.timeMs.length - 1]!;
  let fix = 0;
  for (let startMs = track.timeMs[0]!; startMs < endMs; startMs += minuteMs) {
    const length = Math.round((Math.min(minuteMs, endMs - startMs) / 1000) * rateHz);
    const axes = [new Float64Array(length), new Float64Array(length), new Float64Array(length)] as const;
    const noise = [0, 0, 0];
    for (let i = 0; i < length; i++) {
      const ms = startMs + (i * 1000) / rateHz;
      while (fix + 1 < track.timeMs.length - 1 && track.timeMs[fix + 1]! <= ms) fix++;
      const share = Math.min(1, Math.max(0, (ms - track.timeMs[fix]!) / (track.timeMs[fix + 1]! - track.timeMs[fix]!)));
      const interpolate = (values: Float64Array): number => values[fix]! + (values[fix + 1]! - values[fix]!) * share;
      const noiseG = (speeds[fix] ?? 0) > 1 ? 0.012 + 0.0004 * Math.min(100, speeds[fix]!) : 0.003;
      for (let axis = 0; axis < 3; axis++) noise[axis] = 0.5 * noise[axis]! + random.normal(0, noiseG);
      axes[0][i] = roundToStep(interpolate(alongG) + noise[0]!);
      axes[1][i] = roundToStep(interpolate(acrossG) + noise[1]!);
      axes[2][i] = roundToStep(1 + 1.4 * noise[2]!);
    }
    const [longitudinalG, lateralG, verticalG] = axes;
    curves.push({ startMs, rateHz, longitudinalG, lateralG, verticalG, rangeG: 4, frame: 'vehicle' });
  }
  return curves;
};

/** Writes 50 Hz acceleration for the last drives of a few cars. */
export const writeAcceleration = async (client: PoolClient, seed: number, companyName: string): Promise<void> => {
  const { rows: objects } = await client.query<{ object_id: string }>(
    `select v.object_id from voucher v join company c on c.id = v.company_id
     where c.name = $1 and v.closed_at is null and v.imei is not null order by v.id limit $2`,
    [companyName, candidateCars],
  );
  const { rows } = await client.query<{ object_id: string; data: Buffer }>(
    `select object_id, data from (
       select object_id, data, row_number() over (partition by object_id order by start_at desc) as place
       from position_block where samples between 300 and 1500 and object_id = any($1)) as last
     where place <= $2 order by object_id, place limit $3`,
    [objects.map(object => object.object_id), drivesPerCar, carCount * drivesPerCar],
  );
  for (const [n, { object_id, data }] of rows.entries()) {
    for (const curve of curvesByMinute(decodeTrack(data), createRandom(seed, 'acceleration', n))) {
      const samples = curve.longitudinalG.length;
      await client.query(
        `insert into curve_block (object_id, start_at, end_at, rate_hz, range_g, frame, samples, data)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          object_id,
          new Date(curve.startMs),
          new Date(curve.startMs + (samples * 1000) / rateHz),
          rateHz,
          curve.rangeG,
          curve.frame,
          samples,
          Buffer.from(encodeCurve(curve)),
        ],
      );
    }
  }
};
