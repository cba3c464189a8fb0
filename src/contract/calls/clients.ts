import { ClientSheet } from '../shapes/clientSheet.ts';
import { IdParams } from '../shapes/common.ts';

export const clientCalls = {
  'GET /api/v3/clients/{id}/sheet': {
    tag: 'Clients',
    title: 'Read the sheet of a client',
    purpose:
      'Contracts, vehicles, cases, planned calls, calls, notes and scores of one client. An OPERATOR may read it while holding a lease on a case of the client, without scores; otherwise 403.',
    access: { resource: 'accidents', verb: 'one' },
    narrowedTo: 'case',
    params: IdParams,
    answer: ClientSheet,
  },
} as const;
