import { confirmedStatuses } from '../../../src/contract/workStatuses.ts';
import { renewalDays, renewals } from '../../../src/resources/renewals.ts';
import { scoring } from '../../../src/resources/scoring.ts';
import type { QueryRunner } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import type { Sums } from '../../domain/score/sums.ts';
import { defineTable, type Query, type Row, type VisibleRows } from '../../engine/table/define.ts';
import type { Condition } from '../../engine/table/statement.ts';
import { explainSums } from './figures.ts';
import { defaultPeriodDays, periodOf } from './object.ts';
import { halfWidthTenthsSql, judgementSql, priorJoinSql, scoreTenthsSql, sourceSql, worstSql } from './scoreSql.ts';
import { isLongPeriod, periodRowsSql } from './stretches.ts';
import { columnSumsSql, namedSumsSql } from './sumColumns.ts';

const voucherColumnsSql = `voucher.company_id, voucher.id, voucher.version, voucher.object_id, voucher.number, voucher.client_name,
  voucher.reg_number, voucher.vehicle_brand, voucher.vehicle_model, voucher.activated_at,
  voucher.branch, voucher.agent, voucher.group_id, voucher.contract_end, voucher.stage, voucher.search`;

/** The score list shows only objects that have driven, because an object has a score row from its first trip on. */
const activationRowsSql = `(select ${voucherColumnsSql}, score.score, score.score_low, score.score_high, score.band, score.worst, score.distance_m / 1000.0::float8 as distance_km,
    score.watched_m / 1000.0::float8 as measured_km, score.trips, score.days, score.last_day, score.sensed_m > 0 as with_acceleration, ${sourceSql} as source
  from voucher join object_score score on score.company_id = voucher.company_id and score.object_id = voucher.object_id) scoring`;

/** SQL of the first and last day of a list's period. Without dates: the last 28 days of the company's time zone. */
const periodSql = (companySql: string, dates: DateRange, nowIso: string, values: Values) => {
  const today = () => todaySql(companySql, nowIso, values);
  const dateSql = (text: string) => `${values.add(text)}::date`;
  const to = dates.to ? dateSql(dates.to) : dates.from ? `greatest(${dateSql(dates.from)}, ${today()})` : today();
  return { from: dates.from ? dateSql(dates.from) : `(${to} - ${defaultPeriodDays - 1})`, to };
};

/**
 * SQL of the same rows as `activationRowsSql`, with the figures of a period. An object that did not drive in the period
 * has 0 trips. `vouchers`: condition that selects vouchers, by default those whose object has driven at some time.
 * Days are joined by the column they are grouped by, and no expression surrounds the score formula. So PostgreSQL
 * counts the list without reading days, and computes scores only for the sort order and the page.
 */
const periodRowsSource =
  (companyId: number, dates: DateRange, nowIso: string, vouchers = hasDriven): Condition =>
  values => {
    const companySql = `${values.add(companyId)}::bigint`;
    const period = periodSql(companySql, dates, nowIso, values);
    const judgement = Object.entries(judgementSql('formula.score_tenths', 'formula.half_width_tenths'));
    return `(select ${voucherColumnsSql}, ${judgement.map(([name, expression]) => `${expression} as ${name}`).join(', ')}, ${worstSql} as worst,
      coalesce(driven.distance_m, 0) / 1000.0::float8 as distance_km,
      coalesce(driven.watched_m, 0) / 1000.0::float8 as measured_km, coalesce(driven.trips, 0)::int as trips,
      coalesce(driven.days, 0)::int as days, driven.last_day, coalesce(driven.sensed_m, 0) > 0 as with_acceleration, ${sourceSql} as source
    from voucher
    left join (select object_id, ${columnSumsSql}, sum(days) as days, max(last_day) as last_day
      from ${periodRowsSql(companySql, period, isLongPeriod(periodOf(dates, nowIso.slice(0, 10))))} added group by 1) driven on driven.object_id = voucher.object_id
    left join ${priorJoinSql(companyId, values)}
    cross join lateral (select ${scoreTenthsSql} as score_tenths, ${halfWidthTenthsSql} as half_width_tenths) formula
    where voucher.company_id = ${companySql} and ${vouchers(companySql, nowIso, values)}) scoring`;
  };

type VoucherCondition = (companySql: string, nowIso: string, values: Values) => string;

const hasDriven: VoucherCondition = () => `exists (select from object_score whole
  where whole.company_id = voucher.company_id and whole.object_id = voucher.object_id)`;

/** SQL condition over `accident`: an operator confirmed the crash, whether the case is still open or processed. */
export const confirmedCrashSql = `status <> 'notvalid' and status_of_road_accident_id in (${confirmedStatuses.join(', ')})`;

/** SQL of the number of confirmed accidents of each row of a list (alias `scoring`). Without a period: of all time. */
export const confirmedCrashesSql =
  (companyId: number, dates: DateRange | undefined, nowIso: string): Condition =>
  values => {
    const companySql = `${values.add(companyId)}::bigint`;
    const period = dates && periodSql(companySql, dates, nowIso, values);
    const daySql = 'local_day(crash_at, utc_offset_ms, (select time_zone from company where id = accident.company_id))';
    return `(select count(*)::int from accident where accident.company_id = ${companySql} and accident.voucher_id = scoring.id
      and accident.object_id = scoring.object_id and ${confirmedCrashSql} and duplicate_of_id is null
      ${period ? `and ${daySql} between ${period.from} and ${period.to}` : ''})`;
  };

