import { sql } from 'kysely';
import type { CalendarDay, Figures, Heatmap, NoteComparison } from '../../../src/contract/shapes/statistics.ts';
import type { CountedManoeuvre, TripDetail, TripTable } from '../../../src/contract/shapes/telemetry.ts';
import type { Static } from '../../../src/contract/static.ts';
import type { Context, Request, WithText } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { noSums, type Sums } from '../../domain/score/sums.ts';
import type { Caller } from '../../transaction.ts';
import {
  noteReading,
  readBlocks,
  requireOrder,
  roundedTo,
  seenOf,
  windowsFor,
  writeTrackOf,
} from '../telemetry/service.ts';
import { explained, figuresOf } from './figures.ts';
import { type Period, periodOf, type RequestedObject, type Subject, subjectOf, subjectOfTrip } from './object.ts';
import { readPriors } from './reading.ts';
import { periodFigures } from './spans.ts';
import { scoresWithAndWithout } from './storedFigures.ts';
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

type Reading = Pick<Context, 'db' | 'now' | 'workers'>;
type Whereabouts = { readonly caller: Caller; readonly change: Request['change'] };

/** Returns the object and the times for which the caller may see its positions. Logs the access. */
export const openWhereabouts = async (
  context: Reading,
  request: Whereabouts,
  asked: RequestedObject,
  what: (subject: Subject) => string,
) => {
  const { caller } = request;
  const subject = await subjectOf(context.db, caller, asked, context.now());
  const windows = await windowsFor(context, caller, subject.objectId);
  const { voucherId, objectId } = subject;
  await noteReading(context, request, { voucherId, objectId, what: what(subject) });
  return { subject, windows };
};

type TripsQuery = RequestedObject & {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
};

/** Calls `openWhereabouts` for the days of the query, by default the last 28. */
const openDays = async (context: Reading, request: Whereabouts, asked: TripsQuery) => {
  const daysOf = ({ today }: Subject) => periodOf(asked, today);
  const { subject, windows } = await openWhereabouts(context, request, asked, its => {
    const { from, to } = daysOf(its);
    return `${from} – ${to}`;
  });
  return { subject, trips: { ...daysOf(subject), windows } };
};

export const listTrips = async (
  context: Reading,
  request: Whereabouts & { readonly query: TripsQuery },
): Promise<TripTable> => {
  const { from, to, page = 1, pageSize = 25 } = request.query;
  requireOrder(request.query);
  const period = () => `${from ?? '…'} – ${to ?? '…'}`;
  const { subject, windows } = await openWhereabouts(context, request, request.query, period);
  const asked = { from, to, limit: pageSize, offset: (page - 1) * pageSize, windows };
  const { rows, total, notCounted } = await readTripRows(context.db, subject, asked);
  return { Items: rows, Total: total, NotCounted: notCounted };
};

export const readTrip = async (
  context: Reading,
  request: Whereabouts & { readonly query: RequestedObject; readonly params: { readonly id: number } },
): Promise<WithText<Static<typeof TripDetail>, 'Track'>> => {
  const { db, workers } = context;
  const { caller, query, params } = request;
  const subject = await subjectOfTrip(db, caller, query, params.id, context.now());
  const { objectId, voucherId } = subject;
  const windows = await windowsFor(context, caller, objectId);
  const trip = await readTripRow(db, subject, params.id);
  const startMs = Date.parse(trip.DateTime);
  const seen = seenOf({ fromMs: startMs, toMs: startMs + Math.round(trip.DurationS * 1000) }, windows);
  await noteReading(context, request, { voucherId, objectId, what: trip.DateTime });
  const parts = seen.map(async ({ fromMs, toMs }) => {
    return { fromMs, toMs: toMs + 1, blocks: await readBlocks(db, objectId, fromMs, toMs + 1) };
  });
  const text = await writeTrackOf(workers, { windows: await Promise.all(parts), zeroMs: startMs });
  const Events = await readTripEvents(db, subject, trip.Id, seen);
  const facts = await readTripFacts(db, subject, trip.Id);
  // An operator who sees one case of the object may not see scores.
  const ExclusionScores = trip.Excluded && !windows ? await scoresWithAndWithout(db, subject, trip) : null;
  return { answer: { ...trip, ObjectId: objectId, ...facts, ExclusionScores, Events }, text };
};

/**
 * Lists the manoeuvres of one kind that the figures of a period include. Uses the same trips and days as these figures.
 */
export const listManoeuvres = async (
  context: Reading,
  request: Request<'GET /api/v3/scoring/manoeuvres'>,
): Promise<{ Items: CountedManoeuvre[]; Total: number }> => {
  const { kind, limit = 300, ...query } = request.query;
  const { subject, trips } = await openDays(context, request, query);
  return readCountedManoeuvres(context.db, subject, { ...trips, kind, limit });
};

