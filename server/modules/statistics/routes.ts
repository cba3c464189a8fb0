import type { ScoreSource } from '../../../src/contract/scoring.ts';
import type { ScoreCoverage } from '../../../src/contract/shapes/statistics.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { createQueryRunner, type QueryRunner } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { readComparedScores, readComparedWeeks } from './comparedScores.ts';
import { type CohortName, compareBrands, compareWeekdays, compareWithCohort } from './comparing.ts';
import { setTripExcluded, writeTripNotes } from './excluding.ts';
import { readScoreLift } from './lift.ts';
import { daysOfMonth, type Period, periodOf, type RequestedObject, readSubject, readToday } from './object.ts';
import { readPortfolio } from './portfolio.ts';
import { readPriors } from './reading.ts';
import {
  dayFigures,
  explainPeriod,
  flattenPeriodFigures,
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
  listManoeuvres,
  listTrips,
  openTrackAccess,
  readHardestManoeuvres,
  readHeatmap,
  readTrip,
  tripFigures,
} from './trips.ts';

interface CoverageQuery {
  readonly companyId: number;
  /** Period of the scores. Absent: since activation of the voucher. */
  readonly period: Period | undefined;
  readonly nowIso: string;
}

type Reason = keyof ScoreCoverage['LeftOut'] | 'Scored';

interface Row {
  readonly reason: Reason;
  readonly vouchers: number;
  readonly sensed: number;
  readonly source: ScoreSource | null;
}

const uncountedConditionSql = 'rush_ms is null and quarantine_reason is null and excluded_at is null';

/**
 * Counts vouchers without a score row whose trips have not been counted since an upgrade.
 * Trips and vouchers are two queries, because a cluster stores them on different nodes. Usually no such trip exists.
 */
const countUncounted = async (read: QueryRunner, { companyId, period }: CoverageQuery): Promise<number> => {
  const uncountedTrips = await read({
    text: `select 1 as some from trip where ${uncountedConditionSql} limit 1`,
    values: [],
  });
  if (uncountedTrips.length === 0) return 0;
  const [{ objects } = { objects: [] }] = await read<{ objects: readonly string[] }>({
    withoutParallelWorkers: true,
    text: `select coalesce(array_agg(object_id), '{}') as objects from voucher
      where company_id = $1::bigint and stage not in ('closed', 'suspended') and not exists (select from object_score whole
        where whole.company_id = $1::bigint and whole.object_id = voucher.object_id)`,
    values: [companyId],
  });
  const values = new Values();
  const periodSql = ({ from, to }: Period): string => {
    const zone = `(select time_zone from company where id = ${values.add(companyId)}::bigint)`;
    const [fromSql, toSql] = [from, to].map(day => `${values.add(day)}::date`) as [string, string];
    // The bounds of the time find the trips by an index. Local clocks are 12 h behind UTC to 14 h ahead.
    return `and start_at >= (${fromSql} - interval '14 hours') at time zone 'UTC'
      and start_at < (${toSql} + interval '36 hours') at time zone 'UTC'
      and local_day(start_at, utc_offset_ms, ${zone}) between ${fromSql} and ${toSql}`;
  };
  const text = `select count(distinct object_id)::int as uncounted from trip
    where object_id = any(${values.add(objects)}::text[]) and ${uncountedConditionSql} ${period ? periodSql(period) : ''}`;
  const [row] = await read<{ uncounted: number }>({ withoutParallelWorkers: true, text, values: values.list });
  return row?.uncounted ?? 0;
};

/**
 * Counts the company's vouchers that have a score in the period, and the others by reason. Uses the rows of the score
 * list.
 */
const readCoverage = async (read: QueryRunner, coverageQuery: CoverageQuery): Promise<ScoreCoverage> => {
  const { companyId, period, nowIso } = coverageQuery;
  const values = new Values();
  const rows = scoringRows(companyId, { from: period?.from, to: period?.to }, nowIso)(values);
  const text = `select case when scoring.score is not null then 'Scored' when voucher.stage = 'suspended' then 'Suspended'
        when coalesce(scoring.trips, 0) = 0 then 'NoTrips'
        when scoring.measured_km > 0 then 'NotEnoughData' else 'NotMeasured' end as reason,
      scoring.source, count(*)::int as vouchers, (count(*) filter (where scoring.with_acceleration))::int as sensed
    from voucher left join ${rows} on scoring.company_id = voucher.company_id and scoring.id = voucher.id
    where voucher.company_id = ${values.add(companyId)}::bigint and (voucher.stage <> 'closed' or scoring.id is not null) group by 1, 2`;
  const [reasonRows, NotCounted] = await Promise.all([
    read<Row>({ withoutParallelWorkers: true, text, values: values.list }),
    countUncounted(read, coverageQuery),
  ]);
  const sum = (rows: readonly Row[], name: 'vouchers' | 'sensed' = 'vouchers') =>
    rows.reduce((total, row) => total + row[name], 0);
  const countVouchers = (reason: Reason): number => sum(reasonRows.filter(row => row.reason === reason));
  const scoredRows = reasonRows.filter(({ reason }) => reason === 'Scored');
  const countSource = (source: ScoreSource): number => sum(scoredRows.filter(row => row.source === source));
  return {
    Vouchers: sum(reasonRows),
    Scored: countVouchers('Scored'),
    WithAcceleration: sum(scoredRows, 'sensed'),
    Sources: {
      acceleration: countSource('acceleration'),
      receiverSpeed: countSource('receiverSpeed'),
      places: countSource('places'),
      mixed: countSource('mixed'),
    },
    LeftOut: {
      NotEnoughData: countVouchers('NotEnoughData'),
      NotMeasured: countVouchers('NotMeasured'),
      NoTrips: countVouchers('NoTrips') - NotCounted,
      NotCounted,
      Suspended: countVouchers('Suspended'),
    },
  };
};

