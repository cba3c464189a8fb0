import { driverCategoryOf } from '../../../src/contract/enums.ts';
import type { DriverBand } from '../../../src/contract/scoring.ts';
import type { ComparedScore } from '../../../src/contract/shapes/comparedScores.ts';
import type { QueryRunner } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { fullYears } from '../../domain/contract.ts';
import { roundTo } from '../../domain/rounding.ts';
import type { PartResultOfScore } from '../../domain/score/explain.ts';
import { clockM, currentFormula } from '../../domain/score/formula.ts';
import { type SourcePriors, sourceOf } from '../../domain/score/source.ts';
import { ecoIndex, type Sums } from '../../domain/score/sums.ts';
import { explainSums } from './figures.ts';
import type { Period } from './object.ts';
import { impactConditionSql } from './reading.ts';
import { isLongPeriod, periodRowsSql } from './stretches.ts';
import { namedSumsSql } from './sumColumns.ts';

type Locale = 'ru' | 'en';

interface VoucherRow extends Sums {
  readonly Id: number;
  readonly ObjectId: string;
  readonly week: string;
  readonly activatedAt: string | null;
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly gender: 'male' | 'female' | '';
  readonly licenceDate: string | null;
  readonly regNumber: string;
  readonly brand: string;
  readonly model: string;
  readonly brandId: number | null;
  readonly modelId: string | null;
  readonly crashes: number;
  readonly overallScore: number | null;
  readonly overallBand: DriverBand | null;
  readonly overallDays: number;
}

/** Codes of a person's sex according to ISO/IEC 5218. */
const genders = { male: 1, female: 2, '': null } as const;

/** Number of driving days from which `ThreeMonths` is true: a quarter of a year. */
const threeMonthsDays = 90;

/** Share of the points of a part of the score that the driver kept, %. 100: no points lost. Null: not measured. */
const keptPointsPercent = (parts: readonly PartResultOfScore[], kind: PartResultOfScore['kind']): number | null => {
  const part = parts.find(each => each.kind === kind);
  if (!part || part.shrunkRate === null || kind === 'phone') return null;
  return roundTo(100 * (1 - part.shrunkRate / (part.shrunkRate + currentFormula.parts[kind].halfAt)), 1);
};

const roundPoints = (points: number | null): number | null => points && Math.round(points);

const toComparedScore = (
  row: VoucherRow,
  priors: SourcePriors | null,
  locale: Locale,
  nowIso: string,
): ComparedScore => {
  const { scoreTenths, parts } = explainSums(row, priors);
  const hasContext = row.contextM > 0;
  const metresOrNull = (metres: number): number | null => (hasContext ? metres : null);
  const hasClock = row.contextMs > 0;
  const dayAndNightM = Math.round(clockM(row));
  const nightM = hasClock ? Math.min(dayAndNightM, Math.round((dayAndNightM * row.nightMs) / row.contextMs)) : 0;
  // Each share of a drive is rounded to metres, so the shares together may exceed the drive by a metre.
  const motorwayM = Math.min(row.motorwayM, row.contextM);
  const urbanM = Math.min(row.urbanM, row.contextM - motorwayM);
  return {
    Id: row.Id,
    ObjectId: row.ObjectId,
    VoucherActivationDate: row.activatedAt,
    ClientFirstName: row.firstName,
    ClientMiddleName: row.middleName,
    ClientLastName: row.lastName,
    ClientGender: genders[row.gender],
    DrivingExperience: fullYears(row.licenceDate, nowIso),
    TotalSummaryDistance: row.distanceM,
    AbsoluteScore: scoreTenths === null ? null : scoreTenths / 10,
    Source: sourceOf(row),
    EcoIndex: roundPoints(ecoIndex(row)),
    // Fuel consumption is always null, because no data source gives it.
    FuelConsumptionVolume: null,
    MetresTravelled: row.distanceM,
    MetresTravelledOnMotorways: metresOrNull(motorwayM),
    MetresTravelledInUrbanAreas: metresOrNull(urbanM),
    MetresTravelledOnOtherTypesOfRoad: metresOrNull(row.contextM - motorwayM - urbanM),
    MetresTravelledOnUnknownTypesOfRoad: row.distanceM - row.contextM,
    MetresTravelledInTheDay: hasClock ? dayAndNightM - nightM : null,
    MetresTravelledInTheNight: hasClock ? nightM : null,
    AccelerationScore: keptPointsPercent(parts, 'acceleration'),
    BrakingScore: keptPointsPercent(parts, 'braking'),
    DirectionChangeScore: keptPointsPercent(parts, 'directionChange'),
    CorneringScore: keptPointsPercent(parts, 'cornering'),
    Crashes: row.crashes,
    VehicleRegNumber: row.regNumber,
    AllScore: roundPoints(row.overallScore),
    ThreeMonths: row.overallDays >= threeMonthsDays,
    VehicleModel: { Id: row.modelId, Title: row.model },
    VehicleBrand: row.brandId,
    VehicleBrandTitle: row.brand,
    VehicleDriverCategory: driverCategoryOf(row.overallBand, locale),
  };
};

