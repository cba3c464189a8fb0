import { sql } from 'kysely';
import type { CalendarDay, Figures, Heatmap, NoteComparison } from '../../../src/contract/shapes/statistics.ts';
import type { CountedManoeuvre, TripDetail, TripTable } from '../../../src/contract/shapes/telemetry.ts';
import type { Static } from '../../../src/contract/static.ts';
import type { Context, Request, WithJson } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { localDaySql } from '../../db/localDay.ts';
import { noSums, type Sums } from '../../domain/score/sums.ts';
import type { Caller } from '../../transaction.ts';
import {
  clipToWindows,
  logPositionAccess,
  readBlocks,
  readVisibleWindows,
  requireDateOrder,
  roundedTo,
  runWriteTrack,
} from '../telemetry/service.ts';
import { explainSums, figuresOf } from './figures.ts';
import { type Period, periodOf, type RequestedObject, readSubject, readSubjectOfTrip, type Subject } from './object.ts';
import { readPriors } from './reading.ts';
import { periodFigures } from './spans.ts';
import { readScoresWithAndWithoutTrip } from './storedFigures.ts';
import { countedTripsSql, tripSumsSql } from './sumColumns.ts';
import { drawHeatmap, type HeatmapPart, type HeatmapTask } from './thread.ts';
import {
  readCountedManoeuvres,
  readTripEvents,
  readTripFacts,
  readTripRow,
  readTripRows,
  type TripSelection,
  tripsCondition,
} from './tripRows.ts';

type ReadContext = Pick<Context, 'db' | 'now' | 'workers'>;
type AuditedRequest = { readonly caller: Caller; readonly change: Request['change'] };

/** Returns the object and the times for which the caller may see its positions. Logs the access. */
export const openTrackAccess = async (
  context: ReadContext,
  request: AuditedRequest,
  query: RequestedObject,
  describeAccess: (subject: Subject) => string,
) => {
  const { caller } = request;
  const subject = await readSubject(context.db, caller, query, context.now());
  const windows = await readVisibleWindows(context, caller, subject.objectId);
  const { voucherId, objectId } = subject;
  await logPositionAccess(context, request, { voucherId, objectId, description: describeAccess(subject) });
  return { subject, windows };
};

type TripsQuery = RequestedObject & {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
};

/** Calls `openTrackAccess` for the days of the query, by default the last 28. */
const openPeriodAccess = async (context: ReadContext, request: AuditedRequest, query: TripsQuery) => {
  const daysOf = ({ today }: Subject) => periodOf(query, today);
  const { subject, windows } = await openTrackAccess(context, request, query, subjectOfQuery => {
    const { from, to } = daysOf(subjectOfQuery);
    return `${from} – ${to}`;
  });
  return { subject, trips: { ...daysOf(subject), windows } };
};

export const listTrips = async (
  context: ReadContext,
  request: AuditedRequest & { readonly query: TripsQuery },
): Promise<TripTable> => {
  const { from, to, page = 1, pageSize = 25 } = request.query;
  requireDateOrder(request.query);
  const period = () => `${from ?? '…'} – ${to ?? '…'}`;
  const { subject, windows } = await openTrackAccess(context, request, request.query, period);
  const selection = { from, to, limit: pageSize, offset: (page - 1) * pageSize, windows };
  const { rows, total, notCounted } = await readTripRows(context.db, subject, selection);
  return { Items: rows, Total: total, NotCounted: notCounted };
};

export const readTrip = async (
  context: ReadContext,
  request: AuditedRequest & { readonly query: RequestedObject; readonly params: { readonly id: number } },
): Promise<WithJson<Static<typeof TripDetail>, 'Track'>> => {
  const { db, workers } = context;
  const { caller, query, params } = request;
  const subject = await readSubjectOfTrip(db, caller, query, params.id, context.now());
  const { objectId, voucherId } = subject;
  const windows = await readVisibleWindows(context, caller, objectId);
  const trip = await readTripRow(db, subject, params.id);
  const startMs = Date.parse(trip.DateTime);
  const visibleWindows = clipToWindows({ fromMs: startMs, toMs: startMs + Math.round(trip.DurationS * 1000) }, windows);
  await logPositionAccess(context, request, { voucherId, objectId, description: trip.DateTime });
  const parts = visibleWindows.map(async ({ fromMs, toMs }) => {
    return { fromMs, toMs: toMs + 1, blocks: await readBlocks(db, objectId, fromMs, toMs + 1) };
  });
  const text = await runWriteTrack(workers, { windows: await Promise.all(parts), zeroMs: startMs });
  const Events = await readTripEvents(db, subject, trip.Id, visibleWindows);
  const facts = await readTripFacts(db, subject, trip.Id);
  // An operator who sees one case of the object may not see scores.
  const ExclusionScores = trip.Excluded && !windows ? await readScoresWithAndWithoutTrip(db, subject, trip) : null;
  return { answer: { ...trip, ObjectId: objectId, ...facts, ExclusionScores, Events }, text };
};

/**
 * Lists the manoeuvres of one kind that the figures of a period include. Uses the same trips and days as these figures.
 */
export const listManoeuvres = async (
  context: ReadContext,
  request: Request<'GET /api/v3/scoring/manoeuvres'>,
): Promise<{ Items: CountedManoeuvre[]; Total: number }> => {
  const { kind, limit = 300, ...query } = request.query;
  const { subject, trips } = await openPeriodAccess(context, request, query);
  return readCountedManoeuvres(context.db, subject, { ...trips, kind, limit });
};

