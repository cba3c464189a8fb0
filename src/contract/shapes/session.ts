import Type, { type Static } from 'typebox';
import { Id, Moment, nullable } from './common.ts';

/** One place an account is signed in at. */
export const SessionRow = Type.Object({
  id: Id,
  /** As the browser calls itself; empty where it said nothing we know. */
  browser: Type.String(),
  system: Type.String(),
  kind: Type.Enum(['computer', 'phone', 'tablet', 'program']),
  createdAt: Moment,
  lastSeenAt: Moment,
  expiresAt: Moment,
  /** The session this was asked with. */
  current: Type.Boolean(),
});
export type SessionRow = Static<typeof SessionRow>;

export const registrationStates = ['pending', 'approved', 'declined'] as const;

/** Somebody who asks for an account of the company. */
export const RegistrationRow = Type.Object({
  id: Id,
  email: Type.String(),
  fullName: Type.String(),
  phone: Type.String(),
  state: Type.Enum([...registrationStates]),
  createdAt: Moment,
  decidedAt: nullable(Moment),
  decidedBy: nullable(Type.String()),
});
export type RegistrationRow = Static<typeof RegistrationRow>;

/** The roles a manager can give. */
export const grantableRoles = ['OPERATOR', 'MANAGER'] as const;

export const RegistrationApproval = Type.Object(
  { role: Type.Enum([...grantableRoles]) },
  { additionalProperties: false },
);
