import Type from 'typebox';
import {
  scheduleContents,
  scheduleFrequencies,
  scheduleNameMaxLength,
  scheduleRecipientsMax,
  scheduleRunStates,
} from '../schedules.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';
import { ExportOrder } from './jobs.ts';

/** Times at which an export is sent, in the time zone `TimeZone`. */
const timing = {
  Frequency: Type.Enum([...scheduleFrequencies]),
  /** Day of a weekly export, 1 (Monday) to 7. */
  Weekday: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
  /** Day of a monthly export. A shorter month uses its last day. */
  MonthDay: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
  Hour: Type.Integer({ minimum: 0, maximum: 23 }),
};

const letter = {
  TimeZone: Type.String({ minLength: 1, maxLength: 60 }),
  Name: Type.String({ minLength: 1, maxLength: scheduleNameMaxLength }),
  /** Accounts of the company that receive the letter. */
  RecipientIds: Type.Array(Id, { minItems: 1, maxItems: scheduleRecipientsMax, uniqueItems: true }),
};

/** Request to send an export of a list regularly by mail. `TimeZone` also is the zone of the times in the file. */
export const ScheduleCreate = Type.Object(
  {
    ...ExportOrder.properties,
    ...letter,
    ...timing,
  },
  { additionalProperties: false },
);
export type ScheduleCreate = Static<typeof ScheduleCreate>;

/** Request to send the summary of a week by mail each week. `TimeZone` also is the zone of the times in the letter. */
export const SummaryCreate = Type.Object(
  { ...letter, Weekday: Type.Integer({ minimum: 1, maximum: 7 }), Hour: timing.Hour },
  { additionalProperties: false },
);
export type SummaryCreate = Static<typeof SummaryCreate>;

export const Schedule = Type.Object({
  Id,
  Name: Type.String(),
  OwnerName: Type.String(),
  Contents: Type.Enum([...scheduleContents]),
  /** List, filters and order in words, in the language of the request. Empty: a summary has no list. */
  List: Type.String(),
  Filter: Type.String(),
  /** Null: a summary has no file. */
  Format: nullable(ExportOrder.properties.Format),
  Frequency: timing.Frequency,
  Weekday: nullable(Type.Integer()),
  MonthDay: nullable(Type.Integer()),
  Hour: timing.Hour,
  TimeZone: Type.String(),
  /** Names of the recipients. Blocked accounts and those of other companies are left out. */
  Recipients: Type.Array(Type.String()),
  Paused: Type.Boolean(),
  /** Next run. Null: the schedule is paused. */
  NextRunAt: nullable(Moment),
  LastRunAt: nullable(Moment),
  /** State of the last run. Null: the schedule has not run yet. */
  LastState: nullable(Type.Enum([...scheduleRunStates])),
  /** Number of rows of the last file. Null: no file. */
  LastRows: nullable(Type.Integer()),
  /** Reason of the last failure, in the language of the request. */
  LastError: nullable(Type.String()),
  CreatedAt: Moment,
});
export type Schedule = Static<typeof Schedule>;

/** A person who may receive the exports of a list. */
export const ScheduleRecipient = Type.Object({ Id, FullName: Type.String(), Email: Type.String() });
