import Type from 'typebox';
import { reasonMaxLength, tripNotesMaxLength } from '../limits.ts';
import { manoeuvreKinds } from '../manoeuvres.ts';
import { scoreBandNames, scoreParts, scoreReasons } from '../scoring.ts';
import type { Static } from '../static.ts';
import { Day, Id, Moment, nullable, ObjectId } from './common.ts';
import { TripRow } from './telemetry.ts';

const Count = Type.Integer({ minimum: 0 });
const Figure = Type.Number({ minimum: 0 });
const Score = Type.Number({ minimum: 0, maximum: 100 });
export const Month = Type.String({ pattern: '^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])$', examples: ['2026-01'] });
export const Band = Type.Enum([...scoreBandNames]);

/** An object by its id, or the current one of a voucher; both: they must belong together. */
export const objectNames = { objectId: Type.Optional(ObjectId), voucherId: Type.Optional(Id) };
/** Days of the object's time zone, both included, 1,100 at most; unless said otherwise the last 28. */
export const periodNames = { from: Type.Optional(Day), to: Type.Optional(Day) };

export const ObjectQuery = Type.Object(objectNames);
export const DayQuery = Type.Object({ ...objectNames, date: Day });
export const MonthQuery = Type.Object({ ...objectNames, month: Month });
export const PeriodQuery = Type.Object({ ...objectNames, ...periodNames });
export const SpanQuery = Type.Object(periodNames);
export const ManoeuvresQuery = Type.Object({
  ...objectNames,
  ...periodNames,
  kind: Type.Enum([...manoeuvreKinds]),
  /** Unless given 300. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});
export const HeatmapQuery = Type.Object({
  ...objectNames,
  ...periodNames,
  /** As maps count it: a cell is about eight pixels wide. Unless given 13. */
  zoom: Type.Optional(Type.Integer({ minimum: 3, maximum: 18 })),
});

/**
 * How often, of several objects on average; null where nobody looked for it: on no metre of the way, as on a day without
 * trips. Impacts are those of the object, whether it drove or stood: of its trips alone and of others they are not asked.
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

/** km, s, km/h; `Complication` 0 (empty road) to 100 (stop and go). What is not known is null. */
const figures = {
  DistanceKm: nullable(Figure),
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
  Band: nullable(Band),
  /** Why `Score` is null. */
  ScoreReason: nullable(Type.Enum([...scoreReasons])),
};
export const Figures = Type.Object(figures);
export type Figures = Static<typeof Figures>;

/** One part of a score: what it costs, and why so much. */
export const ExplainedPart = Type.Object({
  Kind: Type.Enum([...scoreParts]),
  /** Points taken away; null: not measured, so it neither raises nor lowers. */
  Cost: nullable(Score),
  /** Points it could take at most. */
  Weight: Score,
  /** Manoeuvres per 100 km, of `night` the share of the time in per cent: as driven, and as drawn towards the company's mean. */
  Rate: nullable(Figure),
  DrawnRate: nullable(Figure),
  CompanyRate: nullable(Figure),
  /** How much of the drawn rate is the driver's own, 0 to 1. */
  Z: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  Count: nullable(Count),
});
export type ExplainedPart = Static<typeof ExplainedPart>;

/** Costs of the parts sum to 100 − `Score` exactly, in tenths of a point. */
export const Explanation = Type.Object({
  Formula: Type.Integer({ minimum: 1 }),
  Score: nullable(Score),
  Band: nullable(Band),
  ScoreReason: nullable(Type.Enum([...scoreReasons])),
  DistanceKm: nullable(Figure),
  /** Below it a period has no score. */
  LeastDistanceKm: Figure,
  Parts: Type.Array(ExplainedPart),
});
export type Explanation = Static<typeof Explanation>;

/** A day: `Date` and its figures. A day without trips has zero trips, no score and no manoeuvres that anybody looked for. */
export const DayFigures = Type.Object({ Date: Day, ...figures });
export type DayFigures = Static<typeof DayFigures>;
/** A week from Monday to Sunday, or what of it is in the period asked for. */
export const WeekFigures = Type.Object({ From: Day, To: Day, ...figures });
export type WeekFigures = Static<typeof WeekFigures>;
export const MonthFigures = Type.Object({ Month, ...figures });
export type MonthFigures = Static<typeof MonthFigures>;
export const WeekdayFigures = Type.Object({
  /** 1 is Monday. */
  Weekday: Type.Integer({ minimum: 1, maximum: 7 }),
  ...figures,
});
export type WeekdayFigures = Static<typeof WeekdayFigures>;

