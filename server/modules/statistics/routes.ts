import type { ScoreCoverage } from '../../../src/contract/shapes/statistics.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { type Read, reading } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { currentFormula } from '../../domain/score/formula.ts';
import { compareScores, compareWeeks } from './comparedScores.ts';
import { type CohortName, compare, compareBrands, compareWeekdays } from './comparing.ts';
import { setExcluded, writeNotes } from './excluding.ts';
import { daysOfMonth, type Period, periodOf, type RequestedObject, subjectOf, todayOf } from './object.ts';
import { readPriors } from './reading.ts';
import {
  dayFigures,
  explainPeriod,
  flatPeriod,
  listDays,
  listMonths,
  listWeekdays,
  listWeeks,
  periodFigures,
  resolveQuery,
} from './spans.ts';
import { scoringRows } from './table.ts';
import { readTripRows } from './tripRows.ts';
import {
  compareNotes,
  hardestOfDays,
  heatmapOf,
  listManoeuvres,
  listTrips,
  openWhereabouts,
  readTrip,
  tripFigures,
} from './trips.ts';

interface Asked {
  readonly companyId: number;
  /** Absent: since activation. */
  readonly period: Period | undefined;
  readonly nowIso: string;
}

type Reason = keyof ScoreCoverage['LeftOut'] | 'Scored';

interface Row {
  readonly reason: Reason;
  readonly vouchers: number;
  readonly sensed: number;
}

const isUncounted = 'rush_ms is null and quarantine_reason is null and excluded_at is null';

/**
 * Counts vouchers without a score row whose trips have not been counted since an upgrade.
 * Trips and vouchers are two queries, because a cluster stores them on different nodes. Usually no such trip exists.
 */
const countUncounted = async (read: Read, { companyId, period }: Asked): Promise<number> => {
  const some = await read({ text: `select 1 as some from trip where ${isUncounted} limit 1`, values: [] });
  if (some.length === 0) return 0;
  const [{ objects } = { objects: [] }] = await read<{ objects: readonly string[] }>({
    oneProcess: true,
    text: `select coalesce(array_agg(object_id), '{}') as objects from voucher
      where company_id = $1::bigint and stage not in ('closed', 'suspended') and not exists (select from object_score whole
        where whole.company_id = $1::bigint and whole.object_id = voucher.object_id)`,
    values: [companyId],
  });
  const values = new Values();
  const within = ({ from, to }: Period): string => {
    const zone = `(select time_zone from company where id = ${values.add(companyId)}::bigint)`;
    const midnight = (day: string, later = 0) =>
      `(${values.add(day)}::date + ${later})::timestamp at time zone ${zone}`;
    return `and start_at >= ${midnight(from)} and start_at < ${midnight(to, 1)}`;
  };
  const text = `select count(distinct object_id)::int as uncounted from trip
    where object_id = any(${values.add(objects)}::text[]) and ${isUncounted} ${period ? within(period) : ''}`;
  const [row] = await read<{ uncounted: number }>({ oneProcess: true, text, values: values.list });
  return row?.uncounted ?? 0;
};

/**
 * Counts the company's vouchers that have a score in the period, and the others by reason. Uses the rows of the score
 * list.
 */
const coverageOf = async (read: Read, asked: Asked): Promise<ScoreCoverage> => {
  const { companyId, period, nowIso } = asked;
  const values = new Values();
  const rows = scoringRows(companyId, { from: period?.from, to: period?.to }, nowIso)(values);
  const text = `select case when scoring.score is not null then 'Scored' when voucher.stage = 'suspended' then 'Suspended'
        when coalesce(scoring.trips, 0) = 0 then 'NoTrips'
        when scoring.distance_km < ${currentFormula.leastDistanceKm} then 'NotEnoughData' else 'NotMeasured' end as reason,
      count(*)::int as vouchers, (count(*) filter (where scoring.with_acceleration))::int as sensed
    from voucher left join ${rows} on scoring.company_id = voucher.company_id and scoring.id = voucher.id
    where voucher.company_id = ${values.add(companyId)}::bigint and (voucher.stage <> 'closed' or scoring.id is not null) group by 1`;
  const [found, NotCounted] = await Promise.all([
    read<Row>({ oneProcess: true, text, values: values.list }),
    countUncounted(read, asked),
  ]);
  const count = (reason: Reason): number => found.find(row => row.reason === reason)?.vouchers ?? 0;
  return {
    Vouchers: found.reduce((sum, { vouchers }) => sum + vouchers, 0),
    Scored: count('Scored'),
    WithAcceleration: found.find(({ reason }) => reason === 'Scored')?.sensed ?? 0,
    LeftOut: {
      NotEnoughData: count('NotEnoughData'),
      NotMeasured: count('NotMeasured'),
      NoTrips: count('NoTrips') - NotCounted,
      NotCounted,
      Suspended: count('Suspended'),
    },
  };
};

