/** The roles an account can hold. A MANAGER may do all an OPERATOR may; a SUPERUSER all a MANAGER may, in their own company. */
export const roles = ['OPERATOR', 'MANAGER', 'SUPERUSER'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may make a call. Declared on every call; the server refuses to start with a route that lacks it.
 * - `public`: anyone, no token
 * - `account`: anyone signed in
 * - `platform`: a device platform with its own key
 * - a list of roles: an account that holds at least one of them
 */
export type Access = 'public' | 'account' | 'platform' | readonly Role[];

/** Whoever holds any role at all. */
export const everyRole: readonly Role[] = [...roles];
export const managers: readonly Role[] = ['MANAGER', 'SUPERUSER'];

/** An account that holds one of the roles; no roles asked for: everybody. */
export const holdsOne = (own: readonly string[], asked: readonly Role[] | undefined): boolean =>
  asked === undefined || asked.some(role => own.includes(role));
