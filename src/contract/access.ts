/** The roles an account can hold. A MANAGER may do all an OPERATOR may; a SUPERUSER all a MANAGER may, in their own company. */
export const roles = ['OPERATOR', 'MANAGER', 'SUPERUSER'] as const;
export type Role = (typeof roles)[number];

/** What is done with the records of a described resource. */
export const verbs = ['list', 'one', 'create', 'update', 'remove'] as const;
export type Verb = (typeof verbs)[number];

/** Whoever may do this with records of the resource, as its description says (src/resources). */
export interface AccessByResource {
  readonly resource: string;
  readonly verb: Verb;
}

/**
 * Who may make a call. Declared on every call; the server refuses to start with a route that lacks it.
 * - `public`: anyone, no token
 * - `account`: anyone signed in
 * - `platform`: a device platform with its own key
 * - a list of roles: an account that holds at least one of them
 * - a resource and what is done with it: whom its description names
 */
export type Access = 'public' | 'account' | 'platform' | readonly Role[] | AccessByResource;

/** Whoever holds any role at all. */
export const everyRole: readonly Role[] = [...roles];
export const managers: readonly Role[] = ['MANAGER', 'SUPERUSER'];
export const superusers: readonly Role[] = ['SUPERUSER'];

/** Rights that are no described resource's. Calls, addresses and buttons ask here; no role is named elsewhere. */
export const rights = {
  /** Look into what everybody in the company did. */
  audit: managers,
  /** Decide who gets an account. */
  registrations: managers,
  /** Change or remove what others wrote: notes, pictures, messages. */
  moderation: managers,
  /** Find vouchers, clients, operators and devices, and not accidents alone. */
  wholeSearch: managers,
  /** Open the pages of the group that keeps dictionaries. */
  administration: managers,
  clients: managers,
  scoring: managers,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/**
 * An account that holds one of the roles; no roles asked for: everybody. What any role will do for is shown while it is
 * not known yet who is there.
 */
export const holdsOne = (held: readonly string[], asked: readonly Role[] | undefined): boolean =>
  asked === undefined || asked === everyRole || asked.some(role => held.includes(role));
