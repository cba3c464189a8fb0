import Type from 'typebox';
import type { Static } from '../static.ts';
import { Day, Id, Moment, nullable, ObjectId } from './common.ts';
import { periodParameters, ScoreCoverage, Source } from './statistics.ts';

const Count = Type.Integer({ minimum: 0 });
const Figure = Type.Number({ minimum: 0 });
const Score = Type.Number({ minimum: 0, maximum: 100 });

/**
 * Query of the call that compares scores: period and page. Without `pageSize` the response has all rows on one page.
 */
export const ComparisonQuery = Type.Object({
  ...periodParameters,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
});

const ModelPart = Type.Object({
  /** Id in `Info/vehicleModels`. Null if the dictionary has no such model. */
  Id: nullable(Type.String()),
  Title: Type.String(),
});
/** Category of a driver. The id is that of `getUiEnum/DriverCategory`. */
const CategoryPart = Type.Object({ Id: Type.String(), Title: Type.String() });
/** A row of the comparison. Its field names are those that existing API programs expect. Distances in metres. */
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
  /** Score of the driver in the period. */
  AbsoluteScore: nullable(Score),
  /** Source of the measurement. Scores of different sources are not comparable. Null: nothing was measured. */
  Source: nullable(Source),
  /** Eco index in whole points: 100 for calm acceleration, even speed and little idling. */
  EcoIndex: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  FuelConsumptionVolume: nullable(Figure),
  MetresTravelled: Figure,
  MetresTravelledOnMotorways: nullable(Figure),
  MetresTravelledInUrbanAreas: nullable(Figure),
  MetresTravelledOnOtherTypesOfRoad: nullable(Figure),
  MetresTravelledOnUnknownTypesOfRoad: nullable(Figure),
  MetresTravelledInTheDay: nullable(Figure),
  MetresTravelledInTheNight: nullable(Figure),
  /**
   * Share of the points for acceleration that the driver did not lose, per cent. The next three scores are shares of
   * their own points.
   */
  AccelerationScore: nullable(Score),
  BrakingScore: nullable(Score),
  DirectionChangeScore: nullable(Score),
  CorneringScore: nullable(Score),
  /** Number of impacts: in the period, or in the week for a row of `ComparedWeeks`. */
  Crashes: Count,
  VehicleRegNumber: Type.String(),
  /** Score since the activation of the voucher, in whole points. */
  AllScore: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  /** True if there are at least 90 driving days since the activation of the voucher. */
  ThreeMonths: Type.Boolean(),
  VehicleModel: ModelPart,
  /** Id in `Info/vehicleBrands`. Null if the dictionary has no such brand. */
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
/** Rows of the comparison by vehicle and week. `Week` is the date of the week's Monday. */
export const ComparedWeeks = Type.Object({
  Items: Type.Array(Type.Object({ ...ComparedScore.properties, Week: Day })),
  Total: Count,
});
