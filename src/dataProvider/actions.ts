import type { RaRecord } from 'react-admin';
import { newIdempotencyKey, send } from '../api/client.ts';
import type { AnswerFor, CallName } from '../contract/index.ts';
import type { BulkOrder } from '../contract/shapes/bulk.ts';
import { actionByName, type Resource } from '../schema/define.ts';
import { actionCall, bulkCall } from '../schema/paths.ts';

// The cast to `CallName` is needed, because the contract's types lack calls that are generated from descriptions.
const requireCall = (call: string | undefined): CallName => {
  if (call === undefined) throw new Error('There is no call for this action');
  return call as CallName;
};

export const runAction = async (
  resource: Resource,
  name: string,
  record: RaRecord,
  input: object,
): Promise<Readonly<Record<string, unknown>>> => {
  const { dialog, fromStates } = actionByName(resource, name);
  // The version that the user saw is sent, so that the server can refuse a stale move.
  const body = fromStates ? { ...input, Version: record.Version } : dialog && input;
  const answer = await send(requireCall(actionCall(resource, name)), { params: { id: Number(record.id) }, body });
  return (await answer.json()) as Record<string, unknown>;
};

export type BulkChange = AnswerFor<'GET /api/v3/bulk/{id}'>;

/** Starts a job that checks on which of the selected records an action is possible. */
export const checkBulkAction = async (
  resource: Resource,
  name: string,
  bulkOrder: BulkOrder,
  input: object,
): Promise<BulkChange> => {
  const { dialog } = actionByName(resource, name);
  const body = { ...bulkOrder, ...(dialog && { Asked: input }) };
  const answer = await send(requireCall(bulkCall(resource, name)), { body, key: newIdempotencyKey() });
  return (await answer.json()) as BulkChange;
};
