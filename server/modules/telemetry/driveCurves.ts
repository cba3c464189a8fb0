import type { DriveCurves } from '../../../src/contract/shapes/driveCurves.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Context, Request } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { runCutCurve, runReduceSpeeds } from './longRecordings.ts';
import { readOrientations } from './orientation.ts';
import { openPeriod } from './period.ts';
import { type CurveHead, readBlocks, readCurveData, readCurveHeads } from './repository.ts';
import type { Window } from './whereabouts.ts';

const defaultPoints = 2000;

/** Part of a recording that the caller may see: samples from index `from` up to `to`, exclusive. */
interface CurvePiece {
  readonly head: CurveHead;
  readonly from: number;
  readonly to: number;
}

const visiblePiecesOf = (heads: readonly CurveHead[], windows: readonly Window[]): CurvePiece[] =>
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

const roundOrNull = (value: number): number | null => (Number.isNaN(value) ? null : Number(value.toFixed(4)));

const readAcceleration = async (
  { db, workers }: Pick<Context, 'db' | 'workers'>,
  objectId: string,
  windows: readonly Window[],
  { zeroMs, points }: { readonly zeroMs: number; readonly points: number },
): Promise<Acceleration> => {
  const heads = await readCurveHeads(db, objectId, zeroMs, windows[windows.length - 1]!.toMs);
  const pieces = visiblePiecesOf(heads, windows);
  const Samples = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  const orientations = await readOrientations(db, objectId);
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
  let rangeG: number | null = null;
  let lastS = Number.NEGATIVE_INFINITY;
  for (const { head, from, to } of pieces) {
    const block = (await readCurveData(db, objectId, [head.id])).get(head.id);
    if (!block) continue;
    const pointCount = Math.max(8, Math.ceil((points * (to - from)) / Samples));
    const part = await runCutCurve(workers, head.samples, { block, from, to, orientations, points: pointCount });
    rangeG ??= part.rangeG;
    const startS = (head.startMs + (from * 1000) / head.rateHz - zeroMs) / 1000;
    const add = (timeS: number, x: number, y: number, z: number) => {
      curves.Time.push(Number(timeS.toFixed(4)));
      curves.Longitudinal.push(roundOrNull(x));
      curves.Lateral.push(roundOrNull(y));
      curves.Vertical.push(roundOrNull(z));
      curves.Resultant.push(roundOrNull(Math.hypot(x, y)));
    };
    // Adds an empty sample between two recordings, so that no line is drawn from one to the next.
    if (lastS < startS - 2 / head.rateHz && curves.Time.length > 0)
      add(startS - 1 / head.rateHz, Number.NaN, Number.NaN, Number.NaN);
    for (const [k, i] of part.indexes.entries())
      add(startS + (i - from) / head.rateHz, part.longitudinal[k]!, part.lateral[k]!, part.vertical[k]!);
    lastS = startS + (to - from - 1) / head.rateHz;
  }
  return { ...curves, RangeG: rangeG };
};

type CurvesRequest = Pick<Request<'GET /api/v3/curves'>, 'caller' | 'change' | 'query'>;

/** Curves of an object's drive between two moments, for the times that the caller may see. Logs the access. */
export const readDriveCurves = async (
  context: Pick<Context, 'db' | 'now' | 'workers'>,
  request: CurvesRequest,
): Promise<DriveCurves> => {
  const { objectId, from, to, points = defaultPoints } = request.query;
  if (Date.parse(to) - Date.parse(from) > dayMs)
    throw invalid({ field: 'to', message: 'periodTooLong', values: { days: 1 } });
  const windows = await openPeriod(context, request, objectId, { from, to });
  const zeroMs = Date.parse(from);
  const parts = await Promise.all(
    windows.map(async window => ({
      ...window,
      blocks: await readBlocks(context.db, objectId, window.fromMs, window.toMs),
    })),
  );
  return {
    ...(await readAcceleration(context, objectId, windows, { zeroMs, points })),
    ...(await runReduceSpeeds(context.workers, { windows: parts, zeroMs, points })),
  };
};
