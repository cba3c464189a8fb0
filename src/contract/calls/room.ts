import Type from 'typebox';
import { rights } from '../access.ts';
import { AccidentStatus } from '../shapes/accident.ts';
import { Day, FilterValue, Id, Moment, nullable } from '../shapes/common.ts';
import type { Static } from '../static.ts';

const Count = Type.Integer({ minimum: 0 });

/** Number of accidents in a figure. `List` and `Filter` select the list that contains exactly these accidents. */
export const RoomFigure = Type.Object({
  Count,
  List: AccidentStatus,
  Filter: Type.Record(Type.String(), FilterValue),
});
export type RoomFigure = Static<typeof RoomFigure>;

export const Room = Type.Object({
  /** Time at which the figures were counted. They do not include later changes. */
  At: Moment,
  /** Time zone of the company. Hours and days of the figures use this zone. */
  TimeZone: Type.String(),
  /** New accidents, grouped by hours since the crash. `ToHours` of the last group is null. */
  Waiting: Type.Array(Type.Object({ FromHours: Count, ToHours: nullable(Count), ...RoomFigure.properties })),
  /** New accidents whose planned call is overdue. */
  Overdue: RoomFigure,
  /**
   * Accidents whose first phone call was in the last 7 days. `MedianMin`: median time from the crash to the first call,
   * minutes.
   */
  FirstContact: Type.Object({ MedianMin: nullable(Type.Number()), Of: Type.Array(RoomFigure) }),
  /** Crashes of the last 30 days by outcome: confirmed, not confirmed, mini-loss. */
  Outcomes: Type.Object({ Confirmed: RoomFigure, NotConfirmed: RoomFigure, Mini: RoomFigure }),
  /** Crashes of the last 30 days by model of the reporting device. Models with the most false alarms come first. */
  Models: Type.Array(Type.Object({ Model: nullable(Type.String()), NotConfirmed: RoomFigure, Confirmed: RoomFigure })),
  /** Crashes of the last 24 hours, grouped by full hours and by present bucket. */
  Hours: Type.Array(Type.Object({ From: Moment, Opened: RoomFigure, Closed: RoomFigure, Notvalid: RoomFigure })),
  /** Cases by operator, most open cases first. Cases without an operator come last, with `Id` and `Name` null. */
  Operators: Type.Array(
    Type.Object({
      Id: nullable(Id),
      Name: nullable(Type.String()),
      Open: RoomFigure,
      Overdue: RoomFigure,
      ClosedToday: nullable(RoomFigure),
    }),
  ),
});
export type Room = Static<typeof Room>;

export const RoomScores = Type.Object({
  /**
   * Scores of the last 12 weeks. A week has seven days, and the last week ended yesterday. All drivers are scored
   * together, as if they were one driver.
   */
  Weeks: Type.Array(Type.Object({ From: Day, To: Day, Score: nullable(Type.Number()), Drivers: Count })),
});
export type RoomScores = Static<typeof RoomScores>;

const tag = 'Control room';

export const roomCalls = {
  'GET /api/v3/control-room': {
    tag,
    title: 'Read the control room',
    purpose: 'Figures of the manager’s control room, each with the list of exactly its accidents. Cached for 10 s.',
    access: rights.controlRoom,
    answer: Room,
  },
  'GET /api/v3/control-room/scores': {
    tag,
    title: 'Read the company’s scores by week',
    purpose: 'The company’s score in each of the last 12 weeks. Cached for 10 minutes.',
    access: rights.controlRoom,
    answer: RoomScores,
  },
} as const;
