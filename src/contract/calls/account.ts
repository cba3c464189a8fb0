import Type from 'typebox';
import { rights } from '../access.ts';
import { imageBodyBytes } from '../limits.ts';
import {
  AccountInfo,
  AccountOptions,
  AccountUpdate,
  Credentials,
  ForgottenLogin,
  OperatorRoles,
  PasswordChange,
  PasswordReset,
  Registration,
  Token,
} from '../shapes/account.ts';
import { Done, IdParams, RestQuery } from '../shapes/common.ts';
import { RegistrationApproval, RegistrationRow, SessionRow } from '../shapes/session.ts';
import { KeptSettings, SettingsUpdate } from '../shapes/settings.ts';

const tag = 'Account';

export const accountCalls = {
  'POST /api/v2/Auth': {
    tag,
    purpose:
      'Sign in with e-mail and password. Too many failed tries of a login or from an address: 429 with the waiting time.',
    access: 'public',
    body: Credentials,
    answer: Token,
  },
  'GET /api/v2/Account/info': { tag, purpose: 'Who is signed in.', access: 'account', answer: AccountInfo },
  'PUT /api/v2/Account/info': {
    tag,
    purpose: 'Change one’s own name, occupation, phone and language. With a stale `Version` 409.',
    access: 'account',
    body: AccountUpdate,
    answer: AccountInfo,
  },
  'PUT /api/v2/Account/password': {
    tag,
    purpose: 'Change one’s own password. The account’s other sessions end.',
    access: 'account',
    body: PasswordChange,
    answer: Done,
  },
  'POST /api/v2/Account/picture': {
    tag,
    purpose: 'Set one’s own picture (JPEG, PNG, WebP, HEIC where readable; 15 MB). Its middle square is kept.',
    access: 'account',
    bodyKind: 'multipart',
    bodyLimitBytes: imageBodyBytes,
    answer: AccountInfo,
    status: 201,
  },
  'DELETE /api/v2/Account/picture': {
    tag,
    purpose: 'Take one’s own picture away.',
    access: 'account',
    answer: AccountInfo,
  },
  'GET /api/v2/Account/settings': {
    tag,
    purpose: 'How the cabinet looks and behaves for the account, in whatever browser.',
    access: 'account',
    answer: KeptSettings,
  },
  'PUT /api/v2/Account/settings': {
    tag,
    purpose: 'Change some settings; what is left out stays.',
    access: 'account',
    body: SettingsUpdate,
    answer: KeptSettings,
  },
  'GET /api/v2/Account/options': {
    tag,
    purpose: 'Whether accounts can be asked for and passwords be reset here.',
    access: 'public',
    answer: AccountOptions,
  },
  'POST /api/v2/Account/register': {
    tag,
    purpose:
      'Ask for an account of a company. The answer is always the same; a manager decides. Off unless configured.',
    access: 'public',
    body: Registration,
    answer: Done,
  },
  'POST /api/v2/Account/forgot': {
    tag,
    purpose: 'Send a one-time link for a new password, good for an hour. The answer is the same for unknown logins.',
    access: 'public',
    body: ForgottenLogin,
    answer: Done,
  },
  'POST /api/v2/Account/reset': {
    tag,
    purpose: 'Set a new password by a one-time link. Every session of the account ends.',
    access: 'public',
    body: PasswordReset,
    answer: Done,
  },
  'GET /api/v3/sessions': {
    tag,
    purpose: 'Where one is signed in, latest first, in the dialect of ra-data-simple-rest.',
    access: 'account',
    query: RestQuery,
    answer: Type.Array(SessionRow),
  },
  'DELETE /api/v3/sessions/{id}': {
    tag,
    purpose: 'End one of one’s own sessions; within a second its token is dead on every process.',
    access: 'account',
    params: IdParams,
    answer: SessionRow,
  },
  'GET /api/v3/registrations': {
    tag: 'Operators',
    purpose: 'Who asked for an account of the company, in the dialect of ra-data-simple-rest; filter: `state`.',
    access: rights.registrations,
    query: RestQuery,
    answer: Type.Array(RegistrationRow),
  },
  'POST /api/v3/registrations/{id}/approve': {
    tag: 'Operators',
    purpose: 'Make the account asked for. Its owner gets a one-time link to choose a password, good for three days.',
    access: rights.registrations,
    params: IdParams,
    body: RegistrationApproval,
    answer: RegistrationRow,
  },
  'POST /api/v3/registrations/{id}/decline': {
    tag: 'Operators',
    purpose: 'Turn a request down. Its sender is told by letter.',
    access: rights.registrations,
    params: IdParams,
    answer: RegistrationRow,
  },
  'GET /api/v1/logoff': { tag, purpose: 'Sign out: the token is dead at once.', access: 'account', answer: Done },
  'GET /api/logoff': { tag, purpose: 'Sign out (legacy path).', access: 'account', answer: Done },
  'GET /api/v2/Operator/table': {
    tag: 'Operators',
    purpose: 'Operators of the company.',
    access: { resource: 'operators', verb: 'list' },
    table: 'operators',
    beside: OperatorRoles,
  },
} as const;
