import { uiEnums } from '../../../src/contract/enums.ts';
import { bandId, bandOf } from '../../../src/contract/scoring.ts';
import type { ComparedScore } from '../../../src/contract/shapes/statistics.ts';
import type { Read } from '../../db/read.ts';
import { Values } from '../../db/sqlText.ts';
import { fullYears } from '../../domain/contract.ts';
import { rounded } from '../../domain/rounded.ts';
import { ecoIndex } from '../../domain/score/eco.ts';
import type { PartOfScore } from '../../domain/score/explain.ts';
import { currentFormula, type Priors } from '../../domain/score/formula.ts';
import type { Sums } from '../../domain/score/sums.ts';
import { explained } from './figures.ts';
import type { Period } from './object.ts';
import { isLongPeriod, rowsOfPeriod } from './stretches.ts';
import { summedSql } from './sumColumns.ts';

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
  readonly crashes: number;
  readonly allScore: number | null;
  readonly allDays: number;
}

/** ISO/IEC 5218. */
const genders = { male: 1, female: 2, '': null } as const;

/** Days of data that a quarter of a year is worth. */
const threeMonthsDays = 90;

/** Of the points a part could take, the share that was kept: 100 is nothing lost. */
const keptShare = (parts: readonly PartOfScore[], kind: PartOfScore['kind']): number | null => {
  const part = parts.find(each => each.kind === kind);
  if (!part || part.drawnRate === null || kind === 'phone') return null;
  return rounded(100 * (1 - part.drawnRate / (part.drawnRate + currentFormula.parts[kind].halfAt)), 1);
};

const present = (row: VoucherRow, priors: Priors | null, locale: Locale, nowIso: string): ComparedScore => {
  const { scoreTenths, parts } = explained(row, priors);
  const band = row.allScore === null ? null : bandOf(row.allScore);
  const known = row.contextM > 0;
  const share = (metres: number): number | null => (known ? metres : null);
  const night = row.contextMs > 0 ? Math.round((row.contextM * row.nightMs) / row.contextMs) : 0;
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
    EcoIndex: ecoIndex(row),
    // No source gives fuel.
    FuelConsumptionVolume: null,
    MetresTravelled: row.distanceM,
    MetresTravelledOnMotorways: share(row.motorwayM),
    MetresTravelledInUrbanAreas: share(row.urbanM),
    MetresTravelledOnOtherTypesOfRoad: share(row.contextM - row.motorwayM - row.urbanM),
    MetresTravelledOnUnknownTypesOfRoad: row.distanceM - row.contextM,
    MetresTravelledInTheDay: share(row.contextM - night),
    MetresTravelledInTheNight: share(night),
    AccelerationScore: keptShare(parts, 'acceleration'),
    BrakingScore: keptShare(parts, 'braking'),
    DirectionChangeScore: keptShare(parts, 'directionChange'),
    CorneringScore: keptShare(parts, 'cornering'),
    Crashes: row.crashes,
    VehicleRegNumber: row.regNumber,
    AllScore: row.allScore,
    ThreeMonths: row.allDays >= threeMonthsDays,
    VehicleModel: { Id: row.model, Title: row.model },
    VehicleBrand: row.brand,
    VehicleDriverCategory: band && { Id: String(bandId(band)), Title: uiEnums.DriverCategory[band][locale] },
  };
};

interface Asked {
  readonly companyId: number;
  readonly period: Period;
  readonly locale: Locale;
  readonly nowIso: string;
}

const readRows = async (read: Read, { companyId, period }: Asked, week?: string): Promise<VoucherRow[]> => {
  const values = new Values();
  const company = `${values.add(companyId)}::bigint`;
  const [from, to] = [period.from, period.to].map(day => `${values.add(day)}::date`) as [string, string];
  const driven = week
    ? `object_day where company_id = ${company} and day between ${from} and ${to}`
    : `${rowsOfPeriod(company, { from, to }, isLongPeriod(period))} added`;
  const text = `select voucher.id as "Id", voucher.object_id as "ObjectId", week, voucher.activated_at as "activatedAt",
      voucher.client_first_name as "firstName", voucher.client_middle_name as "middleName",
      voucher.client_last_name as "lastName", client.gender, voucher.first_driving_license_date::text as "licenceDate",
      voucher.reg_number as "regNumber", voucher.vehicle_brand as brand, voucher.vehicle_model as model,
      voucher.crashes, whole.score as "allScore", whole.days as "allDays", driven.*
    from (select object_id, ${week ?? "''"} as week, ${summedSql} from ${driven} group by 1, 2) driven
    join voucher on voucher.company_id = ${company} and voucher.object_id = driven.object_id
    join client on client.company_id = ${company} and client.id = voucher.client_id
    join object_score whole on whole.company_id = ${company} and whole.object_id = driven.object_id
    order by voucher.id, week`;
  return read<VoucherRow>({ text, values: values.list });
};

/** Every voucher whose present vehicle drove in the period. */
export const compareScores = async (read: Read, asked: Asked, priors: Priors): Promise<ComparedScore[]> =>
  (await readRows(read, asked)).map(row => present(row, priors, asked.locale, asked.nowIso));

/** The same for each week, by its Monday. A week is short: it is judged like a drive, of itself alone. */
export const compareWeeks = async (read: Read, asked: Asked) =>
  (await readRows(read, asked, `date_trunc('week', day)::date::text`)).map(row => ({
    ...present(row, null, asked.locale, asked.nowIso),
    Week: row.week,
  }));
