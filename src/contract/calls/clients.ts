import Type from 'typebox';
import { rights } from '../access.ts';
import { ClientSheet, DriverNoteDraft, Handout, HandoutCreate, HandoutCreated } from '../shapes/clientSheet.ts';
import { Done, Id, IdParams } from '../shapes/common.ts';

const tag = 'Clients';
const caseCall = { tag, access: { resource: 'accidents', verb: 'one' }, narrowedTo: 'case' } as const;
const HandoutParams = Type.Object({ id: Id, handoutId: Id });

/**
 * Pages for clients. An OPERATOR may use these calls for cases that the operator has leased, and not for scores.
 */
export const handoutCalls = {
  'GET /api/v3/clients/{id}/handouts': {
    ...caseCall,
    title: 'List pages for a client',
    purpose: 'Pages that were handed over to the client, newest first, 20 at most. Their links are never shown again.',
    params: IdParams,
    answer: Type.Array(Handout),
  },
  'POST /api/v3/clients/{id}/handouts': {
    ...caseCall,
    title: 'Make a page for a client',
    purpose:
      'A page in the language of the request that explains a score or a case to the client, as it is now. `Url` opens it without a session for 14 days. Takes `Idempotency-Key`.',
    params: IdParams,
    body: HandoutCreate,
    answer: HandoutCreated,
    status: 201,
  },
  'GET /api/v3/clients/{id}/handouts/draft': {
    tag,
    title: 'Draft a note to a driver',
    purpose:
      'Words to begin a note with, in the language of the request: what cost most points in 28 days, on which days, and what helps.',
    access: rights.scoring,
    params: IdParams,
    query: Type.Object({ voucherId: Id }),
    answer: DriverNoteDraft,
  },
  'GET /api/v3/clients/{id}/handouts/{handoutId}/pdf': {
    ...caseCall,
    title: 'Fetch a page for a client as PDF',
    purpose: 'The page as PDF, until it expires or is withdrawn.',
    params: HandoutParams,
    binary: true,
  },
  'POST /api/v3/clients/{id}/handouts/{handoutId}/withdraw': {
    ...caseCall,
    title: 'Withdraw a page for a client',
    purpose: 'The link stops working at once, and the page is deleted. The history keeps who made it.',
    params: HandoutParams,
    answer: Done,
  },
} as const;

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
