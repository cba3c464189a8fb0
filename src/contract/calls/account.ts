import { managers } from '../access.ts';
import { AccountInfo, Credentials, OperatorRow, Token } from '../shapes/account.ts';
import { Done, tableOf } from '../shapes/common.ts';

const tag = 'Account';

export const accountCalls = {
  'POST /api/v2/Auth': {
    tag,
    purpose: 'Sign in with e-mail and password. Ten failed tries in a row: 429 with the waiting time.',
    access: 'public',
    body: Credentials,
    answer: Token,
  },
  'GET /api/v2/Account/info': { tag, purpose: 'Who is signed in.', access: 'account', answer: AccountInfo },
  'GET /api/v1/logoff': { tag, purpose: 'Sign out: the token is dead at once.', access: 'account', answer: Done },
  'GET /api/logoff': { tag, purpose: 'Sign out (legacy path).', access: 'account', answer: Done },
  'GET /api/v2/Operator/table': {
    tag: 'Operators',
    purpose: 'Operators of the company.',
    access: managers,
    table: 'operators',
    answer: tableOf(OperatorRow),
  },
} as const;
