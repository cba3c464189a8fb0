import Type from 'typebox';
import { AuditRow } from '../shapes/audit.ts';
import { RestQuery } from '../shapes/common.ts';

const probe = {
  access: 'public',
  logsOnlyFailures: true,
  answer: Type.Object({ Status: Type.Literal('ok') }),
} as const;

export const systemCalls = {
  'GET /health': {
    tag: 'System',
    title: 'Check health',
    purpose: 'Answers 200 only while the database answers. The same as /health/ready.',
    ...probe,
  },
  'GET /health/ready': {
    tag: 'System',
    title: 'Check readiness',
    purpose: 'Answers 200 while the database answers. Load balancers then send requests to this server.',
    ...probe,
  },
  'GET /health/live': {
    tag: 'System',
    title: 'Check liveness',
    purpose:
      'Answers 200 while the process runs, even without the database. Without an answer, a supervisor should restart the process.',
    ...probe,
  },
  'GET /api/v3/audit': {
    tag: 'Audit',
    title: 'List history entries',
    purpose:
      'Changes, in the dialect of ra-data-simple-rest. People who may read a record may read its changes (filter by one entity and entityId). Everybody may read their own changes (filter by actorId), managers all changes of the company.',
    access: 'account',
    narrowedTo: 'record',
    query: RestQuery,
    answer: Type.Array(AuditRow),
  },
} as const;
