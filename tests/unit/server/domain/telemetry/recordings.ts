import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
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
