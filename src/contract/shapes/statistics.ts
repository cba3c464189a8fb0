import Type from 'typebox';
import { reasonMaxLength, tripNotesMaxLength } from '../limits.ts';
import {
  driverBands,
  liftVerdicts,
  manoeuvreKinds,
  scoreParts,
  scoreReasons,
  scoreSources,
  scoringPeriods,
} from '../scoring.ts';
import type { Static } from '../static.ts';
import { Day, Id, Moment, nullable, ObjectId } from './common.ts';
import { TripRow } from './telemetry.ts';

const Count = Type.Integer({ minimum: 0 });
const Figure = Type.Number({ minimum: 0 });
const Score = Type.Number({ minimum: 0, maximum: 100 });
export const Month = Type.String({ pattern: '^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])$', examples: ['2026-01'] });
export const Band = Type.Enum([...driverBands]);
/** Source of a measurement. Scores are compared within one source, and a `mixed` one is compared with none. */
export const Source = Type.Enum([...scoreSources]);

/**
 * Query parameters that select an object by its id, or the present object of a voucher. If both ids are given, the
 * object must belong to the voucher.
 */
export const objectParameters = { objectId: Type.Optional(ObjectId), voucherId: Type.Optional(Id) };
/**
 * First and last day of a period, at most 1,100 days. Default: the last 28 days. A trip and a crash count on the day by
 * the clock where they were.
 */
export const periodParameters = { from: Type.Optional(Day), to: Type.Optional(Day) };

export const ObjectQuery = Type.Object(objectParameters);
export const DayQuery = Type.Object({ ...objectParameters, date: Day });
export const MonthQuery = Type.Object({ ...objectParameters, month: Month });
export const PeriodQuery = Type.Object({ ...objectParameters, ...periodParameters });
export const PeriodOnlyQuery = Type.Object(periodParameters);
export const ScoringListQuery = Type.Object({
  ...periodParameters,
  /** Named period, used if `from` and `to` are absent. Default: since activation. */
  period: Type.Optional(Type.Enum([...scoringPeriods])),
});
/** Query of a review of scores. Without dates and a named period, the period is the last 28 days. */
export const ScoringReviewQuery = Type.Object({
  ...periodParameters,
  period: Type.Optional(Type.Enum([...scoringPeriods], { default: 'last28Days' })),
});
export const ManoeuvresQuery = Type.Object({
  ...objectParameters,
  ...periodParameters,
  kind: Type.Enum([...manoeuvreKinds]),
  /** Maximum number of returned manoeuvres. Default: 300. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});
export const HeatmapQuery = Type.Object({
  ...objectParameters,
  ...periodParameters,
  /** Zoom level as in web maps. A square of the heat map is about eight pixels wide. Default: 13. */
  zoom: Type.Optional(Type.Integer({ minimum: 3, maximum: 18 })),
});

/**
 * Number of manoeuvres and impacts. For several objects: the mean per object. Null if this kind was not measured, for
 * example on a day without trips. Impacts are counted for the object, driving or parked, so they are null in figures of
 * selected trips and of other objects.
 */
export const EventCounts = Type.Object({
  Acceleration: nullable(Figure),
  Braking: nullable(Figure),
  Cornering: nullable(Figure),
  DirectionChange: nullable(Figure),
  Speeding: nullable(Figure),
  Bump: nullable(Figure),
  Impact: nullable(Figure),
});
export type EventCounts = Static<typeof EventCounts>;

/**
 * Driving figures. Units: km, s, km/h. `Complication` runs from 0 (empty road) to 100 (stop and go). Unknown figures
 * are null.
 */
