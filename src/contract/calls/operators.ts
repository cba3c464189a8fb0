import Type from 'typebox';
import { Done, Id, IdParams } from '../shapes/common.ts';
import { SessionRow } from '../shapes/session.ts';

const tag = 'Operators';
const list = { resource: 'operators', verb: 'list' } as const;
const create = { resource: 'operators', verb: 'create' } as const;
const update = { resource: 'operators', verb: 'update' } as const;

const made = {
  tag,
  purpose:
    'Make an account and invite its owner by letter. Only a SUPERUSER gives SUPERUSER. An address that is taken in any company: 409.',
  access: create,
  creates: 'operators',
  answer: Type.Object({ Id }),
  status: 201,
} as const;

export const operatorCalls = {
  'GET /api/v2/Operator/table': {
    tag,
    title: 'List operators',
    purpose: 'Everybody in the company who has an account.',
    access: list,
    table: 'operators',
  },
  'GET /api/operators': {
    tag,
    title: 'List operators (legacy)',
    purpose: 'Everybody in the company who has an account (legacy path).',
    access: list,
    table: 'operators',
  },
  'POST /api/v2/Operator': { ...made, title: 'Invite an operator' },
  'POST /api/operator': { ...made, title: 'Invite an operator (legacy)' },
  'PUT /api/v2/Operator/{id}': {
    tag,
    title: 'Change an operator',
    purpose:
      'Change name, phone, occupation or roles. Nobody gives up the role of MANAGER or SUPERUSER that no other active account has: 409. With a stale `Version` 409.',
    access: update,
    params: IdParams,
    changes: 'operators',
    record: 'operators',
  },
  'GET /api/resendcredentials': {
    tag,
    alters: true,
    title: 'Send a link again (legacy)',
    purpose: 'Send a one-time link to sign in; older links die. After three in an hour: 429.',
    access: update,
    query: Type.Object({ operatorId: Id }),
    answer: Type.Object({
      /** Masked mail address that received the letter: `o***@demo.drivedesk`. */
      SentTo: Type.String(),
    }),
  },
  'GET /api/v2/Operator/{id}/sessions': {
    tag,
    title: 'List sessions of an operator',
    purpose: 'Where somebody in the company is signed in, latest first.',
    access: update,
    params: IdParams,
    answer: Type.Array(SessionRow),
  },
  'DELETE /api/v2/Operator/{id}/sessions/{sessionId}': {
    tag,
    title: 'End a session of an operator',
    purpose: 'End a session of somebody in the company; within a second its token is dead on every process.',
    access: update,
    params: Type.Object({ id: Id, sessionId: Id }),
    answer: Done,
  },
} as const;
