import Type from 'typebox';
import { rights } from '../access.ts';
import { AccidentStatus } from '../shapes/accident.ts';
import { Day, Id, Moment, nullable } from '../shapes/common.ts';
import type { Static } from '../static.ts';

const Count = Type.Integer({ minimum: 0 });

/** A number of accidents, and the list that has exactly these: its bucket, and what it is filtered by. */
export const RoomFigure = Type.Object({
  Count,
  List: AccidentStatus,
  Filter: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer(), Type.Boolean()])),
});
export type RoomFigure = Static<typeof RoomFigure>;

export const Room = Type.Object({
  /** When it was counted; what came later is not in it. */
  At: Moment,
  /** The company's time zone: hours and days are its. */
  TimeZone: Type.String(),
  /** New accidents by the hours since the crash; the last has no end. */
  Waiting: Type.Array(Type.Object({ FromHours: Count, ToHours: nullable(Count), ...RoomFigure.properties })),
  /** New accidents whose planned call is past. */
  Overdue: RoomFigure,
  /** Accidents first called in the last 7 days: the median of the time from crash to first call, minutes. */
  FirstContact: Type.Object({ MedianMin: nullable(Type.Number()), Of: Type.Array(RoomFigure) }),
  /** Crashes of the last 30 days: processed as confirmed, as not confirmed, and the mini-losses. */
  Outcomes: Type.Object({ Confirmed: RoomFigure, NotConfirmed: RoomFigure, Mini: RoomFigure }),
  /** The same crashes by the model of the device that reported them, most false alarms first. */
  Models: Type.Array(Type.Object({ Model: nullable(Type.String()), NotConfirmed: RoomFigure, Confirmed: RoomFigure })),
  /** Crashes of the last 24 hours of the clock, by the bucket they are in now. */
  Hours: Type.Array(Type.Object({ From: Moment, Opened: RoomFigure, Closed: RoomFigure, Notvalid: RoomFigure })),
  /** Cases by whose they are, most open first; those of nobody come last, without a name. */
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
  /** The last 12 weeks of seven days up to yesterday: the score of all who drove, as of one driver. */
  Weeks: Type.Array(Type.Object({ From: Day, To: Day, Score: nullable(Type.Number()), Drivers: Count })),
});
export type RoomScores = Static<typeof RoomScores>;

const tag = 'Control room';

export const roomCalls = {
  'GET /api/v3/control-room': {
    tag,
    title: 'Control room',
    purpose:
      'Figures of a manager’s work desk, each with the list that has exactly its accidents. Counted every 10 s at most.',
    access: rights.controlRoom,
    answer: Room,
  },
  'GET /api/v3/control-room/scores': {
    tag,
    title: 'Scores of the company by week',
    purpose: 'The company’s score in each of the last 12 weeks. Worked out every 10 minutes at most.',
    access: rights.controlRoom,
    answer: RoomScores,
  },
} as const;
