/**
 * Roles that an account can hold. A MANAGER has all rights of an OPERATOR. A SUPERUSER has all rights of a MANAGER in
 * the own company.
 */
export const roles = ['OPERATOR', 'MANAGER', 'SUPERUSER'] as const;
export type Role = (typeof roles)[number];

/** Names of the roles in the texts of the web application. */
export const roleLabels = {
  OPERATOR: { ru: 'оператор', en: 'operator' },
  MANAGER: { ru: 'руководитель', en: 'manager' },
  SUPERUSER: { ru: 'администратор', en: 'administrator' },
} as const satisfies Readonly<Record<Role, { readonly ru: string; readonly en: string }>>;

/** Operations on records of a described resource. */
export const verbs = ['list', 'one', 'create', 'update', 'remove'] as const;
export type Verb = (typeof verbs)[number];

/** Access of the roles to which a resource's description (src/resources) allows this operation. */
export interface AccessByResource {
  readonly resource: string;
  readonly verb: Verb;
}

/**
 * Access to a call. The server refuses to start if a call has none.
 * - `public`: anyone, no token
 * - `account`: anyone signed in
 * - `platform`: a device platform with its own key
 * - a list of roles: an account that holds at least one of them
 * - a resource and a verb: the roles that its description names
 */
export type Access = 'public' | 'account' | 'platform' | readonly Role[] | AccessByResource;

/** Access for all roles. */
export const everyRole: readonly Role[] = [...roles];
export const managers: readonly Role[] = ['MANAGER', 'SUPERUSER'];
/**
 * Access for superusers only. A call that changes data also needs a fresh sign-in: the superuser enters the password
 * again (`POST /api/v2/superuser/auth`).
 */
export const superusers: readonly Role[] = ['SUPERUSER'];

/** Returns true if a call with this access and method needs a fresh sign-in (the password entered again). */
export const needsFreshSignIn = (access: Access, method: string): boolean =>
  access === superusers && method !== 'GET' && method !== 'HEAD';

/** Rights that belong to no described resource. Calls, addresses and buttons use these names instead of roles. */
export const rights = {
  /** Read the change history of the whole company. */
  audit: managers,
  /** Decide on requests for accounts. */
  registrations: managers,
  /** Change or remove notes, pictures and messages that other people wrote. */
  moderation: managers,
  /** Separate cases that somebody merged as duplicates. */
  separation: managers,
  /** Read the work figures of the whole company (control room). */
  controlRoom: managers,
  /** Read the billing figures of the company. */
  billing: managers,
  /** Create and revoke keys of device platforms, and decide on the data of unknown devices. */
  platforms: managers,
  /** Set up webhooks to other systems and read their deliveries. */
  webhooks: managers,
  /** Change the texts of the web application. */
  texts: superusers,
  /** Open the pages of the menu group that contains the dictionaries. */
  administration: managers,
  /** Open the pages of driver scoring. */
  scoring: managers,
  /** Read faults of devices, and decide whether the data of a faulty device counts. */
  anomalies: managers,
  /** Send exports of lists regularly by mail, and see the schedules of the company. */
  schedules: managers,
  /** Share saved views of lists, and change or delete views that others shared. */
  sharedViews: managers,
  /**
   * Read trips, phones and contracts of any voucher. Accounts without this right read them only for the case that they
   * have leased.
   */
  whereabouts: managers,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/**
 * Returns true if the account holds one of the required roles, or if no role is required. `everyRole` counts as no
 * required role, because its items are shown before the account has loaded.
 */
export const hasAnyRole = (heldRoles: readonly string[], requiredRoles: readonly Role[] | undefined): boolean =>
  requiredRoles === undefined || requiredRoles === everyRole || requiredRoles.some(role => heldRoles.includes(role));
