import { createTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { recordedMs } from './recordings.ts';

/** At 55° north on WGS 84. */
const metresPerDegree = 111_327.5;

/** A part of a drive at constant speed. 0 means standing. */
export interface Leg {
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