/** SQL of the score of each row (alias `scoring`) in the period of the same length before. */
const scoreBeforeSql =
  (companyId: number, dates: DateRange, nowIso: string): Condition =>
  values => {
    const companySql = `${values.add(companyId)}::bigint`;
    const { from, to } = periodSql(companySql, dates, nowIso, values);
    const before = { from: `(${from} - (${to} - ${from} + 1))`, to: `(${from} - 1)` };
    return `(select ${scoreTenthsSql} / 10 from (select object_id, ${columnSumsSql} from ${periodRowsSql(companySql, before)} added group by 1) driven
      left join ${priorJoinSql(companyId, values)} where driven.object_id = scoring.object_id)`;
  };

/** SQL of today in the company's time zone. */
const todaySql = (company: string, nowIso: string, values: Values): string =>
  `(${values.add(nowIso)}::timestamptz at time zone (select time_zone from company where id = ${company}))::date`;

interface DateRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface ListRequest {
  readonly query: Query;
  readonly companyId: number;
  readonly nowIso: string;
}

const toText = (value: Query[string]): string | undefined => (value === undefined ? undefined : String(value));

/** Dates that a list's query names. Undefined: since activation. */
export const datesOf = ({ from, to, period }: Query): DateRange | undefined =>
  from === undefined && to === undefined && period !== 'last28Days'
    ? undefined
    : { from: toText(from), to: toText(to) };

const visibleScores = ({ query, companyId, nowIso }: ListRequest): VisibleRows => {
  const dates = datesOf(query);
  if (dates) periodOf(dates, nowIso.slice(0, 10));
  return {
    ...(dates && { from: periodRowsSource(companyId, dates, nowIso) }),
    columns: { Crashes: confirmedCrashesSql(companyId, dates, nowIso) },
    where: [],
  };
};

/** Vouchers in force whose contract ends soon, whether they have driven or not. */
const endsSoon: VoucherCondition = (companySql, nowIso, values) => {
  const today = todaySql(companySql, nowIso, values);
  return `voucher.stage <> 'closed' and voucher.contract_end between ${today} and ${today} + ${renewalDays}`;
};

const visibleRenewals = ({ query, companyId, nowIso }: ListRequest): VisibleRows => {
  const dates = { from: toText(query.from), to: toText(query.to) };
  periodOf(dates, nowIso.slice(0, 10));
  return {
    from: periodRowsSource(companyId, dates, nowIso, endsSoon),
    columns: {
      Crashes: confirmedCrashesSql(companyId, dates, nowIso),
      ScoreBefore: scoreBeforeSql(companyId, dates, nowIso),
    },
    where: [],
  };
};

/** SQL of the list's rows for these dates, named `scoring`. Without dates: since activation. */
export const scoringRows = (companyId: number, dates: DateRange, nowIso: string): Condition =>
  dates.from === undefined && dates.to === undefined
    ? () => activationRowsSql
    : periodRowsSource(companyId, dates, nowIso);

const trendWeeks = 12;
const daysPerWeek = 7;

interface WeekRow extends Sums {
  readonly objectId: string;
  readonly week: number;
}

/** Adds the scores of the last weeks to each row, up to today in the company's zone. Each score uses its week alone. */
const fillTrend = async (
  read: QueryRunner,
  companyId: number,
  rows: Row[],
  { nowIso }: { readonly nowIso: string },
) => {
  if (rows.length === 0) return;
  const values = new Values();
  const companySql = `${values.add(companyId)}::bigint`;
  const weeks = await read<WeekRow>({
    text: `select object_id as "objectId", (day - first) / ${daysPerWeek} as week, ${namedSumsSql} from object_day
      cross join (select ${todaySql(companySql, nowIso, values)} - ${trendWeeks * daysPerWeek - 1} as first offset 0) span
      where company_id = ${companySql} and object_id = any(${values.add(rows.map(row => row.ObjectId))}::text[])
        and day between first and first + ${trendWeeks * daysPerWeek - 1} group by 1, 2`,
    values: values.list,
  });
  const byObject = new Map(rows.map(row => [row.ObjectId, new Array<number | null>(trendWeeks).fill(null)]));
  for (const { objectId, week, ...sums } of weeks) {
    const { scoreTenths } = explainSums(sums, null);
    const trend = byObject.get(objectId);
    if (trend && scoreTenths !== null) trend[week] = scoreTenths / 10;
  }
  for (const row of rows) row.Trend = byObject.get(row.ObjectId);
};

const columns = {
  ObjectId: 'object_id',
  VoucherNumber: 'number',
  VehicleRegNumber: 'reg_number',
  VoucherActivationDate: 'activated_at',
  TripsCount: 'trips',
  LastTripDate: 'last_day',
  ContractEndDate: 'contract_end',
} as const;
/** SQL of the reason why a row of `periodRowsSource` has no score. Null if it has one. */
const scoreReasonSql = `case when score is null then case when trips = 0 then 'noTrips' else 'notEnoughData' end end`;
const commonOptions = { source: activationRowsSql, columns, cache: 'none' } as const;

export const scoringTable = defineTable(scoring, {
  ...commonOptions,
  computed: { names: ['Trend', 'Crashes'], rows: fillTrend },
  visible: visibleScores,
});
export const renewalsTable = defineTable(renewals, {
  ...commonOptions,
  columns: { ...columns, ScoreReason: scoreReasonSql },
  computed: { names: ['Trend', 'Crashes', 'ScoreBefore'], rows: fillTrend },
  visible: visibleRenewals,
});
