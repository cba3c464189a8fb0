import Type from 'typebox';
import { nameMaxLength, passwordMaxLength, passwordMinLength, phoneMaxLength } from '../limits.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

const Email = Type.String({ format: 'email', minLength: 1, maxLength: 254 });
const FullName = Type.String({ minLength: 1, maxLength: nameMaxLength });
const Occupation = Type.String({ maxLength: nameMaxLength });
const Phone = Type.String({ maxLength: phoneMaxLength });
/** Also refused: the login, and common passwords. */
const NewPassword = Type.String({ minLength: passwordMinLength, maxLength: passwordMaxLength });
const Locale = Type.Enum(['ru', 'en']);

export const Credentials = Type.Object(
  {
    Login: Type.String({ minLength: 1, maxLength: 254 }),
    Password: Type.String({ minLength: 1, maxLength: 1024 }),
    /** 30 days instead of 12 hours. */
    Remember: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** An opaque bearer token; the server keeps only its hash. */
/** Of a superuser who is about to change what is everybody's. */
export const SuperuserCredentials = Type.Object(
  { Login: Credentials.properties.Login, Password: Credentials.properties.Password },
  { additionalProperties: false },
);

/** Whether calls that only a superuser may make would be let through, and until when. */
export const SuperuserTest = Type.Object({
  Superuser: Type.Boolean(),
  Fresh: Type.Boolean(),
  FreshUntil: nullable(Moment),
});

export const Token = Type.Object({ Token: Type.String(), ExpiresAt: Moment });

export const AccountInfo = Type.Object({
  Id,
  FullName: Type.String(),
  CompanyName: Type.String(),
  Email: Type.String(),
  Occupation: Type.String(),
  Phone: Type.String(),
  /** Address of the picture. */
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

/** What is open to people who are not signed in, by configuration. */
export const AccountOptions = Type.Object({ Registration: Type.Boolean(), Reset: Type.Boolean() });
export type AccountOptions = Static<typeof AccountOptions>;

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

/** Credentials under names in either case; `Login` and `Password` must be there under one of them. */
export const TypedCredentials = Type.Object(
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

/** Nothing to say: whose session it is, is said by the token. */
export const Refresh = Type.Object({}, { additionalProperties: false });

/** The account as older clients read it; `ID` and `Id` are the same. */
export const UserInfo = Type.Object({
  ID: Id,
  ...Type.Omit(AccountInfo, ['Phone', 'Version']).properties,
});
export type UserInfo = Static<typeof UserInfo>;