/** Sums of counted trips. Equal to the sums of their days. */
const sumTrips = async (db: Db, subject: Subject, selection: TripSelection, key = `''`): Promise<Map<string, Sums>> => {
  const { rows } = await sql<Sums & { key: string }>`select ${sql.raw(key)} as key, ${sql.raw(tripSumsSql)}
    from ${sql.raw(countedTripsSql)} where ${tripsCondition(subject, selection)} group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ key: groupKey, ...sums }) => [groupKey, sums]));
};

/**
 * Figures of trips. An operator gets the trips of a case without scores, because operators may not judge the driver.
 */
export const tripFigures = async (
  context: ReadContext,
  request: AuditedRequest & { readonly query: TripsQuery },
): Promise<Figures> => {
  const { subject, trips } = await openPeriodAccess(context, request, request.query);
  const sums = (await sumTrips(context.db, subject, trips)).get('') ?? noSums;
  const score = explainSums(sums, await readPriors(context.db, subject.companyId));
  const figures = figuresOf(sums, { impacts: null, score });
  return trips.windows
    ? { ...figures, Score: null, ScoreLow: null, ScoreHigh: null, Band: null, ScoreReason: null }
    : figures;
};

export const compareNotes = async (db: Db, subject: Subject, period: Period): Promise<NoteComparison> => {
  const byNote = await sumTrips(db, subject, period, 'notes');
  const own = await periodFigures(db, subject, period);
  const priors = await readPriors(db, subject.companyId);
  const figures = (sums: Sums) => figuresOf(sums, { impacts: null, score: explainSums(sums, priors) });
  return { Own: own, Items: [...byNote].map(([Notes, sums]) => ({ Notes, ...figures(sums) })) };
};

/** The hardest manoeuvre on each day of a month, from counted trips. The day is the day on which the trip begins. */
export const readHardestManoeuvres = async (
  db: Db,
  subject: Subject,
  period: Period,
): Promise<ReadonlyMap<string, NonNullable<CalendarDay['WorstEvent']>>> => {
  const { rows } = await sql<{ day: string; Kind: string; PeakG: number | null; Start: string }>`
    select distinct on (1) ${localDaySql({ at: 'trip.start_at', offset: 'trip.utc_offset_ms', zone: subject.zone })}::text as day, manoeuvre.kind as "Kind",
      ${roundedTo(3, 'manoeuvre.peak_g')} as "PeakG", manoeuvre.start_at as "Start"
    from (select * from ${sql.raw(countedTripsSql)} where ${tripsCondition(subject, period)}) trip
    join manoeuvre on manoeuvre.object_id = trip.object_id and manoeuvre.trip_id = trip.id
    where manoeuvre.kind <> 'bump' order by 1, manoeuvre.peak_g desc nulls last, manoeuvre.start_at`.execute(db);
  return new Map(rows.map(({ day, ...worst }) => [day, worst]));
};

/** Longest time range of trips that the heat map reads together, ms. */
const heatmapStepMs = 86_400_000;
/**
 * Maximum number of fixes that one task of a worker thread counts. The encoded blocks of these fixes are some
 * megabytes.
 */
const maxFixesPerTask = 500_000;
/** Above this number of fixes a worker thread counts them, because the work would block the event loop. */
const workerThresholdFixes = 5000;

interface TripTimes {
  readonly start_at: string;
  readonly end_at: string;
}

/** Returns the next trips that the heat map reads together: the trips within one day, or one longer trip. */
const tripsOfStep = (trips: readonly TripTimes[], at: number): readonly TripTimes[] => {
  const stepEndMs = Date.parse(trips[at]!.start_at) + heatmapStepMs;
  let end = at + 1;
  while (end < trips.length && Date.parse(trips[end]!.end_at) < stepEndMs) end++;
  return trips.slice(at, end);
};

export const readHeatmap = async (
  context: ReadContext,
  request: AuditedRequest & { readonly query: TripsQuery & { readonly zoom?: number | undefined } },
): Promise<Heatmap> => {
  const { query } = request;
  const { subject, trips: selection } = await openPeriodAccess(context, request, query);
  const { db, workers } = context;
  const { rows } = await sql<TripTimes>`select start_at, end_at from trip
    where ${tripsCondition(subject, selection)} order by start_at`.execute(db);
  const zoom = query.zoom ?? 13;
  let result = drawHeatmap({
    zoom,
    earlierWeights: { cells: new Float64Array(), weights: new Float64Array() },
    parts: [],
  });
  let parts: HeatmapPart[] = [];
  let fixes = 0;
  const drawParts = async () => {
    const task: HeatmapTask = { zoom, earlierWeights: result.cellWeights, parts };
    const isSmall = fixes + result.cellWeights.cells.length <= workerThresholdFixes;
    result = isSmall
      ? drawHeatmap(task)
      : await workers.run<typeof drawHeatmap>('modules/statistics/drawHeatmap', task);
    [parts, fixes] = [[], 0];
  };
  for (let at = 0; at < rows.length; ) {
    const trips = tripsOfStep(rows, at);
    at += trips.length;
    const [fromMs, toMs] = [Date.parse(trips[0]!.start_at), Date.parse(trips.at(-1)!.end_at) + 1];
    const blocks = await readBlocks(db, subject.objectId, fromMs, toMs);
    // The heat map counts only fixes at times that the caller may see.
    const countedRanges = trips.flatMap(({ start_at, end_at }) =>
      clipToWindows({ fromMs: Date.parse(start_at), toMs: Date.parse(end_at) }, selection.windows),
    );
    parts.push({ blocks, fromMs, toMs, countedRanges });
    fixes += blocks.reduce((sum, { samples }) => sum + samples, 0);
    if (fixes >= maxFixesPerTask) await drawParts();
  }
  await drawParts();
  return result.heatmap;
};
