import { bandOf, type ScoreSource } from '../../../src/contract/scoring.ts';
import type {
  BrandComparison,
  Comparison,
  Figures,
  WeekdayComparison,
  WeekdayFigures,
} from '../../../src/contract/shapes/statistics.ts';
import type { QueryRunner } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { roundTo } from '../../domain/rounding.ts';
import type { ShownSums } from '../../domain/score/sums.ts';
import { figuresOf } from './figures.ts';
import type { Period, Subject } from './object.ts';
import { priorJoinSql, scoreTenthsSql, sourceSql } from './scoreSql.ts';
import { isLongPeriod, periodRowsSql } from './stretches.ts';
import { shownColumnSumsSql, shownNamedSumsSql, speedColumn } from './sumColumns.ts';
import { periodWeekdaysSql } from './weekdays.ts';

/** Smallest number of objects in a group. The members of a smaller group could be identified. */
const minObjects = 5;

/**
 * SQL conditions over `voucher`. Each selects a group of objects with which an object is compared. `subject` is the row
 * of the object's own voucher.
 */
const cohortConditions = {
  company: 'true',
  country: `voucher.country = subject.country and voucher.country <> ''`,
  model: 'voucher.vehicle_brand = subject.vehicle_brand and voucher.vehicle_model = subject.vehicle_model',
} as const;
export type CohortName = keyof typeof cohortConditions;

interface CohortRow extends ShownSums {
  readonly key: string;
  readonly objects: number;
  /**
   * Number of objects in the group over all weekdays, each counted once. Present only if rows are grouped by weekday.
   */
  readonly allObjects?: number;
  /**
   * Sum of the scores in tenths (an exact integer), number of scored objects, and number of objects with a lower score
   * than the subject.
   */
  readonly scoreTenths: number;
  readonly scored: number;
  readonly below: number;
}

interface CohortQuery {
  readonly subject: Subject;
  readonly period: Period;
  /**
   * SQL expression by which rows are grouped. It may use columns of `its`, the compared vouchers. With `byWeekday` it
   * may also use `weekday`.
   */
  readonly groupSql: string;
  readonly byWeekday?: boolean;
  readonly cohortSql: string;
  readonly includesOwn: boolean;
  readonly score: number | null;
  /** Only objects measured by this source. Null: all objects. */
  readonly source: ComparableSource | null;
}

type ComparableSource = Exclude<ScoreSource, 'mixed'>;

const toComparable = (source: ScoreSource | null): ComparableSource | null => (source === 'mixed' ? null : source);

/** SQL of the sums that `sourceSql` reads. */
const watchedSumsSql = 'sum(watched_m) as watched_m, sum(sensed_m) as sensed_m, sum(placed_m) as placed_m';

/**
 * Source of an object in a period. The queries that read a group need it first, because the group has the objects of
 * the same source only.
 */
const readSource = async (
  read: QueryRunner,
  { companyId, objectId }: Subject,
  { from, to }: Period,
): Promise<ComparableSource | null> => {
  const [row] = await read<{ source: ScoreSource | null }>({
    text: `select ${sourceSql} as source from (select ${watchedSumsSql}
      from object_day where company_id = $1 and object_id = $2 and day between $3 and $4) driven`,
    values: [companyId, objectId, from, to],
  });
  return toComparable(row?.source ?? null);
};

/**
 * Sums of the company's objects that drove in the period, by group. Each object gets its score by the same formula as
 * on its own page. Only the present object of a voucher counts, because the data of a former car belongs to no group.
 */
const readCohorts = async (read: QueryRunner, query: CohortQuery): Promise<CohortRow[]> => {
  const { subject, period, groupSql, cohortSql, includesOwn, score, byWeekday, source } = query;
  const values = new Values();
  const companySql = `${values.add(subject.companyId)}::bigint`;
  const objectSql = `${values.add(subject.objectId)}::text`;
  const [from, to] = [period.from, period.to].map(day => `${values.add(day)}::date`) as [string, string];
  // Adds up days before any join. Selects the group's objects first only if the group is smaller than the company,
  // because otherwise this is slower. Each step streams its rows to the next. `offset 0` makes PostgreSQL compute a
  // score once, although the query reads the score three times.
  const drivenSql = byWeekday
    ? periodWeekdaysSql(companySql, from, to)
    : `select 0 as weekday, object_id, ${shownColumnSumsSql}, max(${speedColumn}) as ${speedColumn}
      from ${periodRowsSql(companySql, { from, to }, isLongPeriod(period))} day
      ${cohortSql === cohortConditions.company ? '' : 'where object_id in (select object_id from its)'} group by 2`;
  const isSourceSql = source && `${sourceSql} = ${values.add(source)}`;
  // The source of an object is that of the whole period, and not of one weekday.
  const sameSourceSql = !isSourceSql
    ? ''
    : byWeekday
      ? `where object_id in (select object_id from (select object_id, ${watchedSumsSql} from driven group by 1) whole where ${isSourceSql})`
      : `where ${isSourceSql}`;
  const text = `with subject as (select country, vehicle_brand, vehicle_model from voucher
      where company_id = ${companySql} and id = ${values.add(subject.voucherId)}::bigint),
    its as (select voucher.object_id, voucher.vehicle_brand from voucher cross join subject
      where voucher.company_id = ${companySql} and (${includesOwn ? 'true' : `voucher.object_id <> ${objectSql}`} or ${objectSql} is null) and ${cohortSql}),
    driven as (${drivenSql}),
    judged as (select ${groupSql} as key, driven.*, ${scoreTenthsSql} as score_tenths
      from driven join its using (object_id) join ${priorJoinSql(subject.companyId, values)} ${sameSourceSql} offset 0)
    select key, count(*) as objects, ${shownNamedSumsSql},
      ${byWeekday ? `(select count(distinct object_id) from judged) as "allObjects",` : ''}
      coalesce(sum(score_tenths), 0)::float8 as "scoreTenths", count(score_tenths) as scored,
      count(*) filter (where score_tenths < ${values.add(score === null ? null : Math.round(10 * score))}::float8) as below
    from judged group by 1 order by 1`;
  return read<CohortRow>({ withoutParallelWorkers: true, text, values: values.list });
};

