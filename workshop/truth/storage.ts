import { gzipSync } from 'node:zlib';
import { encodeCurve, encodeTrack } from '../../server/domain/telemetry/codec.ts';
import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import type { Track } from '../../server/domain/telemetry/positions.ts';
import type { Drive } from './drives.ts';
import { type Figure, figureOf, median } from './figure.ts';

const perHour = 3600;
/** Format of devices: a message per minute, thousandths of g. */
const messageS = 60;
const sentHz = 50;

interface Stored {
  readonly ours: number;
  readonly zipped: number;
}

/** Returns kB per hour at 1 Hz: as stored, and as gzip of the sent JSON. */
const fixesOf = ({ timeMs, latitude, longitude, speedKmh, courseDeg, ...more }: Track): Stored => {
  const count = timeMs.length;
  const rows = Array.from({ length: count }, (_, i) => ({
    DateTime: new Date(timeMs[i]!).toISOString(),
    Latitude: Number(latitude[i]!.toFixed(6)),
    Longitude: Number(longitude[i]!.toFixed(6)),
    ...(speedKmh[i]! >= 0 && { Speed: Number(speedKmh[i]!.toFixed(1)) }),
    ...(courseDeg[i]! >= 0 && { Course: Number(courseDeg[i]!.toFixed(1)) }),
  }));
  const scale = perHour / count / 1000;
  const ours = encodeTrack({ timeMs, latitude, longitude, speedKmh, courseDeg, ...more }).length;
  return { ours: ours * scale, zipped: gzipSync(JSON.stringify(rows)).length * scale };
};

/** Returns kB per hour at 50 Hz for each message, from its bytes per sample. */
const messagesOf = (curve: CurveSamples): Stored[] => {
  const length = Math.round(messageS * curve.rateHz);
  const scale = (sentHz * perHour) / length / 1000;
  return Array.from({ length: Math.floor(curve.longitudinalG.length / length) }, (_, n) => {
    const [longitudinalG, lateralG, verticalG] = [curve.longitudinalG, curve.lateralG, curve.verticalG].map(axis =>
      axis.slice(n * length, (n + 1) * length).map(value => Number(value.toFixed(3))),
    ) as [Float64Array, Float64Array, Float64Array];
    const ours = encodeCurve({ ...curve, longitudinalG, lateralG, verticalG }).length;
    const axes = { Longitudinal: [...longitudinalG], Lateral: [...lateralG], Vertical: [...verticalG] };
    const zipped = gzipSync(JSON.stringify({ RateHz: curve.rateHz, ...axes })).length;
    return { ours: ours * scale, zipped: zipped * scale };
  });
};

const sizeFigure = (subject: string, cases: readonly Stored[]): Figure =>
  figureOf({
    subject,
    figure: 'stored, median; floor: gzip of the JSON',
    unit: 'kB/h',
    cases,
    statistic: drawn => median(drawn.map(({ ours }) => ours)),
    floor: median(cases.map(({ zipped }) => zipped)),
  });

/** Returns the disk space of an hour of driving, compared with gzip of its messages. */
export const storageFigures = (drives: readonly Drive[]): Figure[] => {
  const tracks = drives.map(({ sent }) => sent).filter(({ timeMs }) => timeMs.length >= 500);
  const curves = drives.flatMap(drive => drive.curves).filter(curve => curve.rateHz >= 10);
  const spoken = tracks.filter(({ speedKmh }) => speedKmh.some(value => value > 0));
  return [
    sizeFigure('fixes at 1 Hz with speed', spoken.map(fixesOf)),
    sizeFigure('acceleration at 50 Hz', curves.flatMap(messagesOf)),
  ];
};
