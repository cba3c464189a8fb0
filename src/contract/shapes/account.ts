import Type, { type Static } from 'typebox';
import { Id, Moment, nullable } from './common.ts';

export const Credentials = Type.Object(
  {
    Login: Type.String({ minLength: 1, maxLength: 254 }),
    Password: Type.String({ minLength: 1, maxLength: 1024 }),
    /** Keep the session for 30 days instead of 12 hours. */
    Remember: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** An opaque bearer token; the server keeps only its hash. */
export const Token = Type.Object({ Token: Type.String(), ExpiresAt: Moment });

export const AccountInfo = Type.Object({
  Id,
  FullName: Type.String(),
  CompanyName: Type.String(),
  Email: Type.String(),
  Occupation: Type.String(),
  /** Address of the picture, or null. */
  Pic: nullable(Type.String()),
  Roles: Type.Array(Type.String()),
  Locale: Type.Enum(['ru', 'en']),
});
export type AccountInfo = Static<typeof AccountInfo>;

export const OperatorRow = Type.Object({
  Id,
  FullName: Type.String(),
  Email: Type.String(),
  Occupation: Type.String(),
  Phone: Type.String(),
  Roles: Type.Array(Type.String()),
  Blocked: Type.Boolean(),
  LastSeenAt: nullable(Moment),
  CreatedAt: Moment,
});
