import type { CurveSamples } from '../../domain/telemetry/curves.ts';
import type { Track } from '../../domain/telemetry/positions.ts';

/** Number of rows that become one string. A single string for all rows would take too much memory. */
const pieceRows = 5000;

function* inPieces(head: string, count: number, row: (i: number) => string): Generator<Buffer> {
  let text = `${head}\r\n`;
  for (let i = 0; i < count; i++) {
    text += `${row(i)}\r\n`;
    if (i % pieceRows !== pieceRows - 1) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

const iso = (ms: number): string => new Date(ms).toISOString();
const figure = (value: number, decimals: number): string => (Number.isNaN(value) ? '' : value.toFixed(decimals));

/** CSV of the impact's stored samples, g, in the axes in which the device sent them. */
export const samplesCsv = (curve: CurveSamples | undefined, crashMs: number): Generator<Buffer> => {
  const stepMs = curve ? 1000 / curve.rateHz : 0;
  const first = curve?.startMs ?? 0;
  return inPieces('time_utc,offset_s,longitudinal_g,lateral_g,vertical_g', curve?.longitudinalG.length ?? 0, i => {
    const ms = first + i * stepMs;
    const axes = [curve!.longitudinalG[i]!, curve!.lateralG[i]!, curve!.verticalG[i]!].map(value => figure(value, 4));
    return [iso(ms), figure((ms - crashMs) / 1000, 6), ...axes].join(',');
  });
};

/** CSV of the stored fixes around the impact, in km/h, degrees and metres. */
export const positionsCsv = (track: Track, crashMs: number): Generator<Buffer> =>
  inPieces(
    'time_utc,offset_s,latitude_deg,longitude_deg,speed_kmh,course_deg,altitude_m,hdop,satellites,ignition',
    track.timeMs.length,
    i =>
      [
        iso(track.timeMs[i]!),
        figure((track.timeMs[i]! - crashMs) / 1000, 3),
        figure(track.latitude[i]!, 6),
        figure(track.longitude[i]!, 6),
        figure(track.speedKmh[i]!, 1),
        figure(track.courseDeg[i]!, 0),
        figure(track.altitudeM[i]!, 0),
        figure(track.hdop[i]!, 1),
        figure(track.satellites[i]!, 0),
        track.ignition[i]! < 0 ? '' : String(track.ignition[i]),
      ].join(','),
  );
