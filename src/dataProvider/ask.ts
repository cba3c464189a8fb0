import type { RaRecord } from 'ra-core';
import { newKey, send } from '../api/client.ts';
import type { CallName } from '../contract/index.ts';
import type { Resource } from '../resources/define.ts';

export interface Wire {
  readonly Id: number;
  readonly [field: string]: unknown;
}

/** Names and paths come from the description, so the compiler cannot pair a call with its input here. */
export const ask = async <Answer>(name: CallName, input: Parameters<typeof send>[1]): Promise<Answer> =>
  (await (await send(name, input)).json()) as Answer;

/** Keys of records that were sent and not yet answered: sent again after a lost answer, the same record is made once. */
const unanswered = new Map<string, string>();

/** Makes a record of this body, once. */
export const make = async (
  name: CallName,
  input: { readonly params?: object; readonly body: object },
): Promise<Wire> => {
  const content = `${name} ${JSON.stringify(input)}`;
  const key = unanswered.get(content) ?? newKey();
  unanswered.set(content, key);
  const made = await ask<Wire>(name, { ...input, key });
  unanswered.delete(content);
  return made;
};

/** Titles that stand on the wire beside the ids of dictionary entries. */
const titlesOf = ({ fields }: Pick<Resource, 'fields'>): readonly string[] =>
  Object.keys(fields).filter(name => fields[name]?.dictionary && (fields[name].idField ?? name) !== name);

/** What of a row lies in the cache: ids, not titles, which are in one language. They are put to it where it is drawn. */
export const recordsOf = (resource: Pick<Resource, 'fields'>): ((row: Wire) => RaRecord) => {
  const titles = new Set(titlesOf(resource));
  return row => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => !titles.has(name))),
    id: row.Id,
  });
};