type TripCallNames =
  | 'GET /api/v2/StatisticSummingTrip'
  | 'GET /api/v2/StatisticSummingTrip/list'
  | 'GET /api/trips'
  | 'GET /api/v2/StatisticSummingTrip/heatmap'
  | 'GET /api/v2/StatisticSummingTrip/{id}'
  | 'PUT /api/v2/StatisticSummingTrip/{id}/updatenotes'
  | 'POST /api/v3/trips/{id}/exclude'
  | 'POST /api/v3/trips/{id}/restore'
  | 'GET /api/v3/scoring/manoeuvres';

const tripHandlers = (context: Context): HandlersOf<TripCallNames> => ({
  'GET /api/v2/StatisticSummingTrip': async request => tripFigures(context, request),
  'GET /api/v2/StatisticSummingTrip/list': async request => listTrips(context, request),
  'GET /api/trips': async request => listTrips(context, request),
  'GET /api/v2/StatisticSummingTrip/heatmap': async request => readHeatmap(context, request),
  'GET /api/v2/StatisticSummingTrip/{id}': async request => readTrip(context, request),
  'GET /api/v3/scoring/manoeuvres': async request => listManoeuvres(context, request),
  'PUT /api/v2/StatisticSummingTrip/{id}/updatenotes': async ({ caller, query, params, body, change }) =>
    change(tx => writeTripNotes(context, { tx, caller, query, id: params.id }, body)),
  'POST /api/v3/trips/{id}/exclude': async ({ caller, query, params, body, change }) =>
    change(tx => setTripExcluded(context, { tx, caller, query, id: params.id }, body.Reason)),
  'POST /api/v3/trips/{id}/restore': async ({ caller, query, params, change }) =>
    change(tx => setTripExcluded(context, { tx, caller, query, id: params.id }, null)),
});

type ComparisonCallNames =
  | 'GET /api/v2/StatisticSummingDay/comparison'
  | 'GET /api/v2/StatisticSummingDay/country/comparison'
  | 'GET /api/v2/StatisticSummingDay/model/comparison'
  | 'GET /api/v2/StatisticSummingDay/tripnote/comparison'
  | 'GET /api/v2/StatisticUnit/weekday/comparison'
  | 'GET /api/v2/StatisticUnit/vehiclebrand/comparision'
  | 'GET /api/v3/scoring/coverage'
  | 'GET /api/v3/scoring/lift'
  | 'GET /api/v3/scoring/portfolio'
  | 'GET /api/comparescoring'
  | 'GET /api/comparescoring/weekly';