type TripNames =
  | 'GET /api/v2/StatisticSummingTrip'
  | 'GET /api/v2/StatisticSummingTrip/list'
  | 'GET /api/trips'
  | 'GET /api/v2/StatisticSummingTrip/heatmap'
  | 'GET /api/v2/StatisticSummingTrip/{id}'
  | 'PUT /api/v2/StatisticSummingTrip/{id}/updatenotes'
  | 'POST /api/v3/trips/{id}/exclude'
  | 'POST /api/v3/trips/{id}/restore'
  | 'GET /api/v3/scoring/manoeuvres';

/** Handlers of single trips and their tracks. */
const tripHandlers = (context: Context): HandlersOf<TripNames> => ({
  'GET /api/v2/StatisticSummingTrip': async request => tripFigures(context, request),
  'GET /api/v2/StatisticSummingTrip/list': async request => listTrips(context, request),
  'GET /api/trips': async request => listTrips(context, request),
  'GET /api/v2/StatisticSummingTrip/heatmap': async request => heatmapOf(context, request),
  'GET /api/v2/StatisticSummingTrip/{id}': async request => readTrip(context, request),
  'GET /api/v3/scoring/manoeuvres': async request => listManoeuvres(context, request),
  'PUT /api/v2/StatisticSummingTrip/{id}/updatenotes': async ({ caller, query, params, body, change }) =>
    change(tx => writeNotes(context, { tx, caller, query, id: params.id }, body)),
  'POST /api/v3/trips/{id}/exclude': async ({ caller, query, params, body, change }) =>
    change(tx => setExcluded(context, { tx, caller, query, id: params.id }, body.Reason)),
  'POST /api/v3/trips/{id}/restore': async ({ caller, query, params, change }) =>
    change(tx => setExcluded(context, { tx, caller, query, id: params.id }, null)),
});

type ComparingNames =
  | 'GET /api/v2/StatisticSummingDay/comparison'
  | 'GET /api/v2/StatisticSummingDay/country/comparison'
  | 'GET /api/v2/StatisticSummingDay/model/comparison'
  | 'GET /api/v2/StatisticSummingDay/tripnote/comparison'
  | 'GET /api/v2/StatisticUnit/weekday/comparison'
  | 'GET /api/v2/StatisticUnit/vehiclebrand/comparision'
  | 'GET /api/v3/scoring/coverage'
  | 'GET /api/comparescoring'
  | 'GET /api/comparescoring/weekly';

type Asking = {
  readonly caller: { readonly companyId: number; readonly accountId: number };
  readonly query: RequestedObject & { readonly from?: string; readonly to?: string };
};

interface Paging {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

const pageOf = <Row>(rows: readonly Row[], { page = 1, pageSize = rows.length }: Paging) => ({
  Items: rows.slice((page - 1) * pageSize, page * pageSize),
  Total: rows.length,
});

/** Handlers that compare an object with others. They share the limits of lists, because they read many objects. */
const comparingHandlers = (context: Context): HandlersOf<ComparingNames> => {
  const { db } = context;
  const beside = async ({ caller, query }: Asking, cohort: CohortName) => {
    const { subject, period } = await resolveQuery(context, caller, query);
    const own = await periodFigures(db, subject, period);
    return compare(reading(context, caller), subject, period, cohort, own);
  };
  const portfolio = async ({ companyId }: Asking['caller'], query: Asking['query'], locale: 'ru' | 'en') => {
    const now = context.now();
    return { companyId, period: periodOf(query, await todayOf(db, companyId, now)), locale, nowIso: now.toISOString() };
  };
  return {
    'GET /api/v2/StatisticSummingDay/comparison': request => beside(request, 'company'),
    'GET /api/v2/StatisticSummingDay/country/comparison': request => beside(request, 'country'),
    'GET /api/v2/StatisticSummingDay/model/comparison': request => beside(request, 'model'),
    'GET /api/v2/StatisticSummingDay/tripnote/comparison': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      return compareNotes(db, subject, period);
    },
    'GET /api/v2/StatisticUnit/weekday/comparison': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      const own = await listWeekdays(db, subject, period);
      return compareWeekdays(reading(context, caller), subject, period, own);
    },
    'GET /api/v2/StatisticUnit/vehiclebrand/comparision': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      return compareBrands(reading(context, caller), subject, period);
    },
    'GET /api/comparescoring': async ({ caller, query, locale }) => {
      const read = reading(context, caller);
      const priors = await readPriors(db, caller.companyId);
      const asked = await portfolio(caller, query, locale);
      const { companyId, period, nowIso } = asked;
      const [rows, Coverage] = await Promise.all([
        compareScores(read, asked, priors),
        coverageOf(read, { companyId, period, nowIso }),
      ]);
      return { ...pageOf(rows, query), Coverage };
    },
    'GET /api/v3/scoring/coverage': async ({ caller, query }) => {
      const { companyId } = caller;
      const inPeriod = query.from !== undefined || query.to !== undefined;
      const period = inPeriod ? periodOf(query, await todayOf(db, companyId, context.now())) : undefined;
      return coverageOf(reading(context, caller), { companyId, period, nowIso: context.now().toISOString() });
    },
    'GET /api/comparescoring/weekly': async ({ caller, query, locale }) =>
      pageOf(await compareWeeks(reading(context, caller), await portfolio(caller, query, locale)), query),
  };
};

