import Type from 'typebox';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

/** A session of the account, that is, one sign-in. */
export const SessionRow = Type.Object({
  id: Id,
  /** Name of the browser. Empty if unknown. */
  browser: Type.String(),
  system: Type.String(),
  kind: Type.Enum(['computer', 'phone', 'tablet', 'program']),
  createdAt: Moment,
  lastSeenAt: Moment,
  expiresAt: Moment,
  /** True for the caller's own session. */
  current: Type.Boolean(),
});
export type SessionRow = Static<typeof SessionRow>;

export const registrationStates = ['pending', 'approved', 'declined'] as const;

/** A person's request for a new user account. */
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

/** Roles that a manager can grant. */
export const grantableRoles = ['OPERATOR', 'MANAGER'] as const;

export const RegistrationApproval = Type.Object(
  { role: Type.Enum([...grantableRoles]) },
  { additionalProperties: false },
);