interface ComparisonQuery {
  readonly companyId: number;
  readonly period: Period;
  readonly locale: Locale;
  readonly nowIso: string;
}

const readVoucherRows = async (
  read: QueryRunner,
  { companyId, period }: ComparisonQuery,
  week?: string,
): Promise<VoucherRow[]> => {
  const values = new Values();
  const companySql = `${values.add(companyId)}::bigint`;
  const [from, to] = [period.from, period.to].map(day => `${values.add(day)}::date`) as [string, string];
  const drivenSql = week
    ? `object_day where company_id = ${companySql} and day between ${from} and ${to}`
    : `${periodRowsSql(companySql, { from, to }, isLongPeriod(period))} added`;
  const text = `select voucher.id as "Id", voucher.object_id as "ObjectId", voucher.activated_at as "activatedAt",
      voucher.client_first_name as "firstName", voucher.client_middle_name as "middleName",
      voucher.client_last_name as "lastName", client.gender, voucher.first_driving_license_date::text as "licenceDate",
      voucher.reg_number as "regNumber", voucher.vehicle_brand as brand, voucher.vehicle_model as model,
      brand.id as "brandId", model.id::text as "modelId", coalesce(crashed.crashes, 0) as crashes, whole.score as "overallScore", whole.band as "overallBand", whole.days as "overallDays", driven.*
    from (select object_id, ${week ?? "''"} as week, ${namedSumsSql} from ${drivenSql} group by 1, 2) driven
    join voucher on voucher.company_id = ${companySql} and voucher.object_id = driven.object_id
    join client on client.company_id = ${companySql} and client.id = voucher.client_id
    join object_score whole on whole.company_id = ${companySql} and whole.object_id = driven.object_id
    left join (select voucher_id, object_id, ${week ?? "''"} as week, count(*)::int as crashes from
      (select voucher_id, object_id, local_day(crash_at, utc_offset_ms, company.time_zone) as day
        from accident join company on company.id = accident.company_id
        where accident.company_id = ${companySql} and ${impactConditionSql}) impact
      where day between ${from} and ${to} group by 1, 2, 3) crashed
      on crashed.voucher_id = voucher.id and crashed.object_id = driven.object_id and crashed.week = driven.week
    left join vehicle_brand brand on brand.name = voucher.vehicle_brand
    left join vehicle_model model on model.brand_id = brand.id and model.name = voucher.vehicle_model
    order by voucher.id, driven.week`;
  return read<VoucherRow>({ text, values: values.list });
};

/** Scores of the period for every voucher whose present vehicle drove in the period. */
export const readComparedScores = async (
  read: QueryRunner,
  query: ComparisonQuery,
  priors: SourcePriors,
): Promise<ComparedScore[]> =>
  (await readVoucherRows(read, query)).map(row => toComparedScore(row, priors, query.locale, query.nowIso));

/**
 * Returns `readComparedScores` for each week, keyed by the week's Monday. Each score uses its week alone, because a
 * week is too short for the company means.
 */
export const readComparedWeeks = async (read: QueryRunner, query: ComparisonQuery) =>
  (await readVoucherRows(read, query, `date_trunc('week', day)::date::text`)).map(row => ({
    ...toComparedScore(row, null, query.locale, query.nowIso),
    Week: row.week,
  }));
