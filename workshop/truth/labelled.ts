import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import type { Sheet } from '../recordings/recording.ts';

const gravityMs2 = 9.80665;

/** An event that a person saw in a video, in seconds of the recording's clock. */
export interface Label {
  readonly trip: string;
  readonly label: string;
  readonly startS: number;
  readonly endS: number;
}

/** A gapless part of a phone's linear acceleration in earth axes, g, with its yaw rate, rad/s. */
export interface EarthStretch {
  readonly trip: string;
  readonly startS: number;
  readonly rateHz: number;
  readonly eastG: Float64Array;
  readonly northG: Float64Array;
  readonly upG: Float64Array;
  /** Yaw rate, rad/s, positive to the left. */
  readonly yawRadS: Float64Array;
}

export const labelColumns = ['trip', 'label', 'start_s', 'end_s'];
export const earthColumns = ['trip', 't_s', 'lax', 'lay', 'laz', 'gz'];
/** Columns of recordings of shaken devices. The acceleration includes gravity, in unknown axes, m/s². */
export const shakenColumns = ['t_ms', 'ax', 'ay', 'az'];

export const labelsOf = ({ rows }: Sheet): Label[] =>
  rows.map(row => ({
    trip: row.trip ?? '',
    label: row.label ?? '',
    startS: Number(row.start_s),
    endS: Number(row.end_s),
  }));

const stretchOf = (trip: string, rows: Sheet['rows']): EarthStretch => {
  const first = Number(rows[0]!.t_s);
  const lastS = Number(rows[rows.length - 1]!.t_s);
  const column = (name: string, scale: number): Float64Array =>
    Float64Array.from(rows, row => Number(row[name]) * scale);
  return {
    trip,
    startS: first,
    rateHz: (rows.length - 1) / (lastS - first),
    eastG: column('lax', 1 / gravityMs2),
    northG: column('lay', 1 / gravityMs2),
    upG: column('laz', 1 / gravityMs2),
    yawRadS: column('gz', 1),
  };
};

export const earthStretchesOf = ({ rows }: Sheet): EarthStretch[] => {
  const stretches: EarthStretch[] = [];
  let from = 0;
  for (let i = 1; i <= rows.length; i++) {
    const gapS = i < rows.length ? Number(rows[i]!.t_s) - Number(rows[i - 1]!.t_s) : Number.NaN;
    const isContinued = gapS > 0 && gapS < 0.5 && rows[i]!.trip === rows[from]!.trip;
    if (isContinued) continue;
    if (i - from > 100) stretches.push(stretchOf(rows[from]!.trip ?? '', rows.slice(from, i)));
    from = i;
  }
  return stretches;
};

/** Returns a recording without fixes, whose clock starts at 0. Samples with the same millisecond are spread evenly. */
export const shakenCurveOf = ({ rows }: Sheet): CurveSamples => {
  const column = (name: string): Float64Array => Float64Array.from(rows, row => Number(row[name]) / gravityMs2);
  const seconds = (Number(rows[rows.length - 1]!.t_ms) - Number(rows[0]!.t_ms)) / 1000;
  return {
    startMs: 0,
    rateHz: (rows.length - 1) / seconds,
    longitudinalG: column('ax'),
    lateralG: column('ay'),
    verticalG: column('az'),
    rangeG: null,
    frame: 'device',
  };
};
