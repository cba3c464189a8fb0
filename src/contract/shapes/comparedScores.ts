import Type from 'typebox';
import type { Static } from '../static.ts';
import { Day, Id, Moment, nullable, ObjectId } from './common.ts';
import { periodNames, ScoreCoverage } from './statistics.ts';

const Count = Type.Integer({ minimum: 0 });
const Figure = Type.Number({ minimum: 0 });
const Score = Type.Number({ minimum: 0, maximum: 100 });

/** Pages of a comparison; without `pageSize` there is one. */
export const ComparisonQuery = Type.Object({
  ...periodNames,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
});

const ModelPart = Type.Object({
  /** Id in `Info/vehicleModels`; null where the dictionary has no such model. */
  Id: nullable(Type.String()),
  Title: Type.String(),
});
/** Id in `getUiEnum/DriverCategory`. */
const CategoryPart = Type.Object({ Id: Type.String(), Title: Type.String() });
/** Fields as existing clients read them; metres. */
export const ComparedScore = Type.Object({
  Id,
  ObjectId,
  VoucherActivationDate: nullable(Moment),
  ClientFirstName: Type.String(),
  ClientMiddleName: Type.String(),
  ClientLastName: Type.String(),
  ClientGender: nullable(Type.Integer()),
  DrivingExperience: nullable(Type.Integer()),
  TotalSummaryDistance: Figure,
  /** The score of the period. */
  AbsoluteScore: nullable(Score),
  /** Whole points. */
  EcoIndex: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  FuelConsumptionVolume: nullable(Figure),
  MetresTravelled: Figure,
  MetresTravelledOnMotorways: nullable(Figure),
  MetresTravelledInUrbanAreas: nullable(Figure),
  MetresTravelledOnOtherTypesOfRoad: nullable(Figure),
  MetresTravelledOnUnknownTypesOfRoad: nullable(Figure),
  MetresTravelledInTheDay: nullable(Figure),
  MetresTravelledInTheNight: nullable(Figure),
  /** 0 to 100: the share of the part's points that was kept. */
  AccelerationScore: nullable(Score),
  BrakingScore: nullable(Score),
  DirectionChangeScore: nullable(Score),
  CorneringScore: nullable(Score),
  /** Impacts of the period or the week. */
  Crashes: Count,
  VehicleRegNumber: Type.String(),
  /** The score since activation, whole points. */
  AllScore: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  /** At least 90 days of data. */
  ThreeMonths: Type.Boolean(),
  VehicleModel: ModelPart,
  /** Id in `Info/vehicleBrands`; null where the dictionary has no such brand. */
  VehicleBrand: nullable(Type.Integer()),
  VehicleBrandTitle: Type.String(),
  VehicleDriverCategory: CategoryPart,
});
export type ComparedScore = Static<typeof ComparedScore>;
export const ComparedScores = Type.Object({
  Items: Type.Array(ComparedScore),
  /** Number of rows on all pages. */
  Total: Count,
  Coverage: ScoreCoverage,
});
/** `Week`: its Monday. */
export const ComparedWeeks = Type.Object({
  Items: Type.Array(Type.Object({ ...ComparedScore.properties, Week: Day })),
  Total: Count,
});
