import Type from 'typebox';
import { SessionRow } from '../shapes/account.ts';
import { Done, Id, IdParams } from '../shapes/common.ts';

const tag = 'Operators';
const listAccess = { resource: 'operators', verb: 'list' } as const;
const createAccess = { resource: 'operators', verb: 'create' } as const;
const updateAccess = { resource: 'operators', verb: 'update' } as const;

const createCall = {
  tag,
  purpose:
    'Create an account and invite its owner by mail. Only a SUPERUSER grants SUPERUSER. If the address is taken in any company: 409.',
  access: createAccess,
  creates: 'operators',
  answer: Type.Object({ Id }),
  status: 201,
} as const;

export const operatorCalls = {
  'GET /api/v2/Operator/table': {
    tag,
    title: 'List operators',
    purpose: 'Accounts of the company.',
    access: listAccess,
    table: 'operators',
  },
  'GET /api/operators': {
    tag,
    title: 'List operators (legacy)',
    purpose: 'Accounts of the company (legacy path).',
    access: listAccess,
    table: 'operators',
  },
  'POST /api/v2/Operator': { ...createCall, title: 'Invite an operator' },
  'POST /api/operator': { ...createCall, title: 'Invite an operator (legacy)' },
  'PUT /api/v2/Operator/{id}': {
    tag,
    title: 'Change an operator',
    purpose:
      'Change name, phone, occupation or roles. The last active MANAGER or SUPERUSER cannot lose the role: 409. A stale `Version`: 409.',
    access: updateAccess,
    params: IdParams,
    changes: 'operators',
    record: 'operators',
  },
  'GET /api/resendcredentials': {
    tag,
    changesData: true,
    title: 'Send a link again (legacy)',
    purpose: 'Send a one-time link to sign in; older links become invalid. After three in an hour: 429.',
    access: updateAccess,
    query: Type.Object({ operatorId: Id }),
    answer: Type.Object({
      /** Mail address to which the letter was sent, masked: `o***@demo.drivedesk`. */
      SentTo: Type.String(),
    }),
  },
  'GET /api/v2/Operator/{id}/sessions': {
    tag,
    title: 'List sessions of an operator',
    purpose: 'Sessions of an account of the company, latest first.',
    access: updateAccess,
    params: IdParams,
    answer: Type.Array(SessionRow),
  },
  'DELETE /api/v2/Operator/{id}/sessions/{sessionId}': {
    tag,
    title: 'End a session of an operator',
    purpose: 'End a session of an account of the company. Its token is invalid on all processes within a second.',
    access: updateAccess,
    params: Type.Object({ id: Id, sessionId: Id }),
    answer: Done,
  },
} as const;
