import Type from 'typebox';
import { AuditRow } from '../shapes/audit.ts';
import { RestQuery } from '../shapes/common.ts';

export const systemCalls = {
  'GET /health': {
    tag: 'System',
    title: 'Health',
    purpose: 'Answers 200 only while the database answers.',
    access: 'public',
    answer: Type.Object({ Status: Type.Literal('ok') }),
  },
  'GET /api/v3/audit': {
    tag: 'Audit',
    title: 'List history entries',
    purpose:
      'Changes, in the dialect of ra-data-simple-rest. Whoever may read a record may read its changes (filter by one entity and entityId), everybody what they did themselves (filter by their actorId); managers all of the company.',
    access: 'account',
    narrowedTo: 'record',
    query: RestQuery,
    answer: Type.Array(AuditRow),
  },
} as const;
