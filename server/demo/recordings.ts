import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { AccidentStatus } from '../../src/contract/shapes/accident.ts';
import { degreeLengths } from '../../src/schema/kinds/wgs84.ts';
import { createTrack, type Track } from '../domain/telemetry/positions.ts';
import { root } from '../root.mjs';
import type { CityKey } from './identifiers.ts';

/*
 * recordings.json.br (read it with `brotli -d`) has the drives and impacts that the demo repeats at other times. Nobody
 * drove them, so they contain no personal data. A driving simulator made them once on hand-drawn roads of two cities:
 * server/demo of commit 0a1aabcf. Each drive was chosen from 14 candidates. The chosen one brings the manoeuvres of its
 * style nearest to the intended number per 100 km. Hard brakings per 100 km: calm 0.6, steady 1.6, brisk 5, racing 1,
 * sweeping 1, hard 12, wild 21.
 */

/** Driving styles: `racing` has the single habit of fast starts, `sweeping` that of fast bends. */
export type DriverStyle = 'calm' | 'steady' | 'brisk' | 'racing' | 'sweeping' | 'hard' | 'wild';

export type ImpactKind = 'front' | 'rear' | 'left' | 'right' | 'kerb' | 'slam' | 'pothole';

interface Movement {
  readonly city: CityKey;
  /** Number of the home at which the drive starts, or at which it ends if it goes back home. */
  readonly home: number;
  /**
   * Position and direction at the start. `latitude` and `longitude`: degrees, WGS 84. `course`: degrees clockwise from
   * north.
   */
  readonly latitude: number;
  readonly longitude: number;
  readonly course: number;
  /**
   * Changes in each second. `gains`: change of speed in steps of 0.1 m/s. `turns`: change of course in steps of 0.5°,
   * positive to the right.
   */
  readonly gains: readonly number[];
  readonly turns: readonly number[];
}

export interface RecordedDrive extends Movement {
  readonly style: DriverStyle;
  /** Destination of the drive: 1 is work, 2 and 3 are errands. */
  readonly to: 1 | 2 | 3;
  /** True: the drive goes from the destination back home. */
  readonly back: boolean;
  /** True: the drive was recorded in the rush hour. Errands were recorded at other hours only. */
  readonly busy: boolean;
}

export interface RecordedImpact extends Movement {
  readonly company: 0 | 1;
  readonly status: AccidentStatus;
  /** Kind of the impact. `left`: the car was struck from the left. `slam`: a door was slammed hard. */
  readonly kind: ImpactKind;
  /** Time of the impact, ms after the first fix. */
  readonly impactMs: number;
  readonly street: string;
  /** The accelerometer's curve in the format of a stored block, as Base64. Its times are counted from the first fix. */
  readonly curve: string;
}

export interface Recordings {
  readonly drives: readonly RecordedDrive[];
  readonly impacts: readonly RecordedImpact[];
}

let cachedRecordings: Recordings | undefined;

export const recordings = (): Recordings => {
  cachedRecordings ??= JSON.parse(
    brotliDecompressSync(readFileSync(join(root, 'server', 'demo', 'recordings.json.br'))).toString(),
  ) as Recordings;
  return cachedRecordings;
};

const speedStepMetresPerS = 0.1;
const courseStepDeg = 0.5;
const altitudeByCityM = { moscow: 150, petersburg: 12 } as const;

/** Returns the track of a recorded movement with one fix a second. The time of the first fix is 0. */
export const trackOf = ({ city, latitude, longitude, course, gains, turns }: Movement): Track => {
  const count = gains.length + 1;
  const track = createTrack(count);
  const { eastM, northM } = degreeLengths(latitude);
  let [speedMs, courseDeg, xM, yM] = [0, course, 0, 0];
  for (let second = 0; second < count; second++) {
    if (second > 0) {
      const previousSpeed = speedMs;
      // Computes speed in whole steps of 0.1 m/s, so that the speed of a standing car is exactly 0.
      speedMs = Math.round(previousSpeed / speedStepMetresPerS + gains[second - 1]!) * speedStepMetresPerS;
      courseDeg += turns[second - 1]! * courseStepDeg;
      const stepM = (previousSpeed + speedMs) / 2;
      xM += stepM * Math.sin((courseDeg * Math.PI) / 180);
      yM += stepM * Math.cos((courseDeg * Math.PI) / 180);
    }
    track.timeMs[second] = second * 1000;
    track.latitude[second] = latitude + yM / northM;
    track.longitude[second] = longitude + xM / eastM;
    track.speedKmh[second] = speedMs * 3.6;
    track.courseDeg[second] = ((courseDeg % 360) + 360) % 360;
    track.hdop[second] = 0.8 + ((second >> 7) % 3) / 10;
    track.altitudeM[second] = altitudeByCityM[city] + Math.round(4 * Math.sin(second / 240));
    track.satellites[second] = 12 + ((second >> 6) % 4);
    track.ignition[second] = second < count - 1 ? 1 : 0;
  }
  return track;
};

/** Returns the same track at a later time. `ms`: shift, ms. */
export const shiftTrack = (track: Track, ms: number): Track => ({
  ...track,
  timeMs: track.timeMs.map(time => time + ms),
});