type ObjectRequest = {
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
const comparisonHandlers = (context: Context): HandlersOf<ComparisonCallNames> => {
  const { db } = context;
  const compareWith = async ({ caller, query }: ObjectRequest, cohort: CohortName) => {
    const { subject, period } = await resolveQuery(context, caller, query);
    const own = await periodFigures(db, subject, period);
    return compareWithCohort(createQueryRunner(context, caller), subject, period, cohort, own);
  };
  const companyQuery = async (
    { companyId }: ObjectRequest['caller'],
    query: ObjectRequest['query'],
    locale: 'ru' | 'en',
  ) => {
    const now = context.now();
    return {
      companyId,
      period: periodOf(query, await readToday(db, companyId, now)),
      locale,
      nowIso: now.toISOString(),
    };
  };
  return {
    'GET /api/v2/StatisticSummingDay/comparison': request => compareWith(request, 'company'),
    'GET /api/v2/StatisticSummingDay/country/comparison': request => compareWith(request, 'country'),
    'GET /api/v2/StatisticSummingDay/model/comparison': request => compareWith(request, 'model'),
    'GET /api/v2/StatisticSummingDay/tripnote/comparison': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      return compareNotes(db, subject, period);
    },
    'GET /api/v2/StatisticUnit/weekday/comparison': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      const own = await listWeekdays(db, subject, period);
      return compareWeekdays(createQueryRunner(context, caller), subject, period, own);
    },
    'GET /api/v2/StatisticUnit/vehiclebrand/comparision': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      return compareBrands(createQueryRunner(context, caller), subject, period);
    },
    'GET /api/comparescoring': async ({ caller, query, locale }) => {
      const read = createQueryRunner(context, caller);
      const priors = await readPriors(db, caller.companyId);
      const comparisonQuery = await companyQuery(caller, query, locale);
      const { companyId, period, nowIso } = comparisonQuery;
      const [rows, Coverage] = await Promise.all([
        readComparedScores(read, comparisonQuery, priors),
        readCoverage(read, { companyId, period, nowIso }),
      ]);
      return { ...pageOf(rows, query), Coverage };
    },
    'GET /api/v3/scoring/coverage': async ({ caller, query }) => {
      const { companyId } = caller;
      const inPeriod = query.from !== undefined || query.to !== undefined || query.period === 'last28Days';
      const period = inPeriod ? periodOf(query, await readToday(db, companyId, context.now())) : undefined;
      return readCoverage(createQueryRunner(context, caller), {
        companyId,
        period,
        nowIso: context.now().toISOString(),
      });
    },
    'GET /api/v3/scoring/portfolio': async ({ caller, query }) =>
      readPortfolio(createQueryRunner(context, caller), caller, query, context.now().toISOString()),
    'GET /api/v3/scoring/lift': async ({ caller }) =>
      readScoreLift(
        createQueryRunner(context, caller),
        caller.companyId,
        await readToday(db, caller.companyId, context.now()),
      ),
    'GET /api/comparescoring/weekly': async ({ caller, query, locale }) =>
      pageOf(
        await readComparedWeeks(createQueryRunner(context, caller), await companyQuery(caller, query, locale)),
        query,
      ),
  };
};

type PeriodCallNames =
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

const periodHandlers = (context: Context): HandlersOf<PeriodCallNames> => {
  const { db, now } = context;
  const figuresOfPeriod = async ({ caller, query }: ObjectRequest) => {
    const { subject, period } = await resolveQuery(context, caller, query);
    return periodFigures(db, subject, period);
  };
  const readRequestSubject = ({ caller, query }: ObjectRequest) => readSubject(db, caller, query, now());
  return {
    'GET /api/v2/StatisticSummingDay': async request =>
      dayFigures(db, await readRequestSubject(request), request.query.date),
    'GET /api/v2/StatisticSummingDay/period': figuresOfPeriod,
    'GET /api/v2/StatisticSummingDay/period/list': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      const Items = await listDays(db, subject, period);
      return { Items, Total: Items.length };
    },
    'GET /api/v3/scoring/weeks': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      const Items = await listWeeks(db, subject, period);
      return { Items, Total: Items.length };
    },
    'GET /api/v2/StatisticSummingDay/calendar': async request => {
      const subject = await readRequestSubject(request);
      const { month: Month } = request.query;
      const period = daysOfMonth(Month);
      const [days, worst] = await Promise.all([
        listDays(db, subject, period),
        readHardestManoeuvres(db, subject, period),
      ]);
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
      const { subject, windows } = await openTrackAccess(context, request, request.query, () => date);
      const selection = { from: date, to: date, limit: 1000, offset: 0, windows };
      const { rows } = await readTripRows(db, subject, selection);
      return { Date: date, Items: rows.reverse() };
    },
    'GET /api/v2/StatisticSummingGlobal': async request => periodFigures(db, await readRequestSubject(request)),
    'GET /api/v2/StatisticSummingMonth': async request =>
      periodFigures(db, await readRequestSubject(request), daysOfMonth(request.query.month)),
    'GET /api/v2/StatisticSummingMonth/all': async request => {
      const Items = await listMonths(db, await readRequestSubject(request));
      return { Items, Total: Items.length };
    },
    'GET /api/v2/StatisticSummingPeriod': figuresOfPeriod,
    'GET /api/v2.1/StatisticSummingPeriod': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      return explainPeriod(db, subject, period);
    },
    'GET /api/v1/StatisticSummingPeriod': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      return flattenPeriodFigures(db, subject, period);
    },
    'GET /api/v2/StatisticUnit/weekday': async ({ caller, query }) => {
      const { subject, period } = await resolveQuery(context, caller, query);
      return { Items: await listWeekdays(db, subject, period) };
    },
  };
};

export const statisticHandlers = (
  context: Context,
): HandlersOf<TripCallNames | ComparisonCallNames | PeriodCallNames> => ({
  ...tripHandlers(context),
  ...comparisonHandlers(context),
  ...periodHandlers(context),
});
