import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CurveSamples } from '../../../../../server/domain/telemetry/curves.ts';
import { createTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';

/** Real recordings are not in the repository. Their tests are skipped with a message if the recordings are absent. */
const folder = process.env.DRIVEDESK_RECORDINGS ?? resolve(import.meta.dirname, '../../../../../../shared/data');
export const haveRecordings = existsSync(resolve(folder, 'crash_nhtsa_reference.json'));
export const whenRecorded = haveRecordings ? '' : ' (left out: set DRIVEDESK_RECORDINGS to the recordings)';

export const readJson = <T>(name: string): T => JSON.parse(readFileSync(resolve(folder, name), 'utf8')) as T;

export const readCsv = (name: string): Record<string, string>[] => {
  const bytes = readFileSync(resolve(folder, name));
  const [header = '', ...lines] = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .trim()
    .split('\n');
  const names = header.trim().split(',');
  return lines.map(line => {
    const cells = line.trim().split(',');
    return Object.fromEntries(names.map((column, i) => [column, cells[i] ?? '']));
  });
};

/** Relative times of a recording start at this moment. */
export const recordedMs = Date.UTC(2026, 0, 15, 9);

export const trackOf = (rows: Record<string, string>[]): Track => {
  const track = createTrack(rows.length);
  rows.forEach((row, i) => {
    track.timeMs[i] = recordedMs + Number(row.t_s) * 1000;
    track.latitude[i] = Number(row.lat);
    track.longitude[i] = Number(row.lon);
  });
  return track;
};

export const columnOf = (rows: Record<string, string>[], ...names: string[]): Float64Array =>
  Float64Array.from(rows, row => names.reduce((sum, name) => sum + Number(row[name]), 0) / names.length);

/** Acceleration of a level vehicle at `atS` seconds, g: x forward, y left, z up. */
export type Motion = (atS: number) => { x?: number; y?: number; z?: number };

/** Returns a record of three seconds of the motion. */
export const recordOf = (motion: Motion, more: Partial<CurveSamples> & { seconds?: number } = {}): CurveSamples => {
  const { seconds = 3, ...rest } = more;
  const rateHz = rest.rateHz ?? 100;
  const length = Math.round(seconds * rateHz);
  const axis = (read: (moment: ReturnType<Motion>) => number): Float64Array =>
    Float64Array.from({ length }, (_, i) => read(motion(i / rateHz)));
  return {
    startMs: recordedMs,
    rateHz,
    longitudinalG: axis(({ x = 0 }) => x),
    lateralG: axis(({ y = 0 }) => y),
    verticalG: axis(({ z = 1 }) => z),
    rangeG: null,
    frame: 'vehicle',
    ...rest,
  };
};

/** Returns a half sine of `lengthMs` that begins one second into the record. */
export const blow = (atS: number, peakG: number, lengthMs = 100): number => {
  const phase = ((atS - 1) * 1000) / lengthMs;
  return phase > 0 && phase < 1 ? peakG * Math.sin(Math.PI * phase) : 0;
};

/** Returns the change of velocity of such a half sine, km/h. */
export const blowKmh = (peakG: number, lengthMs = 100): number =>
  ((peakG * lengthMs) / 1000) * (2 / Math.PI) * 9.80665 * 3.6;

/** Returns the record as a device rotated by `yaw` and then `roll` measures it, radians. */
export const turned = (curve: CurveSamples, yaw: number, roll: number): CurveSamples => {
  const { longitudinalG: x, lateralG: y, verticalG: z } = curve;
  const across = x.map((value, i) => -value * Math.sin(yaw) + y[i]! * Math.cos(yaw));
  return {
    ...curve,
    frame: 'device',
    longitudinalG: x.map((value, i) => value * Math.cos(yaw) + y[i]! * Math.sin(yaw)),
    lateralG: across.map((value, i) => value * Math.cos(roll) + z[i]! * Math.sin(roll)),
    verticalG: across.map((value, i) => -value * Math.sin(roll) + z[i]! * Math.cos(roll)),
  };
};