const cohortOf = (row: Pick<CohortRow, 'objects' | 'distanceM'> | undefined) => ({
  Objects: row?.objects ?? 0,
  DistanceKm: roundTo((row?.distanceM ?? 0) / 1000, 3),
});

const noEvents: Figures['Events'] = {
  ...{ Acceleration: null, Braking: null, Cornering: null, DirectionChange: null },
  ...{ Speeding: null, Bump: null, Impact: null },
};

/**
 * Average figures of one object in the group. Null if the group is too small. Without a common source the group has
 * neither a mean score nor mean numbers of manoeuvres.
 */
const meanFigures = (row: CohortRow | undefined, source: ComparableSource | null): Figures | null => {
  if (!row || row.objects < minObjects) return null;
  const meanTenths = source && row.scored > 0 ? Math.round(row.scoreTenths / row.scored) : null;
  const score = {
    scoreTenths: meanTenths,
    lowTenths: null,
    highTenths: null,
    band: meanTenths === null ? null : bandOf(meanTenths / 10),
    reason: meanTenths === null ? (source ? ('notEnoughData' as const) : ('notMeasured' as const)) : null,
  };
  const figures = figuresOf(row, { impacts: null, score, objects: row.objects });
  return source ? figures : { ...figures, Events: noEvents };
};

export const compareWithCohort = async (
  read: QueryRunner,
  subject: Subject,
  period: Period,
  name: CohortName,
  own: Figures,
): Promise<Comparison> => {
  const source = toComparable(own.Source);
  const [row] = await readCohorts(read, {
    subject,
    period,
    groupSql: `''`,
    cohortSql: cohortConditions[name],
    includesOwn: false,
    score: own.Score,
    source,
  });
  const scored = (source && row?.scored) || 0;
  const isRanked = own.Score !== null && scored >= minObjects;
  return {
    Own: own,
    Others: meanFigures(row, source),
    Cohort: cohortOf(row),
    Percentile: isRanked && row ? roundTo((100 * row.below) / scored, 1) : null,
    Scored: scored,
    Source: source,
  };
};

export const compareWeekdays = async (
  read: QueryRunner,
  subject: Subject,
  period: Period,
  own: readonly WeekdayFigures[],
): Promise<WeekdayComparison> => {
  const source = await readSource(read, subject, period);
  const query = { subject, period, cohortSql: cohortConditions.company, includesOwn: false, score: null, source };
  const rows = await readCohorts(read, { ...query, groupSql: 'weekday::text', byWeekday: true });
  const Items = own.map(({ Weekday, ...Own }) => ({
    Weekday,
    Own,
    Others: meanFigures(
      rows.find(({ key }) => key === String(Weekday)),
      source,
    ),
  }));
  // The number of objects is not a sum over weekdays, because an object that drove on several weekdays counts once.
  const distanceM = rows.reduce((sum, row) => sum + row.distanceM, 0);
  return { Items, Cohort: cohortOf({ objects: rows[0]?.allObjects ?? 0, distanceM }), Source: source };
};

export const compareBrands = async (read: QueryRunner, subject: Subject, period: Period): Promise<BrandComparison> => {
  const source = await readSource(read, subject, period);
  const query = { subject, period, cohortSql: cohortConditions.company, includesOwn: true, score: null, source };
  const rows = await readCohorts(read, { ...query, groupSql: 'vehicle_brand' });
  const values = new Values();
  const [ownVehicle] = await read<{ brand: string }>({
    text: `select vehicle_brand as brand from voucher where company_id = ${values.add(subject.companyId)} and id = ${values.add(subject.voucherId)}`,
    values: values.list,
  });
  const Items = rows.map(row => ({
    VehicleBrand: row.key,
    Own: row.key === ownVehicle?.brand,
    Cohort: cohortOf(row),
    Figures: meanFigures(row, source),
  }));
  return { Items, Source: source };
};
