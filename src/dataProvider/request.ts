import type { RaRecord } from 'react-admin';
import { newIdempotencyKey, send } from '../api/client.ts';
import type { CallName } from '../contract/index.ts';
import type { Resource } from '../schema/define.ts';

export interface WireRecord {
  readonly Id: number;
  readonly [field: string]: unknown;
}

/**
 * Sends an API call and returns the parsed JSON answer. The compiler cannot check the input, because the name of the
 * call comes from a description.
 */
export const request = async <Answer>(name: CallName, input: Parameters<typeof send>[1]): Promise<Answer> =>
  (await (await send(name, input)).json()) as Answer;

/**
 * Idempotency keys of requests that create a record and have no answer yet. A repeated request uses the same key, so
 * the record is created once.
 */
const pendingIdempotencyKeys = new Map<string, string>();

/** Creates a record. If the answer was lost, a repeated request with the same body creates no second record. */
export const createOnce = async (
  name: CallName,
  input: { readonly params?: object; readonly body: object },
): Promise<WireRecord> => {
  const requestText = `${name} ${JSON.stringify(input)}`;
  const key = pendingIdempotencyKeys.get(requestText) ?? newIdempotencyKey();
  pendingIdempotencyKeys.set(requestText, key);
  const created = await request<WireRecord>(name, { ...input, key });
  pendingIdempotencyKeys.delete(requestText);
  return created;
};

/**
 * Returns the names of properties in the API that hold titles. Another property holds the id of the same dictionary
 * entry.
 */
const titleFields = ({ fields }: Pick<Resource, 'fields'>): readonly string[] =>
  Object.keys(fields).filter(name => fields[name]?.dictionary && (fields[name].idField ?? name) !== name);

/**
 * Returns a function that prepares a row for the cache. The cache holds ids without titles, because titles are in one
 * language. Titles are added when the row is drawn.
 */
export const recordConverter = (resource: Pick<Resource, 'fields'>): ((row: WireRecord) => RaRecord) => {
  const titles = new Set(titleFields(resource));
  return row => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => !titles.has(name))),
    id: row.Id,
  });
};
