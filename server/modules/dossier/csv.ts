import type { CurveSamples } from '../../domain/telemetry/curves.ts';
import type { Track } from '../../domain/telemetry/positions.ts';

/** Number of rows that become one string. A single string for all rows would take too much memory. */
const rowsPerChunk = 5000;

function* csvChunks(header: string, count: number, row: (i: number) => string): Generator<Buffer> {
  let text = `${header}\r\n`;
  for (let i = 0; i < count; i++) {
    text += `${row(i)}\r\n`;
    if (i % rowsPerChunk !== rowsPerChunk - 1) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

const toIso = (ms: number): string => new Date(ms).toISOString();
const formatFigure = (value: number, decimals: number): string => (Number.isNaN(value) ? '' : value.toFixed(decimals));

/** CSV of the impact's stored samples, g, in the axes in which the device sent them. */
export const samplesCsv = (curve: CurveSamples | undefined, crashMs: number): Generator<Buffer> => {
  const stepMs = curve ? 1000 / curve.rateHz : 0;
  const startMs = curve?.startMs ?? 0;
  return csvChunks('time_utc,offset_s,longitudinal_g,lateral_g,vertical_g', curve?.longitudinalG.length ?? 0, i => {
    const ms = startMs + i * stepMs;
    const axes = [curve!.longitudinalG[i]!, curve!.lateralG[i]!, curve!.verticalG[i]!].map(value =>
      formatFigure(value, 4),
    );
    return [toIso(ms), formatFigure((ms - crashMs) / 1000, 6), ...axes].join(',');
  });
};

/** CSV of the stored fixes around the impact, in km/h, degrees and metres. */
export const positionsCsv = (track: Track, crashMs: number): Generator<Buffer> =>
  csvChunks(
    'time_utc,offset_s,latitude_deg,longitude_deg,speed_kmh,course_deg,altitude_m,hdop,satellites,ignition',
    track.timeMs.length,
    i =>
      [
        toIso(track.timeMs[i]!),
        formatFigure((track.timeMs[i]! - crashMs) / 1000, 3),
        formatFigure(track.latitude[i]!, 6),
        formatFigure(track.longitude[i]!, 6),
        formatFigure(track.speedKmh[i]!, 1),
        formatFigure(track.courseDeg[i]!, 0),
        formatFigure(track.altitudeM[i]!, 0),
        formatFigure(track.hdop[i]!, 1),
        formatFigure(track.satellites[i]!, 0),
        track.ignition[i]! < 0 ? '' : String(track.ignition[i]),
      ].join(','),
  );
