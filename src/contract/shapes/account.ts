import Type from 'typebox';
import { nameMaxLength, passwordMaxLength, passwordMinLength, phoneMaxLength } from '../limits.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

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