type SpanNames =
  | 'GET /api/v2/StatisticSummingDay'
  | 'GET /api/v2/StatisticSummingDay/period'
  | 'GET /api/v2/StatisticSummingDay/period/list'
  | 'GET /api/v3/scoring/weeks'
  | 'GET /api/v2/StatisticSummingDay/calendar'
  | 'GET /api/v2/StatisticSummingDay/calendar/day'
  | 'GET /api/v2/StatisticSummingGlobal'
  | 'GET /api/v2/StatisticSummingMonth'
  | 'GET /api/v2/StatisticSummingMonth/all'
  | 'GET /api/v2/StatisticSummingPeriod'
  | 'GET /api/v2.1/StatisticSummingPeriod'
  | 'GET /api/v1/StatisticSummingPeriod'
  | 'GET /api/v2/StatisticUnit/weekday';

/** Handlers of one object's days, months and periods. */
const spanHandlers = (context: Context): HandlersOf<SpanNames> => {
  const { db, now } = context;
  const ofPeriod = async ({ caller, query }: Asking) => {
    const { subject, period } = await resolveQuery(context, caller, query);
    return periodFigures(db, subject, period);
  };
  const subject = ({ caller, query }: Asking) => subjectOf(db, caller, query, now());
  return {
    'GET /api/v2/StatisticSummingDay': async request => dayFigures(db, await subject(request), request.query.date),
    'GET /api/v2/StatisticSummingDay/period': ofPeriod,
    'GET /api/v2/StatisticSummingDay/period/list': async ({ caller, query }) => {
      const { subject: its, period } = await resolveQuery(context, caller, query);
      const Items = await listDays(db, its, period);
      return { Items, Total: Items.length };
    },
    'GET /api/v3/scoring/weeks': async ({ caller, query }) => {
      const { subject: its, period } = await resolveQuery(context, caller, query);
      const Items = await listWeeks(db, its, period);
      return { Items, Total: Items.length };
    },
    'GET /api/v2/StatisticSummingDay/calendar': async request => {
      const its = await subject(request);
      const { month: Month } = request.query;
      const period = daysOfMonth(Month);
      const [days, worst] = await Promise.all([listDays(db, its, period), hardestOfDays(db, its, period)]);
      const Items = days.map(({ Date: date, DistanceKm, TripsCount, Score, Band }) => ({
        Date: date,
        DistanceKm,
        TripsCount,
        Score,
        Band,
        WorstEvent: worst.get(date) ?? null,
      }));
      return { Month, Items };
    },
    'GET /api/v2/StatisticSummingDay/calendar/day': async request => {
      const { date } = request.query;
      const { subject: its, windows } = await openWhereabouts(context, request, request.query, () => date);
      const asking = { from: date, to: date, limit: 1000, offset: 0, windows };
      const { rows } = await readTripRows(db, its, asking);
      return { Date: date, Items: rows.reverse() };
    },
    'GET /api/v2/StatisticSummingGlobal': async request => periodFigures(db, await subject(request)),
    'GET /api/v2/StatisticSummingMonth': async request =>
      periodFigures(db, await subject(request), daysOfMonth(request.query.month)),
    'GET /api/v2/StatisticSummingMonth/all': async request => {
      const Items = await listMonths(db, await subject(request));
      return { Items, Total: Items.length };
    },
    'GET /api/v2/StatisticSummingPeriod': ofPeriod,
    'GET /api/v2.1/StatisticSummingPeriod': async ({ caller, query }) => {
      const { subject: its, period } = await resolveQuery(context, caller, query);
      return explainPeriod(db, its, period);
    },
    'GET /api/v1/StatisticSummingPeriod': async ({ caller, query }) => {
      const { subject: its, period } = await resolveQuery(context, caller, query);
      return flatPeriod(db, its, period);
    },
    'GET /api/v2/StatisticUnit/weekday': async ({ caller, query }) => {
      const { subject: its, period } = await resolveQuery(context, caller, query);
      return { Items: await listWeekdays(db, its, period) };
    },
  };
};

export const statisticHandlers = (context: Context): HandlersOf<TripNames | ComparingNames | SpanNames> => ({
  ...tripHandlers(context),
  ...comparingHandlers(context),
  ...spanHandlers(context),
});