const figureProperties = {
  DistanceKm: nullable(Figure),
  /** Part of `DistanceKm` on which the data was dense enough to find manoeuvres. Counts and the score rest on it alone. */
  MeasuredKm: nullable(Figure),
  DurationS: nullable(Figure),
  TripsCount: nullable(Figure),
  AverageSpeed: nullable(Figure),
  MaximumSpeed: nullable(Figure),
  NightDurationS: nullable(Figure),
  SpeedingDurationS: nullable(Figure),
  RushDurationS: nullable(Figure),
  Events: EventCounts,
  Complication: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  Score: nullable(Score),
  /**
   * Bounds of the interval that holds the driver's score with a probability of 0.9. Its width follows from chance in the
   * number of manoeuvres alone: errors of the devices and of the formula's weights are not in it. Null: no score, or the
   * score describes one drive, one day or the mean of several drivers.
   */
  ScoreLow: nullable(Score),
  ScoreHigh: nullable(Score),
  Band: nullable(Band),
  /** Reason why `Score` is null. */
  ScoreReason: nullable(Type.Enum([...scoreReasons])),
  /** Source of `MeasuredKm`. Null: nothing was measured. */
  Source: nullable(Source),
};
export const Figures = Type.Object(figureProperties);
export type Figures = Static<typeof Figures>;

/** One part of a score: the points that it costs, with the figures that explain them. */
export const ExplainedPart = Type.Object({
  Kind: Type.Enum([...scoreParts]),
  /**
   * Points that this part subtracts from the score. Null: the part was not measured, so it does not change the score.
   */
  Cost: nullable(Score),
  /** Maximum of points that the part can subtract. */
  Weight: Score,
  /**
   * Manoeuvres of this kind per 100 km. For `night`: share of the driving time at night, per cent. `Rate` is the
   * driver's own rate. `DrawnRate` is this rate moved towards the company's mean, because little driving proves little.
   */
  Rate: nullable(Figure),
  DrawnRate: nullable(Figure),
  CompanyRate: nullable(Figure),
  /** Weight of the driver's own rate in `DrawnRate`, 0 to 1. The rest is the weight of the company's mean. */
  Z: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  /**
   * Exposure behind `Rate`, in units of 100 km: the distance on which this kind could be seen, for manoeuvres increased in
   * hard traffic. `Rate` is `Count` divided by it. Null: the part was not measured.
   */
  Exposure: nullable(Figure),
  /** k of `Z` = `Exposure` / (`Exposure` + k), in units of 100 km. Null: the score describes one drive or day. */
  K: nullable(Figure),
  /**
   * φ of the score's interval, without a unit: how many times as much the number of manoeuvres varies as by chance alone.
   * Null: the score describes one drive or day, or the part adds nothing to the interval (`night`).
   */
  Dispersion: nullable(Figure),
  Count: nullable(Count),
});
export type ExplainedPart = Static<typeof ExplainedPart>;

/** Explanation of a score. The costs of all parts sum to exactly 100 − `Score`, in tenths of a point. */
export const Explanation = Type.Object({
  Formula: Type.Integer({ minimum: 1 }),
  Score: nullable(Score),
  ScoreLow: nullable(Score),
  ScoreHigh: nullable(Score),
  Band: nullable(Band),
  ScoreReason: nullable(Type.Enum([...scoreReasons])),
  DistanceKm: nullable(Figure),
  /** Minimum measured distance that a period needs for a score, km. */
  LeastDistanceKm: Figure,
  Parts: Type.Array(ExplainedPart),
});
export type Explanation = Static<typeof Explanation>;

/** Figures of a day. A day without trips has zero trips, a null score and null manoeuvres. */
export const DayFigures = Type.Object({ Date: Day, ...figureProperties });
export type DayFigures = Static<typeof DayFigures>;
/** Figures of a week from Monday to Sunday. The first and last week are cut at the requested period. */
export const WeekFigures = Type.Object({ From: Day, To: Day, ...figureProperties });
export type WeekFigures = Static<typeof WeekFigures>;
export const MonthFigures = Type.Object({ Month, ...figureProperties });
export type MonthFigures = Static<typeof MonthFigures>;
export const WeekdayFigures = Type.Object({
  /** ISO weekday: 1 is Monday. */
  Weekday: Type.Integer({ minimum: 1, maximum: 7 }),
  ...figureProperties,
});
export type WeekdayFigures = Static<typeof WeekdayFigures>;

export const PeriodFigures = Type.Object({ From: Day, To: Day, ...figureProperties });
/** Figures of a period, explanation of its score, and figures of the period of the same length just before. */
export const ExplainedPeriodFigures = Type.Object({
  From: Day,
  To: Day,
  ...figureProperties,
  Explanation,
  Previous: PeriodFigures,
});
export type ExplainedPeriodFigures = Static<typeof ExplainedPeriodFigures>;

