import type { RaRecord } from 'ra-core';
import { send } from '../api/client.ts';
import type { CallName } from '../contract/index.ts';
import type { Resource } from '../resources/define.ts';
import { actionCall } from '../resources/paths.ts';

/** Does a described action on a record; answers the record as it is then, or as it was if it is gone. */
export const act = async (
  resource: Resource,
  action: string,
  record: RaRecord,
  asked: object | undefined,
): Promise<RaRecord> => {
  // Generated calls are not among the contract's, which the compiler knows.
  const call = actionCall(resource, action) as CallName;
  const answer = (await (await send(call, { params: { id: record.id }, body: asked })).json()) as { Id?: number };
  return answer.Id === undefined ? record : { ...answer, id: answer.Id };
};