/** The figures of a span of days, explained, and the span of as many days before it. */
export const PeriodFigures = Type.Object({ From: Day, To: Day, ...figures });
export const PeriodExplained = Type.Object({
  From: Day,
  To: Day,
  ...figures,
  Explanation,
  Previous: PeriodFigures,
});
export type PeriodExplained = Static<typeof PeriodExplained>;

/** The old flat names of version 1: metres and seconds. */
export const PeriodFlat = Type.Object({
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
export type PeriodFlat = Static<typeof PeriodFlat>;

/** Of the others: means of one object, so that they can stand beside one. */
const Cohort = Type.Object({ Objects: Count, DistanceKm: Figure });
/** `Others`: null where fewer than five other objects drove in the period. `Percentile`: share of them with a lower score, per cent. */
export const Comparison = Type.Object({
  Own: Figures,
  Others: nullable(Figures),
  Cohort,
  Percentile: nullable(Type.Number({ minimum: 0, maximum: 100 })),
});
export type Comparison = Static<typeof Comparison>;

/** This object's trips by what their notes say; trips without a note have the empty one. */
export const NoteComparison = Type.Object({
  Own: Figures,
  Items: Type.Array(Type.Object({ Notes: Type.String(), ...figures })),
});
export type NoteComparison = Static<typeof NoteComparison>;

export const WeekdayComparison = Type.Object({
  Items: Type.Array(
    Type.Object({ Weekday: WeekdayFigures.properties.Weekday, Own: Figures, Others: nullable(Figures) }),
  ),
  Cohort,
});
export type WeekdayComparison = Static<typeof WeekdayComparison>;

/** `Own`: the object's own brand is this one. Figures are null under five objects. */
export const BrandComparison = Type.Object({
  Items: Type.Array(
    Type.Object({ VehicleBrand: Type.String(), Own: Type.Boolean(), Cohort, Figures: nullable(Figures) }),
  ),
});
export type BrandComparison = Static<typeof BrandComparison>;

/** A day of the calendar; `WorstEvent` is its hardest manoeuvre; a bump is the road’s. */
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

/** `[latitude, longitude, weight]` of each cell: how many fixes lie in it, the most visited cells first. */
export const Heatmap = Type.Object({
  Cells: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number()]), { maxItems: 5000 }),
  /** Width of a cell, m. */
  CellM: Figure,
});
export type Heatmap = Static<typeof Heatmap>;

/** What lists of scores have beside the described fields. */
export const ScoringKeys = Type.Object({
  ObjectId,
  /** Scores of the last twelve weeks, oldest first; null where a week has none. */
  Trend: Type.Array(nullable(Score)),
});

/**
 * Open vouchers, and closed ones that have driven: how many have a score, and why the others have none. `Scored` and the five
 * left out sum to `Vouchers`.
 */
export const ScoreCoverage = Type.Object({
  Vouchers: Count,
  Scored: Count,
  /** Of the scored: those whose device sent acceleration as well. Lane changes count with them alone. */
  WithAcceleration: Count,
  LeftOut: Type.Object({
    /** Driven less than a score needs. */
    NotEnoughData: Count,
    NotMeasured: Count,
    NoTrips: Count,
    /** Trips that have not been recomputed since an upgrade. */
    NotCounted: Count,
    /** The voucher is suspended: what its vehicle drives does not count. */
    Suspended: Count,
  }),
});
export type ScoreCoverage = Static<typeof ScoreCoverage>;

export const NotesChange = Type.Object(
  { Notes: Type.String({ maxLength: tripNotesMaxLength }) },
  { additionalProperties: false },
);
export const TripExclusion = Type.Object(
  { Reason: Type.String({ minLength: 1, maxLength: reasonMaxLength }) },
  { additionalProperties: false },
);
/** The object's score with the trip and without it, whichever of them counts now. */
export const TripExcluded = Type.Object({
  Trip: TripRow,
  Reason: nullable(Type.String()),
  ScoreBefore: nullable(Score),
  ScoreNow: nullable(Score),
});
export type TripExcluded = Static<typeof TripExcluded>;
