/** The roles an account can hold. A MANAGER may do all an OPERATOR may; a SUPERUSER all a MANAGER may, in their own company. */
export const roles = ['OPERATOR', 'MANAGER', 'SUPERUSER'] as const;
export type Role = (typeof roles)[number];

/** What people call them. */
export const roleLabels = {
  OPERATOR: { ru: 'оператор', en: 'operator' },
  MANAGER: { ru: 'руководитель', en: 'manager' },
  SUPERUSER: { ru: 'администратор', en: 'administrator' },
} as const satisfies Readonly<Record<Role, { readonly ru: string; readonly en: string }>>;

/** Operations on records of a described resource. */
export const verbs = ['list', 'one', 'create', 'update', 'remove'] as const;
export type Verb = (typeof verbs)[number];

/** Whoever may do this with the resource's records, by its description (src/resources). */
export interface AccessByResource {
  readonly resource: string;
  readonly verb: Verb;
}

/**
 * Who may make a call; the server refuses to start with a route that lacks it.
 * - `public`: anyone, no token
 * - `account`: anyone signed in
 * - `platform`: a device platform with its own key
 * - a list of roles: an account that holds at least one of them
 * - a resource and a verb: whom its description names
 */
export type Access = 'public' | 'account' | 'platform' | readonly Role[] | AccessByResource;

/** Anyone with any role. */
export const everyRole: readonly Role[] = [...roles];
export const managers: readonly Role[] = ['MANAGER', 'SUPERUSER'];
/** Superusers alone. Whatever such a call changes, it asks for a fresh sign-in (`POST /api/v2/superuser/auth`). */
export const superusers: readonly Role[] = ['SUPERUSER'];

/** Whether a call that these may make is refused to them without a fresh sign-in. */
export const needsFreshSignIn = (access: Access, method: string): boolean =>
  access === superusers && method !== 'GET' && method !== 'HEAD';

/** Rights beyond described resources. Calls, addresses and buttons ask here; roles are named nowhere else. */
export const rights = {
  /** Read the company's whole history. */
  audit: managers,
  /** Decide on requests for accounts. */
  registrations: managers,
  /** Change or remove what others wrote: notes, pictures, messages. */
  moderation: managers,
  /** See what the whole company gets through. */
  controlRoom: managers,
  /** Know what the company pays for. */
  billing: managers,
  /** Make and revoke keys of device platforms, and decide on what unknown devices sent. */
  platforms: managers,
  /** Have other systems told of events, and look at what was sent. */
  webhooks: managers,
  /** Change the texts of the cabinet. */
  texts: superusers,
  /** Open the pages of the group that keeps dictionaries. */
  administration: managers,
  scoring: managers,
  /** Know what is wrong with devices, and decide whether what they sent counts. */
  anomalies: managers,
  /** Share views of lists, and change or delete what others shared. */
  sharedViews: managers,
  /** See trips, phones and contracts of any voucher. Everybody else sees those of the case they hold. */
  whereabouts: managers,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/**
 * Whether an account holds one of the roles; true if none are required. What every role may see is shown before the
 * account is known.
 */
export const holdsOne = (held: readonly string[], asked: readonly Role[] | undefined): boolean =>
  asked === undefined || asked === everyRole || asked.some(role => held.includes(role));