/** Figures of a period under the names of API version 1, without nesting. Distances in metres, durations in seconds. */
export const FlatPeriodFigures = Type.Object({
  ObjectId,
  From: Day,
  To: Day,
  TotalSummaryDistance: nullable(Figure),
  TotalDuration: nullable(Figure),
  TripsCount: nullable(Count),
  AverageSpeed: nullable(Figure),
  MaximumSpeed: nullable(Figure),
  NightDuration: nullable(Figure),
  SpeedingDuration: nullable(Figure),
  AccelerationCount: nullable(Count),
  BrakingCount: nullable(Count),
  CorneringCount: nullable(Count),
  DirectionChangeCount: nullable(Count),
  SpeedingCount: nullable(Count),
  BumpCount: nullable(Count),
  Crashes: nullable(Count),
  Complication: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  TotalScore: nullable(Score),
});
export type FlatPeriodFigures = Static<typeof FlatPeriodFigures>;

/** Size of the group of objects that one object is compared with: number of objects and their total distance. */
const Cohort = Type.Object({ Objects: Count, DistanceKm: Figure });
/**
 * Source by which the compared object and all others of the group were measured. Null: the object was not measured, or
 * by several sources. The group then has all objects, and their figures contain neither manoeuvres nor a score.
 */
const ComparedSource = nullable(Type.Enum(scoreSources.filter(source => source !== 'mixed')));
/**
 * Compares an object with others. `Others`: null if fewer than five other objects drove in the period. `Percentile`:
 * share of the `Scored` others, those with a score, whose score is lower, per cent.
 */
export const Comparison = Type.Object({
  Own: Figures,
  Others: nullable(Figures),
  Cohort,
  Percentile: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  Scored: Count,
  Source: ComparedSource,
});
export type Comparison = Static<typeof Comparison>;

/**
 * Figures of the object's trips, grouped by the text in `Notes`. Trips without a note form a group with an empty text.
 */
export const NoteComparison = Type.Object({
  Own: Figures,
  Items: Type.Array(Type.Object({ Notes: Type.String(), ...figureProperties })),
});
export type NoteComparison = Static<typeof NoteComparison>;

export const WeekdayComparison = Type.Object({
  Items: Type.Array(
    Type.Object({ Weekday: WeekdayFigures.properties.Weekday, Own: Figures, Others: nullable(Figures) }),
  ),
  Cohort,
  Source: ComparedSource,
});
export type WeekdayComparison = Static<typeof WeekdayComparison>;

/** Figures by vehicle brand. `Own`: true for the brand of the object. Figures are null for fewer than five objects. */
export const BrandComparison = Type.Object({
  Items: Type.Array(
    Type.Object({ VehicleBrand: Type.String(), Own: Type.Boolean(), Cohort, Figures: nullable(Figures) }),
  ),
  Source: ComparedSource,
});
export type BrandComparison = Static<typeof BrandComparison>;

/**
 * A day of the calendar. `WorstEvent` is the hardest manoeuvre of the day. A bump is never `WorstEvent`, because the
 * road causes bumps.
 */
export const CalendarDay = Type.Object({
  Date: Day,
  DistanceKm: nullable(Figure),
  TripsCount: nullable(Figure),
  Score: nullable(Score),
  Band: nullable(Band),
  WorstEvent: nullable(Type.Object({ Kind: Type.String(), PeakG: nullable(Figure), Start: Moment })),
});
export type CalendarDay = Static<typeof CalendarDay>;
export const Calendar = Type.Object({ Month, Items: Type.Array(CalendarDay) });
export const CalendarOfDay = Type.Object({ Date: Day, Items: Type.Array(TripRow) });

/**
 * Map of the visited places, divided into squares. `Cells` lists squares as `[latitude, longitude, number of fixes]`,
 * the most visited first.
 */
export const Heatmap = Type.Object({
  Cells: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number()]), { maxItems: 5000 }),
  /** Width of a square of the map, metres. */
  CellM: Figure,
});
export type Heatmap = Static<typeof Heatmap>;

