import Type from 'typebox';
import { BulkPossible, BulkReason } from '../shapes/bulk.ts';
import { IdParams } from '../shapes/common.ts';

const tag = 'Bulk changes';
const access = { resource: 'bulkChanges', verb: 'one' } as const;

/**
 * Calls for bulk changes that are already checked. The check is the call `POST /api/v2/<Entity>/bulk/<action>`. It
 * finds the records for which the action is possible.
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
    purpose: 'One bulk change: its progress, and the numbers of possible, changed and restored records.',
    access,
    params: IdParams,
    record: 'bulkChanges',
  },
  'GET /api/v3/bulk/{id}/reasons': {
    tag,
    title: 'List reasons of skipped records',
    purpose: 'Records that a bulk change skips, by reason, the most frequent reason first.',
    access,
    params: IdParams,
    answer: Type.Array(BulkReason),
  },
  'GET /api/v3/bulk/{id}/possible': {
    tag,
    title: 'List the first possible records',
    purpose: 'The first five records that a checked bulk change can change, so that a person sees them before it runs.',
    access,
    params: IdParams,
    answer: BulkPossible,
  },
  'POST /api/v3/bulk/{id}/run': {
    tag,
    title: 'Run a bulk change',
    purpose:
      'Runs the checked bulk change on the possible records that still match. If it is already running, returns its progress.',
    access,
    params: IdParams,
    record: 'bulkChanges',
    status: 201,
  },
  'POST /api/v3/bulk/{id}/undo': {
    tag,
    title: 'Undo a bulk change',
    purpose:
      'Restores the records that nobody has changed since, within the time limit of the action. If it is already running, returns its progress.',
    access,
    params: IdParams,
    record: 'bulkChanges',
    status: 201,
  },
  'POST /api/v3/bulk/{id}/cancel': {
    tag,
    title: 'Cancel a bulk change',
    purpose: 'Stop a running bulk change. Changed records stay changed, and can be restored.',
    access,
    params: IdParams,
    record: 'bulkChanges',
  },
} as const;