/** Sums of counted trips. Equal to the sums of their days. */
const sumTrips = async (db: Db, subject: Subject, asked: TripSelection, key = `''`): Promise<Map<string, Sums>> => {
  const { rows } = await sql<Sums & { key: string }>`select ${sql.raw(key)} as key, ${sql.raw(tripSumsSql)}
    from ${sql.raw(countedTripsSql)} where ${tripsCondition(subject, asked)} group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ key: its, ...sums }) => [its, sums]));
};

/**
 * Figures of trips. An operator gets the trips of a case without scores, because operators may not judge the driver.
 */
export const tripFigures = async (
  context: Reading,
  request: Whereabouts & { readonly query: TripsQuery },
): Promise<Figures> => {
  const { subject, trips } = await openDays(context, request, request.query);
  const sums = (await sumTrips(context.db, subject, trips)).get('') ?? noSums;
  const score = explained(sums, await readPriors(context.db, subject.companyId));
  const figures = figuresOf(sums, { impacts: null, explained: score });
  return trips.windows ? { ...figures, Score: null, Band: null, ScoreReason: null } : figures;
};

export const compareNotes = async (db: Db, subject: Subject, period: Period): Promise<NoteComparison> => {
  const byNote = await sumTrips(db, subject, period, 'notes');
  const own = await periodFigures(db, subject, period);
  const priors = await readPriors(db, subject.companyId);
  const figures = (sums: Sums) => figuresOf(sums, { impacts: null, explained: explained(sums, priors) });
  return { Own: own, Items: [...byNote].map(([Notes, sums]) => ({ Notes, ...figures(sums) })) };
};

/** The hardest manoeuvre on each day of a month, from counted trips. The day is the day on which the trip begins. */
export const hardestOfDays = async (
  db: Db,
  subject: Subject,
  period: Period,
): Promise<ReadonlyMap<string, NonNullable<CalendarDay['WorstEvent']>>> => {
  const { rows } = await sql<{ day: string; Kind: string; PeakG: number | null; Start: string }>`
    select distinct on (1) (trip.start_at at time zone ${subject.zone})::date::text as day, manoeuvre.kind as "Kind",
      ${roundedTo(3, 'manoeuvre.peak_g')} as "PeakG", manoeuvre.start_at as "Start"
    from (select * from ${sql.raw(countedTripsSql)} where ${tripsCondition(subject, period)}) trip
    join manoeuvre on manoeuvre.object_id = trip.object_id and manoeuvre.trip_id = trip.id
    where manoeuvre.kind <> 'bump' order by 1, manoeuvre.peak_g desc nulls last, manoeuvre.start_at`.execute(db);
  return new Map(rows.map(({ day, ...worst }) => [day, worst]));
};

/** Longest time range of trips that are read together, ms. */
const heatmapStepMs = 86_400_000;
/** Maximum number of fixes that one task of a worker thread counts. Their blocks are some megabytes. */
const fixesOfTask = 500_000;
/** Above this number of fixes a worker thread counts them, because the work would block the event loop. */
const fewFixes = 5000;

interface TimeOfTrip {
  readonly start_at: string;
  readonly end_at: string;
}

/** The trips of one day, or one long trip. */
const stepFrom = (trips: readonly TimeOfTrip[], at: number): readonly TimeOfTrip[] => {
  const beforeMs = Date.parse(trips[at]!.start_at) + heatmapStepMs;
  let end = at + 1;
  while (end < trips.length && Date.parse(trips[end]!.end_at) < beforeMs) end++;
  return trips.slice(at, end);
};

export const heatmapOf = async (
  context: Reading,
  request: Whereabouts & { readonly query: TripsQuery & { readonly zoom?: number | undefined } },
): Promise<Heatmap> => {
  const { query } = request;
  const { subject, trips: asked } = await openDays(context, request, query);
  const { db, workers } = context;
  const { rows } = await sql<TimeOfTrip>`select start_at, end_at from trip
    where ${tripsCondition(subject, asked)} order by start_at`.execute(db);
  const zoom = query.zoom ?? 13;
  let drawn = drawHeatmap({ zoom, before: { cells: new Float64Array(), weights: new Float64Array() }, parts: [] });
  let parts: HeatmapPart[] = [];
  let fixes = 0;
  const draw = async () => {
    const task: HeatmapTask = { zoom, before: drawn.counted, parts };
    const isSmall = fixes + drawn.counted.cells.length <= fewFixes;
    drawn = isSmall ? drawHeatmap(task) : await workers.run<typeof drawHeatmap>('modules/statistics/drawHeatmap', task);
    [parts, fixes] = [[], 0];
  };
  for (let at = 0; at < rows.length; ) {
    const trips = stepFrom(rows, at);
    at += trips.length;
    const [fromMs, toMs] = [Date.parse(trips[0]!.start_at), Date.parse(trips.at(-1)!.end_at) + 1];
    const blocks = await readBlocks(db, subject.objectId, fromMs, toMs);
    // Only times that the caller may see are counted.
    const spans = trips.flatMap(({ start_at, end_at }) =>
      seenOf({ fromMs: Date.parse(start_at), toMs: Date.parse(end_at) }, asked.windows),
    );
    parts.push({ blocks, fromMs, toMs, spans });
    fixes += blocks.reduce((sum, { samples }) => sum + samples, 0);
    if (fixes >= fixesOfTask) await draw();
  }
  await draw();
  return drawn.heatmap;
};
