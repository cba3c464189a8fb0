import Type from 'typebox';
import { BulkReason } from '../shapes/bulk.ts';
import { IdParams } from '../shapes/common.ts';

const tag = 'Bulk changes';
const access = { resource: 'bulkChanges', verb: 'one' } as const;

/**
 * Calls for bulk changes that were checked. `POST /api/v2/<Entity>/bulk/<action>` checks first for which records the
 * action is possible.
 */
export const bulkCalls = {
  'GET /api/v3/bulk': {
    tag,
    title: 'List bulk changes',
    purpose: "The caller's bulk changes; a MANAGER sees those of the company. Kept for seven days.",
    access: { resource: 'bulkChanges', verb: 'list' },
    table: 'bulkChanges',
  },
  'GET /api/v3/bulk/{id}': {
    tag,
    title: 'Read a bulk change',
    purpose: 'One bulk change: how far it is, for how many records it can be done, was done, and was undone.',
    access,
    params: IdParams,
    record: 'bulkChanges',
  },
  'GET /api/v3/bulk/{id}/reasons': {
    tag,
    title: 'Read why records were left out',
    purpose: 'Records that a bulk change cannot be done to, or was not, by reason, the most frequent first.',
    access,
    params: IdParams,
    answer: Type.Array(BulkReason),
  },
  'POST /api/v3/bulk/{id}/run': {
    tag,
    title: 'Do a bulk change',
    purpose:
      'Do what was looked at, to the records that it can be done to and that still match. Begun already: answers how far it is.',
    access,
    params: IdParams,
    record: 'bulkChanges',
    status: 201,
  },
  'POST /api/v3/bulk/{id}/undo': {
    tag,
    title: 'Undo a bulk change',
    purpose:
      'Put every record back as it was that nobody has changed since, within the minutes that the action allows. Begun already: answers how far it is.',
    access,
    params: IdParams,
    record: 'bulkChanges',
    status: 201,
  },
  'POST /api/v3/bulk/{id}/cancel': {
    tag,
    title: 'Cancel a bulk change',
    purpose: 'Stop what is under way; records that are changed stay changed, and can be undone.',
    access,
    params: IdParams,
    record: 'bulkChanges',
  },
} as const;
