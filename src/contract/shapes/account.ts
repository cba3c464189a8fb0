import Type from 'typebox';
import { nameMaxLength, passwordMaxLength, passwordMinLength, phoneMaxLength } from '../limits.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

/** Kinds of notifications that the application shows. shapes/messages.ts explains them. */
export const cabinetNotices = ['Major', 'TakenOver', 'HandedOver', 'Reply', 'Mention', 'Call', 'Jobs'] as const;
/** Kinds of mail: a sign-in from a new browser and, for managers, requests for accounts. */
const mailNotices = ['NewDevice', 'Registrations'] as const;

const Switch = Type.Boolean();
const Notifications = Type.Object({
  Major: Switch,
  TakenOver: Switch,
  HandedOver: Switch,
  Reply: Switch,
  Mention: Switch,
  Call: Switch,
  Jobs: Switch,
  NewDevice: Switch,
  Registrations: Switch,
} satisfies { readonly [Name in (typeof cabinetNotices)[number] | (typeof mailNotices)[number]]: typeof Switch });

/** Appearance and behaviour of the application for an account. The settings are the same in all browsers. */
export const Settings = Type.Object({
  Locale: Type.Enum(['ru', 'en']),
  Theme: Type.Enum(['light', 'dark']),
  Density: Type.Enum(['comfortable', 'dense']),
  /** IANA time zone. Empty: the browser's time zone. */
  TimeZone: Type.String({ maxLength: 64 }),
  /** Path of the first page after sign-in. Empty: the dashboard. */
  StartPage: Type.String({ maxLength: 200, pattern: '^(/([a-z0-9-]+/)*)?$' }),
  Notifications,
});
export type Settings = Static<typeof Settings>;

/**
 * Settings of an account. `Chosen` lists the settings that the person chose. A browser applies only these. For other
 * settings, a value that the browser stored before sign-in is used instead of the default.
 */
export const StoredSettings = Type.Object({ ...Settings.properties, Chosen: Type.Array(Type.String()) });
export type StoredSettings = Static<typeof StoredSettings>;

/** Change of an account's settings. Settings that are absent in the request keep their values. */
export const SettingsUpdate = Type.Object(
  {
    ...Type.Partial(Type.Omit(Settings, ['Notifications'])).properties,
    Notifications: Type.Optional(Type.Partial(Notifications, { additionalProperties: false })),
    /**
     * The list `Chosen` as the client last read it. If this property is present, a setting that is sent with its
     * present value does not become chosen.
     */
    Chosen: Type.Optional(StoredSettings.properties.Chosen),
  },
  { additionalProperties: false },
);
export type SettingsUpdate = Static<typeof SettingsUpdate>;

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

const registrationStates = ['pending', 'approved', 'declined'] as const;

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

const Email = Type.String({ format: 'email', minLength: 1, maxLength: 254 });
const FullName = Type.String({ minLength: 1, maxLength: nameMaxLength });
const Occupation = Type.String({ maxLength: nameMaxLength });
const Phone = Type.String({ maxLength: phoneMaxLength });
/** A new password. The server also rejects a common password, or one that equals the login. */
const NewPassword = Type.String({ minLength: passwordMinLength, maxLength: passwordMaxLength });
const Locale = Type.Enum(['ru', 'en']);

export const Credentials = Type.Object(
  {
    Login: Type.String({ minLength: 1, maxLength: 254 }),
    Password: Type.String({ minLength: 1, maxLength: 1024 }),
    /** True: the session lasts 30 days. Otherwise it lasts 12 hours. */
    Remember: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** Login and password that a superuser enters again before a change of data that all companies share. */
export const SuperuserCredentials = Type.Object(
  { Login: Credentials.properties.Login, Password: Credentials.properties.Password },
  { additionalProperties: false },
);

/**
 * Tells whether the server accepts superuser calls now (`Fresh`), because the password was entered again, and until
 * when (`FreshUntil`).
 */
export const SuperuserStatus = Type.Object({
  Superuser: Type.Boolean(),
  Fresh: Type.Boolean(),
  FreshUntil: nullable(Moment),
});

/** An opaque bearer token. The server stores only its hash. */
export const Token = Type.Object({ Token: Type.String(), ExpiresAt: Moment });

export const AccountInfo = Type.Object({
  Id,
  FullName: Type.String(),
  CompanyName: Type.String(),
  Email: Type.String(),
  Occupation: Type.String(),
  Phone: Type.String(),
  /** URL of the account holder's portrait. */
  Pic: nullable(Type.String()),
  Roles: Type.Array(Type.String()),
  Locale,
  Version: Type.Integer(),
});
export type AccountInfo = Static<typeof AccountInfo>;

export const AccountUpdate = Type.Object(
  { FullName, Occupation, Phone, Locale, Version: Type.Optional(Type.Integer()) },
  { additionalProperties: false },
);

/** Tells which calls without a sign-in the configuration allows: requests for an account and for a password reset. */
export const PublicAccountCalls = Type.Object({ Registration: Type.Boolean(), Reset: Type.Boolean() });
export type PublicAccountCalls = Static<typeof PublicAccountCalls>;

export const Registration = Type.Object(
  {
    FullName,
    Email,
    CompanyName: Type.String({ minLength: 1, maxLength: nameMaxLength }),
    Phone: Type.Optional(Phone),
  },
  { additionalProperties: false },
);

export const ForgottenLogin = Type.Object({ Login: Email }, { additionalProperties: false });

export const PasswordReset = Type.Object(
  { Token: Type.String({ minLength: 1, maxLength: 200 }), Password: NewPassword },
  { additionalProperties: false },
);

export const PasswordChange = Type.Object(
  { Current: Type.String({ minLength: 1, maxLength: 1024 }), New: NewPassword },
  { additionalProperties: false },
);

/**
 * Credentials whose property names may begin with an upper or a lower case letter. Both `Login` and `Password` must be
 * present in one of these forms.
 */
export const AnyCaseCredentials = Type.Object(
  {
    ...Type.Partial(Credentials).properties,
    login: Type.Optional(Credentials.properties.Login),
    password: Type.Optional(Credentials.properties.Password),
    remember: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export const LinkToken = Type.Object(
  { Token: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
);

/** Body of the call that exchanges the token. It is empty, because the bearer token identifies the session. */
export const Refresh = Type.Object({}, { additionalProperties: false });

/** Account in the form that older API programs expect. `ID` and `Id` are the same. */
export const UserInfo = Type.Object({
  ID: Id,
  ...Type.Omit(AccountInfo, ['Phone', 'Version']).properties,
});
export type UserInfo = Static<typeof UserInfo>;
