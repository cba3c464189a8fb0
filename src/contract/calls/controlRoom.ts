import Type from 'typebox';
import { rights } from '../access.ts';
import { scoreSources } from '../scoring.ts';
import { AccidentStatus } from '../shapes/accident.ts';
import { Day, FilterValue, Id, Moment, nullable } from '../shapes/common.ts';
import type { Static } from '../static.ts';

const Count = Type.Integer({ minimum: 0 });

/**
 * A figure of the control room: a number of accidents. `List` and `Filter` select the list that contains exactly these
 * accidents.
 */
export const ControlRoomFigure = Type.Object({
  Count,
  List: AccidentStatus,
  Filter: Type.Record(Type.String(), FilterValue),
});
export type ControlRoomFigure = Static<typeof ControlRoomFigure>;

export const ControlRoomData = Type.Object({
  /** Moment at which the figures of the control room were counted. They do not include later changes. */
  At: Moment,
  /** Time zone of the company. Hours and days of the figures use this zone. */
  TimeZone: Type.String(),
  /** New accidents, grouped by hours since the crash. `ToHours` of the last group is null. */
  Waiting: Type.Array(Type.Object({ FromHours: Count, ToHours: nullable(Count), ...ControlRoomFigure.properties })),
  /** New accidents whose planned phone call is overdue. */
  Overdue: ControlRoomFigure,
  /** New accidents whose recording cannot be believed, so that only a phone call can tell what happened. */
  Unreliable: ControlRoomFigure,
  /**
   * Accidents whose first phone call was in the last 7 days. `MedianMin`: median time from the crash to the first phone
   * call, minutes. `EarlierMedianMin`: the same for the 7 days before. `OnTimeShare`: share of first calls within the
   * target for the class of the impact, 0 to 1.
   */
  FirstContact: Type.Object({
    MedianMin: nullable(Type.Number()),
    EarlierMedianMin: nullable(Type.Number()),
    OnTimeShare: nullable(Type.Number({ minimum: 0, maximum: 1 })),
    Of: Type.Array(ControlRoomFigure),
  }),
  /** Crashes of the last 30 days by outcome: confirmed, not confirmed, mini-loss. */
  Outcomes: Type.Object({ Confirmed: ControlRoomFigure, NotConfirmed: ControlRoomFigure, Mini: ControlRoomFigure }),
  /** Crashes of the last 30 days by model of the reporting device. Models with the most false alarms come first. */
  Models: Type.Array(
    Type.Object({ Model: nullable(Type.String()), NotConfirmed: ControlRoomFigure, Confirmed: ControlRoomFigure }),
  ),
  /** Crashes of the last 24 hours, grouped by full hours and by the bucket that they are in now. */
  Hours: Type.Array(
    Type.Object({ From: Moment, Opened: ControlRoomFigure, Closed: ControlRoomFigure, Notvalid: ControlRoomFigure }),
  ),
  /** Cases by operator, most open cases first. Cases without an operator come last, with `Id` and `Name` null. */
  Operators: Type.Array(
    Type.Object({
      Id: nullable(Id),
      Name: nullable(Type.String()),
      Open: ControlRoomFigure,
      Overdue: ControlRoomFigure,
      ClosedToday: nullable(ControlRoomFigure),
    }),
  ),
});
export type ControlRoomData = Static<typeof ControlRoomData>;

export const ControlRoomScores = Type.Object({
  /**
   * Scores of the last 12 weeks. A week has seven days, and the last week ended yesterday. All drivers of `Source`
   * are scored together, as if they were one driver. `ScoreLow` and `ScoreHigh` bound the interval that holds the score
   * with a probability of 0.9, given chance in the number of manoeuvres. They are null for too short a distance.
   */
  Weeks: Type.Array(
    Type.Object({
      From: Day,
      To: Day,
      Score: nullable(Type.Number()),
      ScoreLow: nullable(Type.Number()),
      ScoreHigh: nullable(Type.Number()),
      Drivers: Count,
    }),
  ),
  /** Source of measurement of most drivers. Drivers with another source are left out. Null: no driver was measured. */
  Source: nullable(Type.Enum(scoreSources.filter(source => source !== 'mixed'))),
});
export type ControlRoomScores = Static<typeof ControlRoomScores>;

const weekFigures = {
  /** Cases that were claimed. */
  Taken: Count,
  /** Cases that were closed: all, those with a crash, those without. */
  Closed: ControlRoomFigure,
  Confirmed: ControlRoomFigure,
  NotConfirmed: ControlRoomFigure,
  /** Cases that were moved to the mini-losses. */
  Mini: ControlRoomFigure,
  /** Logged phone calls. */
  Calls: Count,
  /**
   * Phone calls that were promised to a client for this week and that nobody made within 15 minutes after the promised
   * time, while the case was open. The person who promised the call is responsible.
   */
  MissedCalls: Count,
  /** Median time from the first claim of a case to its end, minutes. Null: no case that somebody claimed has ended. */
  HandlingMin: nullable(Type.Number({ minimum: 0 })),
};
const OperatorWeekFigures = Type.Object(weekFigures);
export type OperatorWeekFigures = Static<typeof OperatorWeekFigures>;

export const OperatorWeek = Type.Object({
  From: Day,
  To: Day,
  /** Time zone of the company, which sets the bounds of the days. */
  TimeZone: Type.String(),
  /** Operators who did something in the week, those who finished most cases first. `Name` null: the account is gone. */
  Operators: Type.Array(Type.Object({ Id, Name: nullable(Type.String()), ...weekFigures })),
  /** Figures of the whole company, which also count cases without an operator. */
  Total: OperatorWeekFigures,
});
export type OperatorWeek = Static<typeof OperatorWeek>;

const tag = 'Control room';

export const controlRoomCalls = {
  'GET /api/v3/control-room': {
    tag,
    title: 'Read the control room',
    purpose: 'Figures of the manager’s control room, each with the list of exactly its accidents. Cached for 10 s.',
    access: rights.controlRoom,
    answer: ControlRoomData,
  },
  'GET /api/v3/control-room/scores': {
    tag,
    title: 'Read the company’s scores by week',
    purpose: 'The company’s score in each of the last 12 weeks. Cached for 10 minutes.',
    access: rights.controlRoom,
    answer: ControlRoomScores,
  },
  'GET /api/v3/control-room/operators': {
    tag,
    title: 'Read a week of the operators',
    purpose:
      'What each operator did in seven days: cases taken, ended by outcome, phone calls, missed promises, handling time. Cached for 10 s.',
    access: rights.controlRoom,
    query: Type.Object({
      /** First of the seven days. Absent: Monday of the present week. */
      from: Type.Optional(Day),
    }),
    answer: OperatorWeek,
  },
} as const;
