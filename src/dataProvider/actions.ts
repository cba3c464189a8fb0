import type { RaRecord } from 'react-admin';
import { newKey, send } from '../api/client.ts';
import type { AnswerFor, CallName } from '../contract/index.ts';
import type { BulkOrder } from '../contract/shapes/bulk.ts';
import { actionNamed, type Resource } from '../schema/define.ts';
import { actionCall, bulkCall } from '../schema/paths.ts';

// The cast is needed, because calls that are generated from descriptions are missing in the contract's types.
const asCall = (call: string | undefined): CallName => {
  if (call === undefined) throw new Error('There is no call for this action');
  return call as CallName;
};

/** Runs a described action on a record. Resolves to the server's answer. */
export const runAction = async (
  resource: Resource,
  name: string,
  record: RaRecord,
  asked: object,
): Promise<Readonly<Record<string, unknown>>> => {
  const { asks, from } = actionNamed(resource, name);
  // The version that the user saw is sent, so that the server can refuse a stale move.
  const body = from ? { ...asked, Version: record.Version } : asks && asked;
  const answer = await send(asCall(actionCall(resource, name)), { params: { id: Number(record.id) }, body });
  return (await answer.json()) as Record<string, unknown>;
};

export type BulkChange = AnswerFor<'GET /api/v3/bulk/{id}'>;

/** Starts a job that checks for which records an action is possible. */
export const checkBulkAction = async (
  resource: Resource,
  name: string,
  order: BulkOrder,
  asked: object,
): Promise<BulkChange> => {
  const { asks } = actionNamed(resource, name);
  const body = { ...order, ...(asks && { Asked: asked }) };
  const answer = await send(asCall(bulkCall(resource, name)), { body, key: newKey() });
  return (await answer.json()) as BulkChange;
};
