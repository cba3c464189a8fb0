import Type from 'typebox';
import { callCommentMaxLength } from '../limits.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

/** Result of a phone call to the client. */
export const PhoneCallResult = Type.Object(
  {
    ResultId: Id,
    ReasonId: Type.Optional(Id),
    /** The person who answered the phone. */
    ContactPersonStatusId: Type.Optional(Id),
    Comment: Type.Optional(Type.String({ maxLength: callCommentMaxLength })),
    /**
     * Time of the next phone call. Absent: the server derives it from the result. The result "call back" requires a
     * time.
     */
    DateTimeOfNextCall: Type.Optional(Moment),
  },
  { additionalProperties: false },
);
export type PhoneCallResult = Static<typeof PhoneCallResult>;
export const LoggedCall = Type.Object({
  Id,
  At: Moment,
  ReasonId: nullable(Id),
  ResultId: Id,
  ContactPersonStatusId: nullable(Id),
  Comment: Type.String(),
  DateTimeOfNextCall: nullable(Moment),
  AuthorId: Id,
  AuthorName: Type.String(),
});
export type LoggedCall = Static<typeof LoggedCall>;
