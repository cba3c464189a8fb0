import type { DriveCurves } from '../../../src/contract/shapes/driveCurves.ts';
import type { Context, Request } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { decodeCurve } from '../../domain/telemetry/codec.ts';
import { reduceIndexes } from '../../domain/telemetry/reduce.ts';
import { invalid } from '../../errors.ts';
import { speedAround } from './around.ts';
import { orientationsOf, vehicleAxes } from './orientation.ts';
import { openPeriod } from './period.ts';
import { type CurveHead, readCurveData, readCurveHeads, readFixes } from './repository.ts';
import type { Window } from './whereabouts.ts';

const usualPoints = 2000;
const dayMs = 86_400_000;

/** A recording inside a time the caller may see: samples `from` up to `to`, exclusive. */
interface Piece {
  readonly head: CurveHead;
  readonly from: number;
  readonly to: number;
}

const piecesOf = (heads: readonly CurveHead[], windows: readonly Window[]): Piece[] =>
  windows.flatMap(({ fromMs, toMs }) =>
    heads
      .map(head => {
        const indexAt = (ms: number) =>
          Math.max(0, Math.min(head.samples, Math.ceil(((ms - head.startMs) * head.rateHz) / 1000)));
        return { head, from: indexAt(fromMs), to: indexAt(toMs) };
      })
      .filter(({ from, to }) => to > from),
  );

type Acceleration = Omit<DriveCurves, 'SpeedTime' | 'Speed'>;

const rounded = (value: number): number | null => (Number.isNaN(value) ? null : Number(value.toFixed(4)));

const readAcceleration = async (
  db: Db,
  objectId: string,
  windows: readonly Window[],
  { zeroMs, points }: { readonly zeroMs: number; readonly points: number },
): Promise<Acceleration> => {
  const heads = await readCurveHeads(db, objectId, zeroMs, windows[windows.length - 1]!.toMs);
  const pieces = piecesOf(heads, windows);
  const Samples = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  const orientations = await orientationsOf(db, objectId);
  const curves: Acceleration = {
    RateHz: pieces[0]?.head.rateHz ?? null,
    RangeG: null,
    Samples,
    Time: [],
    Longitudinal: [],
    Lateral: [],
    Vertical: [],
    Resultant: [],
  };
  let range: number | null = null;
  let lastS = Number.NEGATIVE_INFINITY;
  for (const { head, from, to } of pieces) {
    const data = (await readCurveData(db, objectId, [head.id])).get(head.id);
    if (!data) continue;
    const curve = decodeCurve(data);
    range ??= curve.rangeG ?? null;
    const axes = vehicleAxes(curve, orientations);
    const unknown = new Float32Array(to - from).fill(Number.NaN);
    const longitudinal = axes?.longitudinal.subarray(from, to) ?? unknown;
    const lateral = axes?.lateral.subarray(from, to) ?? unknown;
    const vertical = axes?.vertical.subarray(from, to) ?? unknown;
    const startS = (head.startMs + (from * 1000) / head.rateHz - zeroMs) / 1000;
    const add = (timeS: number, x: number, y: number, z: number) => {
      curves.Time.push(Number(timeS.toFixed(4)));
      curves.Longitudinal.push(rounded(x));
      curves.Lateral.push(rounded(y));
      curves.Vertical.push(rounded(z));
      curves.Resultant.push(rounded(Math.hypot(x, y)));
    };
    // Nothing is drawn from one recording to the next.
    if (lastS < startS - 2 / head.rateHz && curves.Time.length > 0)
      add(startS - 1 / head.rateHz, Number.NaN, Number.NaN, Number.NaN);
    const share = Math.max(8, Math.ceil((points * (to - from)) / Samples));
    for (const i of reduceIndexes([longitudinal, lateral, vertical], share))
      add(startS + i / head.rateHz, longitudinal[i]!, lateral[i]!, vertical[i]!);
    lastS = startS + (to - from - 1) / head.rateHz;
  }
  return { ...curves, RangeG: range };
};

type Asking = Pick<Request<'GET /api/v3/curves'>, 'caller' | 'change' | 'query'>;

/** Curves of what an object drove between two moments, as far as the caller may see it; the reading is written down. */
export const readDriveCurves = async (context: Pick<Context, 'db' | 'now'>, request: Asking): Promise<DriveCurves> => {
  const { objectId, from, to, points = usualPoints } = request.query;
  if (Date.parse(to) - Date.parse(from) > dayMs)
    throw invalid({ field: 'to', message: 'periodTooLong', values: { days: 1 } });
  const windows = await openPeriod(context, request, objectId, { from, to });
  const zeroMs = Date.parse(from);
  const tracks = await Promise.all(windows.map(({ fromMs, toMs }) => readFixes(context.db, objectId, fromMs, toMs)));
  return {
    ...(await readAcceleration(context.db, objectId, windows, { zeroMs, points })),
    ...speedAround(tracks, zeroMs, points),
  };
};