/** Properties of the score list that the resource's description does not define. */
export const ScoringExtraProperties = Type.Object({
  ObjectId,
  /** Scores of the last twelve weeks, oldest first. Null for a week without a score. */
  Trend: Type.Array(nullable(Score)),
});

/**
 * Number of vouchers with a score, and reasons why others have none. Open vouchers are counted, and closed vouchers
 * with trips. `Scored` and the five numbers of `LeftOut` sum to `Vouchers`.
 */
export const ScoreCoverage = Type.Object({
  Vouchers: Count,
  Scored: Count,
  /** Scored vouchers whose device also sent acceleration. Lane changes count only for these. */
  WithAcceleration: Count,
  /** Scored vouchers by source. Scores are comparable only within one source. */
  Sources: Type.Object({ acceleration: Count, receiverSpeed: Count, places: Count, mixed: Count }),
  LeftOut: Type.Object({
    /** Number of vouchers whose vehicle drove less than the minimum distance for a score. */
    NotEnoughData: Count,
    NotMeasured: Count,
    NoTrips: Count,
    /** Number of vouchers whose trips were not recomputed after an upgrade of the application. */
    NotCounted: Count,
    /** Number of suspended vouchers. Trips of a suspended voucher do not count. */
    Suspended: Count,
  }),
});
export type ScoreCoverage = Static<typeof ScoreCoverage>;

/** Number of crashes, and crashes per 100,000 km with the exact interval of 95 % (Poisson). Null: no kilometre. */
const CrashRate = Type.Object({
  Crashes: Count,
  Rate: nullable(Figure),
  RateLow: nullable(Figure),
  RateHigh: nullable(Figure),
});
/**
 * How well scores separate crashes. `Gini`: 1 if all crashes lie at the lowest scores, 0 if scores tell nothing, below 0
 * if crashes lie at high scores, with a bootstrap interval of 95 %. All three are null below `LeastCrashes`, where `Verdict`
 * is `tooFew`. `Crashes` have a score before them, `CrashesWithoutScore` do not.
 */
const LiftResult = Type.Object({
  Crashes: Count,
  CrashesWithoutScore: Count,
  Gini: nullable(Type.Number({ minimum: -1, maximum: 1 })),
  GiniLow: nullable(Type.Number({ minimum: -1, maximum: 1 })),
  GiniHigh: nullable(Type.Number({ minimum: -1, maximum: 1 })),
  Verdict: Type.Enum([...liftVerdicts]),
});
export type LiftResult = Static<typeof LiftResult>;
export type LiftVerdict = LiftResult['Verdict'];

/**
 * The company's own crashes by score band. Each period of 64 days counts under the driver's score in the 64 days before it.
 * `Confirmed`: crashes that an operator confirmed. `Major`: severe impacts that no operator rejected. The bands have only
 * scores that were measured in one way (`Source`). `Band` is null for driving without a score. A driver may be in several
 * bands, because the score changes from period to period.
 */
export const ScoreLift = Type.Object({
  From: Day,
  To: Day,
  Source: ComparedSource,
  /** Distance driven with a score of another source, km. The bands leave it out. */
  DistanceKmOfOtherSources: Figure,
  /** Minimum of crashes for a verdict and for a Gini coefficient. */
  LeastCrashes: Count,
  Bands: Type.Array(
    Type.Object({
      Band: nullable(Band),
      Drivers: Count,
      DistanceKm: Figure,
      Confirmed: CrashRate,
      Major: CrashRate,
    }),
  ),
  Confirmed: LiftResult,
  Major: LiftResult,
});
export type ScoreLift = Static<typeof ScoreLift>;

export const NotesChange = Type.Object(
  { Notes: Type.String({ maxLength: tripNotesMaxLength }) },
  { additionalProperties: false },
);
export const TripExclusion = Type.Object(
  { Reason: Type.String({ minLength: 1, maxLength: reasonMaxLength }) },
  { additionalProperties: false },
);
/** Result of excluding or including a trip, with the scores of the object before and after. */
export const TripExcluded = Type.Object({
  Trip: TripRow,
  Reason: nullable(Type.String()),
  ScoreBefore: nullable(Score),
  ScoreNow: nullable(Score),
});
export type TripExcluded = Static<typeof TripExcluded>;
